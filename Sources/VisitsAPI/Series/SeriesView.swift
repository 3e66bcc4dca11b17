import JSON

/// A series of visits as the API shows it.
package struct SeriesView: WireObject {
  /// Texts for clients that know no zones and languages.
  package struct Display: WireObject {
    /// The client's name.
    package var title: String
    /// The worker's name, or that the visits are open.
    package var worker: String
    /// "Mon, Wed and Fri".
    package var days: String
    /// "8:00 AM - 9:00 AM".
    package var time: String
    /// "November 20, 2026".
    package var from: String
    /// The last day, where one is known: "March 1, 2027".
    package var until: String?

    package init(title: String, worker: String, days: String, time: String, from: String, until: String?) {
      self.title = title
      self.worker = worker
      self.days = days
      self.time = time
      self.from = from
      self.until = until
    }

    package static let members: [Member<Display>] = [
      Member("title", { $0.title }, "The client's name."),
      Member("worker", { $0.worker }, "The worker's name, or that the visits are open."),
      Member("days", { $0.days }, "\"Mon, Wed and Fri\"."),
      Member("time", { $0.time }, "\"8:00 AM - 9:00 AM\", on the client's clocks."),
      Member("from", { $0.from }, "\"November 20, 2026\"."),
      Member(nullable: "until", { $0.until }, "The last day, where one is known."),
    ]
  }

  /// Texts in the caller's language.
  package var display: Display
  /// The id.
  package var id: String
  /// Who receives the visits.
  package var client: String
  /// Who makes them.
  package var worker: String?
  /// The days.
  package var recurrence: String
  /// The time of day.
  package var time: String
  /// How long each lasts.
  package var minutes: Int
  /// The first day from which it holds.
  package var from: Day?
  /// The last day that it may hold for.
  package var until: Day?
  /// On whose clocks.
  package var timeZone: String
  /// Where.
  package var address: String?
  /// What is done.
  package var service: String?
  /// What their payer calls that.
  package var serviceCode: String?
  /// What is noted of each.
  package var note: String?
  /// Why it was ended.
  package var reason: String?
  /// Grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Timestamp

  package init(
    display: Display, id: String, client: String, worker: String?, recurrence: String, time: String, minutes: Int,
    from: Day?, until: Day?, timeZone: String, address: String?, service: String?, serviceCode: String?, note: String?,
    reason: String?, version: Int, updatedAt: Timestamp
  ) {
    self.display = display
    self.id = id
    self.client = client
    self.worker = worker
    self.recurrence = recurrence
    self.time = time
    self.minutes = minutes
    self.from = from
    self.until = until
    self.timeZone = timeZone
    self.address = address
    self.service = service
    self.serviceCode = serviceCode
    self.note = note
    self.reason = reason
    self.version = version
    self.updatedAt = updatedAt
  }

  package static let members: [Member<SeriesView>] = [
    Member("display", { $0.display }, "Texts in the caller's language."),
    Member("id", { $0.id }, "The id."),
    Member("client", { $0.client }, "Who receives the visits."),
    Member(nullable: "worker", { $0.worker }, "Who makes them; null: they are open."),
    Member("repeat", { $0.recurrence }, "The days, as an RFC 5545 rule."),
    Member("time", { $0.time }, "The time of day, on the client's clocks: 08:00."),
    Member("minutes", { $0.minutes }, "How long each lasts."),
    Member(nullable: "from", { $0.from }, "The first day from which it holds."),
    Member(nullable: "until", { $0.until }, "The last day that it may hold for, where one is known."),
    Member("timeZone", { $0.timeZone }, "The zone of the client's clocks."),
    Member(nullable: "address", { $0.address }, "Where, when it is not the client's address."),
    Member(nullable: "service", { $0.service }, "What is done."),
    Member(optional: "serviceCode", { $0.serviceCode }, "What their payer calls that, where it is their own."),
    Member(nullable: "note", { $0.note }, "What is noted of each."),
    Member(nullable: "reason", { $0.reason }, "Why it was ended."),
    Member("version", { $0.version }, "Grows by 1 with each change."),
    Member("updatedAt", { $0.updatedAt }, "The last change."),
  ]
}

/// A visit of a series that starts later than agreed, since clocks skip its time.
package struct MovedVisit: WireObject {
  /// The visit.
  package var visit: String
  /// The time that clocks skip: `2027-03-14T02:30`.
  package var agreed: String
  /// When it starts instead.
  package var start: Timestamp
  /// All of it in words.
  package var words: String

  package init(visit: String, agreed: String, start: Timestamp, words: String) {
    self.visit = visit
    self.agreed = agreed
    self.start = start
    self.words = words
  }

  package static let members: [Member<MovedVisit>] = [
    Member("visit", { $0.visit }, "The visit."),
    Member("agreed", { $0.agreed }, "The time that clocks skip, without a zone: 2027-03-14T02:30."),
    Member("start", { $0.start }, "When it starts instead."),
    Member("words", { $0.words }, "All of it in words."),
  ]
}

/// `{"series":…,"visits":[…],"moved":[…]}`
package struct SeriesChangeAnswer: WireObject {
  /// The series that goes on; its id is new where it was divided.
  package var series: SeriesView
  /// The visits that are new or different, in order of start.
  package var visits: [VisitView]
  /// Those of them that start later than agreed, since clocks skip their time.
  package var moved: [MovedVisit]

  package init(series: SeriesView, visits: [VisitView], moved: [MovedVisit]) {
    self.series = series
    self.visits = visits
    self.moved = moved
  }

  package static let members: [Member<SeriesChangeAnswer>] = [
    Member("series", { $0.series }, "The series that goes on; its id is new where it was divided."),
    Member("visits", { $0.visits }, "The visits that are new or different, in order of start."),
    Member(
      "moved", { $0.moved }, "Those of them that start later than agreed, since clocks skip their time."),
  ]
}
