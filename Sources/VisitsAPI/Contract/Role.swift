/// Who a caller is to the daemon. A method's row says which of them may call it; nobody else may.
package enum Role: String, Sendable, Hashable, CaseIterable {
  /// root, the daemon's own user, and whom the configuration names.
  case admin
  /// Plans and changes visits.
  case coordinator
  /// Reads states, counts and opaque ids: no name, slug, address or note.
  case monitor
  /// Passes on what devices ask.
  case gateway
  /// A worker's device, behind the gateway.
  case caregiver
}

extension Set<Role> {
  /// Those who work with people's data in the office.
  package static let office: Set<Role> = [.admin, .coordinator]
  /// The office, and a worker's device for what is the worker's own.
  package static let officeAndField: Set<Role> = [.admin, .coordinator, .caregiver]
  /// Everybody with a role on the socket.
  package static let everybody: Set<Role> = [.admin, .coordinator, .monitor, .gateway, .caregiver]
}
