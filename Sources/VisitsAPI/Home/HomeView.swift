/// A worker's Home, finished: nothing is left to compute for whoever lays it out (`screens.md`; seed 004).
package struct HomeView: EtaggedView {
  /// One of the cards: what it is called, and what stands on it.
  package struct Card: WireObject {
    /// "Last Session".
    package var title: String
    /// "Margaret Chen, November 20, 80%, 12 min".
    package var details: String
    /// A symbol's token.
    package var symbol: String
    /// A colour's token.
    package var accent: AccentWord
    /// Whether it does anything now.
    package var isEnabled: Bool
    /// What a screen reader says of it.
    package var accessibilityLabel: String
    /// What happens when it is tapped.
    package var accessibilityHint: String

    package init(
      title: String, details: String, symbol: String, accent: AccentWord, isEnabled: Bool, accessibilityLabel: String,
      accessibilityHint: String
    ) {
      self.title = title
      self.details = details
      self.symbol = symbol
      self.accent = accent
      self.isEnabled = isEnabled
      self.accessibilityLabel = accessibilityLabel
      self.accessibilityHint = accessibilityHint
    }

    package static let members: [Member<Card>] = [
      Member("title", { $0.title }, "What it is called."),
      Member("details", { $0.details }, "What stands on it: a whole sentence, or a few words."),
      Member("symbol", { $0.symbol }, "A symbol's token."),
      Member("accent", { $0.accent }, "The token of its colour."),
      Member("enabled", { $0.isEnabled }, "Whether it does anything now."),
      Member("accessibilityLabel", { $0.accessibilityLabel }, "What a screen reader says of it."),
      Member("accessibilityHint", { $0.accessibilityHint }, "What happens when it is tapped."),
    ]
  }

  /// The cards of the screen.
  package struct Cards: WireObject {
    /// To the list of clients.
    package var viewClients: Card
    /// To a new session, or to the one that is running.
    package var startSession: Card
    /// The last session.
    package var lastSession: Card
    /// The goal bank.
    package var goalBank: Card

    package init(viewClients: Card, startSession: Card, lastSession: Card, goalBank: Card) {
      self.viewClients = viewClients
      self.startSession = startSession
      self.lastSession = lastSession
      self.goalBank = goalBank
    }

    package static let members: [Member<Cards>] = [
      Member("viewClients", { $0.viewClients }, "To the list of clients."),
      Member("startSession", { $0.startSession }, "To a new session, or to the one that is running."),
      Member("lastSession", { $0.lastSession }, "The last session."),
      Member("goalBank", { $0.goalBank }, "The goal bank."),
    ]
  }

  /// The worker's last session that has ended.
  package struct LastSession: WireObject {
    /// The id.
    package var id: String
    /// With whom.
    package var client: String
    /// The client's name.
    package var name: String
    /// What was practised.
    package var goal: String
    /// The care day on which it began, in the worker's zone.
    package var date: String
    /// Successes of the trials.
    package var successRate: Double?
    /// How many trials counted.
    package var trials: Int
    /// Seconds.
    package var duration: Int

    package init(
      id: String, client: String, name: String, goal: String, date: String, successRate: Double?, trials: Int,
      duration: Int
    ) {
      self.id = id
      self.client = client
      self.name = name
      self.goal = goal
      self.date = date
      self.successRate = successRate
      self.trials = trials
      self.duration = duration
    }

    package static let members: [Member<LastSession>] = [
      Member("id", { $0.id }, "The id."),
      Member("client", { $0.client }, "With whom."),
      Member("name", { $0.name }, "The client's name."),
      Member("goal", { $0.goal }, "What was practised."),
      Member("date", { $0.date }, "The care day on which it began, in the worker's zone."),
      Member(nullable: "successRate", { $0.successRate }, "successes / trials, 0 to 1; null without trials."),
      Member("trials", { $0.trials }, "How many trials counted."),
      Member("duration", { $0.duration }, "Seconds from start to end."),
    ]
  }

  /// The worker's session that is under way. How long it has lasted is left to whoever shows it, from its start.
  package struct RunningSession: WireObject {
    /// The id.
    package var id: String
    /// With whom.
    package var client: String
    /// The client's name.
    package var name: String
    /// What is practised.
    package var goal: String
    /// When it began.
    package var startedAt: Timestamp
    /// How many trials count.
    package var trials: Int
    /// How many of these were a success.
    package var successes: Int
    /// Successes of the trials.
    package var successRate: Double?

    package init(
      id: String, client: String, name: String, goal: String, startedAt: Timestamp, trials: Int, successes: Int,
      successRate: Double?
    ) {
      self.id = id
      self.client = client
      self.name = name
      self.goal = goal
      self.startedAt = startedAt
      self.trials = trials
      self.successes = successes
      self.successRate = successRate
    }

    package static let members: [Member<RunningSession>] = [
      Member("id", { $0.id }, "The id."),
      Member("client", { $0.client }, "With whom."),
      Member("name", { $0.name }, "The client's name."),
      Member("goal", { $0.goal }, "What is practised."),
      Member("startedAt", { $0.startedAt }, "When it began."),
      Member("trials", { $0.trials }, "How many trials count."),
      Member("successes", { $0.successes }, "How many of these were a success."),
      Member(nullable: "successRate", { $0.successRate }, "successes / trials, 0 to 1; null without trials."),
    ]
  }

  /// One of the clients.
  package struct ClientRow: WireObject {
    /// The id.
    package var id: String
    /// The name.
    package var name: String
    /// For where there is no photo.
    package var initials: String
    /// A reference to a photo.
    package var photo: String?
    /// In whole years.
    package var age: Int?
    /// The care day of the client's last session, in the worker's zone.
    package var lastSessionDate: String?
    /// "82 years. Last session on November 20."
    package var details: String
    /// What a screen reader says of it.
    package var accessibilityLabel: String
    /// What happens when it is tapped.
    package var accessibilityHint: String

    package init(
      id: String, name: String, initials: String, photo: String?, age: Int?, lastSessionDate: String?,
      details: String, accessibilityLabel: String, accessibilityHint: String
    ) {
      self.id = id
      self.name = name
      self.initials = initials
      self.photo = photo
      self.age = age
      self.lastSessionDate = lastSessionDate
      self.details = details
      self.accessibilityLabel = accessibilityLabel
      self.accessibilityHint = accessibilityHint
    }

    package static let members: [Member<ClientRow>] = [
      Member("id", { $0.id }, "The id."),
      Member("name", { $0.name }, "The name."),
      Member("initials", { $0.initials }, "For where there is no photo."),
      Member(nullable: "photo", { $0.photo }, "A reference to a photo."),
      Member(nullable: "age", { $0.age }, "In whole years; null without a birth date."),
      Member(
        nullable: "lastSessionDate", { $0.lastSessionDate },
        "The care day of the client's last session, in the worker's zone; null: there was none."),
      Member("details", { $0.details }, "The age and the last session in words."),
      Member("accessibilityLabel", { $0.accessibilityLabel }, "What a screen reader says of it."),
      Member("accessibilityHint", { $0.accessibilityHint }, "What happens when it is tapped."),
    ]
  }

  /// "Home".
  package var heading: String
  /// Whose it is.
  package var worker: String
  /// The worker's name.
  package var name: String
  /// For where there is no photo.
  package var initials: String
  /// The care day, in the worker's zone.
  package var date: String
  /// An emergency, above all else.
  package var banner: Banner?
  /// The ⚠ that stands on every state.
  package var emergency: EmergencyControl
  /// The cards.
  package var cards: Cards
  /// The last session that has ended.
  package var lastSession: LastSession?
  /// The session that is under way.
  package var running: RunningSession?
  /// How many goals of the worker's clients are worked towards.
  package var goalBank: Int
  /// How many clients the worker has.
  package var clientCount: Int
  /// The first of them, by name.
  package var clients: [ClientRow]
  /// How many visits of the day are still to be made or under way.
  package var visitsLeft: Int
  /// "2 visits left today".
  package var visitsLeftLabel: String
  /// Changes when anything above changes.
  package var etag: String

  package init(
    heading: String, worker: String, name: String, initials: String, date: String, banner: Banner?,
    emergency: EmergencyControl, cards: Cards, lastSession: LastSession?, running: RunningSession?, goalBank: Int,
    clientCount: Int, clients: [ClientRow], visitsLeft: Int, visitsLeftLabel: String, etag: String
  ) {
    self.heading = heading
    self.worker = worker
    self.name = name
    self.initials = initials
    self.date = date
    self.banner = banner
    self.emergency = emergency
    self.cards = cards
    self.lastSession = lastSession
    self.running = running
    self.goalBank = goalBank
    self.clientCount = clientCount
    self.clients = clients
    self.visitsLeft = visitsLeft
    self.visitsLeftLabel = visitsLeftLabel
    self.etag = etag
  }

  package static let members: [Member<HomeView>] = [
    Member("heading", { $0.heading }, "\"Home\"."),
    Member("worker", { $0.worker }, "Whose it is."),
    Member("name", { $0.name }, "The worker's name."),
    Member("initials", { $0.initials }, "For where there is no photo."),
    Member("date", { $0.date }, "The care day, in the worker's zone."),
    Member(optional: "banner", { $0.banner }, "An emergency, above all else."),
    Member("emergency", { $0.emergency }, "The emergency button, as on Today."),
    Member("cards", { $0.cards }, "The cards of the screen."),
    Member(nullable: "lastSession", { $0.lastSession }, "The worker's last session that has ended; null: none."),
    Member(nullable: "running", { $0.running }, "The worker's session that is under way; null: none."),
    Member("goalBank", { $0.goalBank }, "How many goals of the worker's clients are worked towards."),
    Member(
      "clientCount", { $0.clientCount }, "How many clients the worker has visits with, two weeks before and after."),
    Member("clients", { $0.clients }, "The first of them, by name."),
    Member("visitsLeft", { $0.visitsLeft }, "How many visits of the day are still to be made or under way."),
    Member("visitsLeftLabel", { $0.visitsLeftLabel }, "\"2 visits left today\"."),
    Member("etag", { $0.etag }, "Send it as ifNoneMatch to hear of changes only."),
  ]
}
