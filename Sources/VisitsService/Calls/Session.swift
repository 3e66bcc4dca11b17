package import VisitsAPI
package import VisitsModel

/// The caller at the other end of a connection.
package struct Session: Sendable {
  /// The caller's role; `nil` for a caller without any permission.
  package var role: Role?
  /// The caller as recorded in the audit, and the scope of its request ids.
  package var caller: Caller
  /// The device that makes the call, if it comes from one.
  var device: EnrolledDevice?
  /// The lane in which the connection's changes wait while one is being prepared.
  let lane = ChangeLane()
  /// The limit of suggestions for the connection.
  let suggestions = SuggestionLimit()

  /// Creates the session of a connection that has just been opened.
  package init(role: Role?, caller: Caller) {
    self.role = role
    self.caller = caller
  }
}
