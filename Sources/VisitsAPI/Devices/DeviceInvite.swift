package import JSONRPC

/// `device.invite`: a code with which a worker enrols a device.
package enum DeviceInvite: Method {
  /// What `device.invite` takes.
  package struct Parameters: OnceParameters {
    /// Whose device.
    package let worker: String
    /// The caller's own id of this change.
    package let requestId: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      worker = try reader.required("worker", .worker, "Whose device.")
      requestId = try reader.requestId()
    }
  }

  /// The device that may come, and its code.
  package struct Answer: WireObject {
    /// The device.
    package var device: DeviceView
    /// The code, `K7QM-2V9X-4HTD`.
    package var code: String?

    package init(device: DeviceView, code: String?) {
      self.device = device
      self.code = code
    }

    package static let members: [Member<Answer>] = [
      Member("device", { $0.device }, "The device."),
      Member(
        nullable: "code", { $0.code },
        "The code, to be typed on the device; kept nowhere. Null for a repeat when it was used, or visitsd was restarted."
      ),
    ]
  }

  package static let name = "device.invite"
  package static let summary = "Makes a code with which a worker enrols a device, once and for a time."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .requestIdReused, .unavailable, .busy]
}
