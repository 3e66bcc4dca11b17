/// The effects of a change of an absence on the worker's visits.
package struct AbsenceEffects: Sendable, Hashable {
  /// Why a visit was left as it is.
  package enum Why: String, Sendable, Hashable, CaseIterable {
    /// The worker is making it.
    case inProgress
    /// Its time has passed.
    case past
    /// The caller asked to leave the visits with the worker.
    case asked
    /// It was freed by the absence, and has no worker yet.
    case open
  }

  /// A visit that was left as it is.
  package struct Left: Sendable, Hashable {
    /// The visit.
    package var visit: Visit
    /// Why.
    package var why: Why

    /// A visit, and why it was left as it is.
    package init(_ visit: Visit, _ why: Why) {
      self.visit = visit
      self.why = why
    }
  }

  /// The visits that were taken from the worker, or given back, in order of start.
  package var changed: [Visit] = []
  /// The visits that stay as they are, in order of start.
  package var left: [Left] = []

  /// No effects, or these.
  package init(changed: [Visit] = [], left: [Left] = []) {
    self.changed = changed
    self.left = left
  }
}
