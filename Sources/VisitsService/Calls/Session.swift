package import VisitsAPI
package import VisitsModel

/// The caller at the other end of a connection, or behind the gateway.
package struct Session: Sendable {
  /// The caller's role; `nil` for a caller without any permission.
  package var role: Role?
  /// The caller as recorded in the audit, and the scope of its request ids.
  package var caller: Caller
  /// The device for which the gateway makes the call; `nil` for all other calls.
  var device: EnrolledDevice?
  /// The lane in which later changes of the connection wait while one change is being prepared.
  let lane = ChangeLane()
  /// The limit for suggesting similar method names on this connection.
  let suggestions = SuggestionLimit()

  /// Creates the session of a newly opened connection.
  package init(role: Role?, caller: Caller) {
    self.role = role
    self.caller = caller
  }
}
