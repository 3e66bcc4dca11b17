package import JSONRPC

/// `device.enrol`: a device uses its code.
package enum DeviceEnrol: Method {
  /// What `device.enrol` takes.
  package struct Parameters: OnceParameters {
    /// The code, as it was typed.
    package let code: String
    /// What its owner calls the device.
    package let name: String?
    /// The key of the worker whose code alone the device may use; `nil` for any worker's.
    package let onlyWorker: String?
    /// Where the call came from.
    package let source: String?
    /// The caller's own id of this change.
    package let requestId: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      code = try reader.required("code", .code, "The code; case, blanks and hyphens do not matter.")
      name = try reader.optional("name", .personName, "What its owner calls the device.")
      onlyWorker = try reader.optional(
        "onlyWorker", .workerKey, "The key of the only worker whose code is taken; another worker's stays unused.")
      source = try reader.optional(
        "source", .source, "The address from which the gateway was called: wrong codes are counted for each.")
      requestId = try reader.requestId()
    }
  }

  /// The device, and its token.
  package struct Answer: WireObject {
    /// The device.
    package var device: DeviceView
    /// The token.
    package var token: String

    package init(device: DeviceView, token: String) {
      self.device = device
      self.token = token
    }

    package static let members: [Member<Answer>] = [
      Member("device", { $0.device }, "The device."),
      Member("token", { $0.token }, "To be sent as auth from here on; kept nowhere but on the device."),
    ]
  }

  package static let name = "device.enrol"
  package static let summary = "A device uses its code, which is of no use afterwards, and gets its token."
  package static let effect = MethodEffect.change
  package static let roles: Set<Role> = [.gateway]
  package static let errors: [ErrorKind] = [.unauthenticated, .otherWorker, .requestIdReused, .unavailable, .busy]
}
