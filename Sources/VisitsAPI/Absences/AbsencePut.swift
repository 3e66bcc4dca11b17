package import JSONRPC

/// `absence.put`: a worker is away for a time.
package enum AbsencePut: Method {
  /// What `absence.put` takes.
  package struct Parameters: ChangingParameters {
    /// Who is away.
    package let worker: String
    /// The one to change; `nil`: a new one.
    package let absence: String?
    /// The first moment or day.
    package let from: Bound?
    /// The last day, or the moment that is no longer in it.
    package let until: Bound?
    /// The zone of its days.
    package let timeZone: String?
    /// The reason code.
    package let reason: String?
    /// More words.
    package let note: Given<String>
    /// Whether the worker's visits stay as they are.
    package let keep: Bool?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      worker = try reader.required("worker", .worker, "Who is away.")
      absence = try reader.optional("absence", .absence, "The absence to change; left out: a new one.")
      from = try reader.bound("from", "The first moment or day; default today.")
      until = try reader.bound(
        "until", "The last day, which is in it, or the moment that is no longer in it; default the day of from.")
      timeZone = try reader.optional(
        "timeZone", .timeZone, "The zone of its days; default the worker's, else the agency's.")
      reason = try reader.optional(
        "reason", .text(1, 64),
        "The reason code: sick, holiday, training or other (a setting); needed for a new one.")
      note = try reader.nullable("note", .words(1, 500), "More words, for the office.")
      keep = try reader.optional("keep", .flag, "Whether the scheduled visits in that time stay with the worker.")
      change = try reader.change()
    }
  }

  /// A visit that stays with the worker.
  package struct Kept: WireObject {
    /// Why it stays.
    package enum Why: String, WireWord {
      case inProgress
      case past
      case asked
    }

    /// The visit.
    package var visit: VisitView
    /// Why it stays.
    package var why: Why

    package init(visit: VisitView, why: Why) {
      self.visit = visit
      self.why = why
    }

    package static let members: [Member<Kept>] = [
      Member("visit", { $0.visit }, "The visit."),
      Member("why", { $0.why }, "Why it stays: it is under way, its time has passed, or keep was sent."),
    ]
  }

  /// The absence, and what becomes of the worker's visits in that time.
  package struct Answer: WireObject {
    /// The absence.
    package var absence: AbsenceView
    /// The visits that are open now.
    package var visits: [VisitView]
    /// The visits that stay with the worker.
    package var kept: [Kept]

    package init(absence: AbsenceView, visits: [VisitView], kept: [Kept]) {
      self.absence = absence
      self.visits = visits
      self.kept = kept
    }

    package static let members: [Member<Answer>] = [
      Member("absence", { $0.absence }, "The absence."),
      Member("visits", { $0.visits }, "The visits that it has freed, in order of start: they are open now."),
      Member("kept", { $0.kept }, "The visits in that time that stay with the worker, in order of start."),
    ]
  }

  package static let name = "absence.put"
  package static let summary =
    "Records that a worker is away for a time, or changes that; the scheduled visits in that time become open."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}
