package import JSONRPC

/// `sync.problems`: what of sync a person must see to, or be shown.
package enum SyncProblems: Method {
  /// What `sync.problems` takes.
  package struct Parameters: MethodParameters {
    /// The only one that is wanted; `nil`: all.
    package let problem: Int?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      problem = try reader.optional("problem", .integer(1...Int.max), "The number of the only one that is wanted.")
    }
  }

  /// What nobody has settled.
  package struct Answer: WireObject {
    /// The oldest first.
    package var problems: [SyncProblemView]

    package init(problems: [SyncProblemView]) {
      self.problems = problems
    }

    package static let members: [Member<Answer>] = [Member("problems", { $0.problems }, "The oldest first.")]
  }

  package static let name = "sync.problems"
  package static let summary =
    "What of sync a person must see to: changes that upstream does not take, values that gave way, records that cannot be read."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound]
}

/// A problem of sync.
package struct SyncProblemView: WireObject {
  /// What kind of problem it is.
  package enum Kind: String, WireWord {
    /// A change of ours that upstream does not take, or that clashes with one of its own.
    case parked
    /// A change of ours that gave way to one of upstream's.
    case overruled
    /// A record of upstream's that could not be taken in.
    case unread
  }

  /// Texts for clients that know no zones and languages.
  package struct Display: WireObject {
    /// The client's name, or what it is about.
    package var title: String
    /// The worker's name, or that the visit is open.
    package var worker: String?
    /// "Today", or the visit's date.
    package var date: String?
    /// "8:00 AM - 9:00 AM".
    package var time: String?
    /// Since when.
    package var since: String

    package init(title: String, worker: String?, date: String?, time: String?, since: String) {
      self.title = title
      self.worker = worker
      self.date = date
      self.time = time
      self.since = since
    }

    package static let members: [Member<Display>] = [
      Member("title", { $0.title }, "The client's name, or what it is about."),
      Member(optional: "worker", { $0.worker }, "The worker's name, or that the visit is open."),
      Member(optional: "date", { $0.date }, "\"Today\", or the visit's date."),
      Member(optional: "time", { $0.time }, "\"8:00 AM - 9:00 AM\"."),
      Member("since", { $0.since }, "Since when."),
    ]
  }

  /// Its number.
  package var problem: Int
  /// What kind of problem it is.
  package var kind: Kind
  /// The visit that it is about.
  package var visit: String?
  /// What it is about: a thing here, or a record upstream as `Appointment/abc`.
  package var thing: String
  /// Since when.
  package var since: Timestamp
  /// How often it was met.
  package var attempts: Int
  /// Upstream's own words, or what happened.
  package var words: String
  /// What stands here, or stood.
  package var ours: String?
  /// What stands upstream.
  package var theirs: String?
  /// Texts for clients that know no zones and languages.
  package var display: Display

  package init(
    problem: Int, kind: Kind, visit: String?, thing: String, since: Timestamp, attempts: Int, words: String,
    ours: String?, theirs: String?, display: Display
  ) {
    self.problem = problem
    self.kind = kind
    self.visit = visit
    self.thing = thing
    self.since = since
    self.attempts = attempts
    self.words = words
    self.ours = ours
    self.theirs = theirs
    self.display = display
  }

  package static let members: [Member<SyncProblemView>] = [
    Member("problem", { $0.problem }, "Its number."),
    Member("kind", { $0.kind }, "What kind of problem it is."),
    Member(optional: "visit", { $0.visit }, "The visit that it is about."),
    Member("thing", { $0.thing }, "What it is about: a thing here, or a record upstream as Appointment/abc."),
    Member("since", { $0.since }, "Since when."),
    Member("attempts", { $0.attempts }, "How often it was met."),
    Member("words", { $0.words }, "Upstream's own words, or what happened."),
    Member(optional: "ours", { $0.ours }, "What stands here, or stood."),
    Member(optional: "theirs", { $0.theirs }, "What stands upstream."),
    Member("display", { $0.display }, "Texts for clients that know no zones and languages."),
  ]
}
