import Catalog
package import VisitsAPI
package import VisitsModel

extension HomeView {
  /// A worker's Home, finished (`screens.md`; seed 004).
  ///
  /// - Parameters:
  ///   - emergencies: Those that stand on it, the most urgent first.
  ///   - canRaise: Whether the caller may raise an emergency.
  /// - Returns: The view, and its bytes.
  package static func compose(
    _ home: WorkerHome, emergencies: [PlacedEmergency], canRaise: Bool, in context: ViewContext
  ) -> (view: HomeView, bytes: [UInt8]) {
    let zone = home.worker.zone ?? context.agencyZone
    var view = HomeView(
      heading: context.phrases[.homeHeading], worker: home.worker.id.rawValue, name: home.worker.name,
      initials: Initials.of(home.worker.name, in: context.phrases.language), date: home.day.text,
      banner: emergencies.isEmpty ? nil : .compose(emergencies, .noUpstream, in: context),
      emergency: .compose(canRaise: canRaise, open: emergencies.first, in: context),
      cards: .compose(home, zone, in: context), lastSession: home.lastSession.map { .compose($0, zone, in: context) },
      running: home.running.map(RunningSession.compose), goalBank: home.goals, clientCount: home.clientCount,
      clients: home.clients.map { .compose($0, zone, in: context) }, visitsLeft: home.visitsLeft,
      visitsLeftLabel: visitsLeft(home, today: context.today(in: zone), in: context), etag: "")
    let bytes = view.bytes(reserving: 4096)
    view.etag = Etag.of(bytes)
    return (view, view.bytes(fromUntagged: bytes))
  }

  private static func visitsLeft(_ home: WorkerHome, today: CareDay, in context: ViewContext) -> String {
    let count = String(home.visitsLeft)
    guard home.day == today else {
      return context.phrases.text(
        .homeVisitsLeftOnDay, count: home.visitsLeft, [.count: count, .date: context.longDate(home.day)])
    }
    guard home.visitsLeft > 0 else { return context.phrases[.homeNoVisitsLeft] }
    return context.phrases.text(.homeVisitsLeft, count: home.visitsLeft, [.count: count])
  }
}

extension HomeView.Cards {
  fileprivate static func compose(_ home: WorkerHome, _ zone: Zone, in context: ViewContext) -> HomeView.Cards {
    HomeView.Cards(
      viewClients: .compose(
        .homeViewClients,
        context.phrases.text(.homeClients, count: home.clientCount, [.count: String(home.clientCount)]), .people,
        .blue, hint: .homeViewClientsHint, in: context),
      startSession: start(home, zone, in: context), lastSession: last(home, zone, in: context),
      goalBank: .compose(
        .homeGoalBank, context.phrases.text(.homeGoals, count: home.goals, [.count: String(home.goals)]), .target,
        .green, hint: .homeGoalBankHint, in: context))
  }

  private static func start(_ home: WorkerHome, _ zone: Zone, in context: ViewContext) -> HomeView.Card {
    if let running = home.running {
      let times = TimeWords(context: context, zone: zone, readerZone: zone, day: context.today(in: zone))
      let since = times.moment(running.session.start.at)
      let details = [since.written, since.spoken].map {
        context.phrases.text(.homeRunningDetails, [.name: running.client.name, .time: $0])
      }
      return .compose(
        .homeRunning, details[0], .watch, .coral, hint: .homeRunningHint, spoken: details[1], in: context)
    }
    guard home.goals > 0 else {
      return .compose(
        .homeStartSession, context.phrases[.homeNothingToStart], .watch, .coral, isEnabled: false,
        hint: .homeNothingToStartHint, in: context)
    }
    return .compose(
      .homeStartSession, context.phrases[.homeStartSessionDetails], .watch, .coral, hint: .homeStartSessionHint,
      in: context)
  }

  private static func last(_ home: WorkerHome, _ zone: Zone, in context: ViewContext) -> HomeView.Card {
    guard let last = home.lastSession else {
      return .compose(
        .homeLastSession, context.phrases[.homeNoSession], .clock, .slate, isEnabled: false, hint: .homeNoSessionHint,
        in: context)
    }
    let words = SessionWords(last.session, in: context)
    let date = context.longDate(zone.day(of: last.session.start.at))
    var card = HomeView.Card.compose(
      .homeLastSession,
      context.phrases.text(
        .homeLastSessionDetails,
        [.name: last.client.name, .date: date, .value: words.rate, .time: words.duration]),
      .clock, .slate, hint: .homeLastSessionHint, in: context)
    card.accessibilityLabel = context.phrases.text(
      .homeLastSessionSpoken, [.name: last.client.name, .date: date, .text: words.result, .time: words.spokenDuration])
    return card
  }
}

extension HomeView.Card {
  /// A card.
  ///
  /// - Parameter spoken: What stands on it as it is said, where that is something else.
  fileprivate static func compose(
    _ title: Phrase, _ details: String, _ symbol: Symbol, _ accent: AccentWord, isEnabled: Bool = true, hint: Phrase,
    spoken: String? = nil, in context: ViewContext
  ) -> HomeView.Card {
    let title = context.phrases[title]
    return HomeView.Card(
      title: title, details: details, symbol: symbol.rawValue, accent: accent, isEnabled: isEnabled,
      accessibilityLabel: [title, spoken ?? details].joined(separator: context.phrases[.cardSeparator]),
      accessibilityHint: context.phrases[hint])
  }
}

extension HomeView.LastSession {
  fileprivate static func compose(
    _ placed: PlacedSession, _ zone: Zone, in context: ViewContext
  ) -> HomeView.LastSession {
    let session = placed.session
    return HomeView.LastSession(
      id: session.id.rawValue, client: session.client.rawValue, name: placed.client.name, goal: placed.goal.title,
      date: zone.day(of: session.start.at).text, successRate: session.successRate, trials: session.trials,
      duration: session.duration(now: context.now))
  }
}

extension HomeView.RunningSession {
  fileprivate static func compose(_ placed: PlacedSession) -> HomeView.RunningSession {
    let session = placed.session
    return HomeView.RunningSession(
      id: session.id.rawValue, client: session.client.rawValue, name: placed.client.name, goal: placed.goal.title,
      startedAt: session.start.at.timestamp, trials: session.trials, successes: session.successes,
      successRate: session.successRate)
  }
}

extension HomeView.ClientRow {
  fileprivate static func compose(
    _ own: WorkerHome.OwnClient, _ zone: Zone, in context: ViewContext
  ) -> HomeView.ClientRow {
    let phrases = context.phrases
    let client = own.client
    let age = client.birthDate.flatMap { $0.age(on: context.today(in: client.zone ?? context.agencyZone)) }
    let day = own.lastSession.map { zone.day(of: $0) }
    // Without an age it is where the line begins.
    let (last, none): (Phrase, Phrase) =
      age == nil
      ? (.homeClientSessionAlone, .homeClientNoSessionAlone) : (.homeClientSession, .homeClientNoSession)
    let session = day.map { phrases.text(last, [.date: context.longDate($0)]) } ?? phrases[none]
    let years = age.map { phrases.text(.homeAge, count: $0, [.count: String($0)]) }
    let details = [years, session].compactMap(\.self)
    return HomeView.ClientRow(
      id: client.id.rawValue, name: client.name, initials: Initials.of(client.name, in: phrases.language),
      photo: client.photo,
      age: age,
      lastSessionDate: day?.text, details: details.joined(separator: phrases[.cardSeparator]),
      accessibilityLabel: ([client.name] + details).joined(separator: phrases[.cardSeparator]),
      accessibilityHint: phrases[.homeClientHint])
  }
}
