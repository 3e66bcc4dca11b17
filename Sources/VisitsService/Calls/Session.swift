package import VisitsAPI
package import VisitsModel

/// Who is at the other end of a connection, as far as the service must know.
package struct Session: Sendable {
  /// What the caller may do; `nil`: nothing at all.
  package var role: Role?
  /// Whom the audit names, and within which request ids are unique.
  package var caller: Caller
  /// The device that makes the call, where one does.
  var device: EnrolledDevice?
  /// Where the connection's changes wait for one that is still being prepared.
  let lane = ChangeLane()
  /// How many suggestions the connection may still get.
  let suggestions = SuggestionLimit()

  /// A caller, at the other end of a connection that has just been opened.
  package init(role: Role?, caller: Caller) {
    self.role = role
    self.caller = caller
  }
}
