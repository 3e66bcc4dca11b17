/// What happened in the last minute.
package struct CallRates: WireObject {
  /// How many calls were answered.
  package var calls: Int
  /// How many of them with an error.
  package var errors: Int
  /// How many changes were written.
  package var changes: Int

  package init(calls: Int, errors: Int, changes: Int) {
    self.calls = calls
    self.errors = errors
    self.changes = changes
  }

  package static let members: [Member<CallRates>] = [
    Member("calls", { $0.calls }, "How many calls were answered."),
    Member("errors", { $0.errors }, "How many of them with an error."),
    Member("changes", { $0.changes }, "How many changes were written."),
  ]
}
