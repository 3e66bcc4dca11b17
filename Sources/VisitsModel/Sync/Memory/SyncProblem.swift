/// Something about sync that a person must see to, or be shown (`sync.problems`).
package struct SyncProblem: Sendable, Hashable {
  /// What kind of problem it is.
  package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A change of ours that upstream does not take, or that clashes with one of its own.
    case parked
    /// A change of ours that gave way to one of upstream's.
    case overruled
    /// A record of upstream's that could not be taken in.
    case unread
  }

  /// What kind of problem it is.
  package var kind: Kind
  /// What it is about: the raw value of a ``SyncThing``, or a record upstream as `Appointment/abc`.
  package var subject: String
  /// Upstream's own words, or what happened where there are none.
  package var words: String
  /// Our own name for what happened; `nil`: the words are all there is to say. They may happen to be such a name too.
  package var code: String?
  /// Both values where there are two, what is wrong with a record, or the thing here that it is about, as VisitsSync
  /// writes it.
  package var detail: String?

  /// The name of a problem with a second record of what became of a visit; its detail is the visit's thing.
  package static let secondCode = "second"

  /// The name of a visit that is not sent, since upstream plans the same visit for people who may be its own.
  package static let twinCode = "twin"

  /// The name of the problem that people here may be people upstream.
  package static let duplicatesCode = "duplicates"

  /// The name of a problem with a client who had everything of another one while upstream had merged them; its detail is
  /// an ``Overruled`` of both.
  package static let separatedCode = "separated"

  /// The name of a problem whose detail is a ``TextFault``.
  package static let faultCode = "fault"

  /// A problem in words.
  package init(_ kind: Kind, _ subject: String, words: String, detail: String? = nil) {
    self.kind = kind
    self.subject = subject
    self.words = words
    self.detail = detail
  }

  /// A problem that has a name.
  package init(_ kind: Kind, _ subject: String, code: String, detail: String? = nil) {
    self.init(kind, subject, words: code, detail: detail)
    self.code = code
  }
}

/// A problem as it is kept.
package struct KeptProblem: Sendable, Hashable {
  /// Its number, by which a person names it.
  package var number: Int64
  /// What it is.
  package var problem: SyncProblem
  /// When it was noted first.
  package var since: Instant
  /// How often it was met.
  package var times: Int

  /// A problem that is kept.
  package init(number: Int64, problem: SyncProblem, since: Instant, times: Int) {
    self.number = number
    self.problem = problem
    self.since = since
    self.times = times
  }
}

/// Where one thing stands with upstream (`api.md`, a visit's `sync`).
package enum SyncState: String, Sendable, Hashable, Codable, CaseIterable {
  /// It was never sent: there is no upstream, or it has not been its turn.
  case local
  /// A change waits.
  case pending
  /// Upstream has confirmed what is stored.
  case synced
  /// A person must see to it.
  case parked
}
