package import JSONRPC

/// `device.leave`: revokes the calling device. It reports nothing afterwards: its app sends everything before it leaves.
package enum DeviceLeave: Method {
  /// The parameters of `device.leave`.
  package struct Parameters: OnceParameters {
    /// The caller's own id of the change.
    package let requestId: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      requestId = try reader.requestId()
    }
  }

  package typealias Answer = DeviceAnswer

  package static let name = "device.leave"
  package static let summary = "Revokes the token of the calling device at once: nothing more is taken from it."
  package static let effect = MethodEffect.change
  package static let roles: Set<Role> = [.caregiver]
  package static let errors: [ErrorKind] = [.requestIdReused, .unavailable, .busy]
}
