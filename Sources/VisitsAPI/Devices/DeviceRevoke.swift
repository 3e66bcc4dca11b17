package import JSONRPC

/// `device.revoke`: takes a device's access away.
package enum DeviceRevoke: Method {
  /// What `device.revoke` takes.
  package struct Parameters: ChangingParameters {
    /// Which device.
    package let device: String
    /// Why.
    package let reason: String
    /// Whether the device may not even report any more; default false.
    package let lost: Bool?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      device = try reader.required("device", .device, "Which device.")
      reason = try reader.required("reason", .words(1, 2000), "Why: lost, replaced, has left.")
      lost = try reader.optional(
        "lost", .flag, "Ends everything at once; else the device still reports what was recorded, for 35 days.")
      change = try reader.change()
    }
  }

  package typealias Answer = DeviceAnswer

  package static let name = "device.revoke"
  package static let summary = "Takes a device's token, or its unused code, away for good: it reads nothing any more."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy]
}
