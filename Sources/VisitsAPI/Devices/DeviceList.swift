package import JSONRPC

/// `device.list`: the workers' devices.
package enum DeviceList: Method {
  /// What `device.list` takes.
  package struct Parameters: MethodParameters {
    /// Only this worker's.
    package let worker: String?
    /// Whether those that are of no use any more are in it.
    package let all: Bool?
    /// How many at most; default 100.
    package let limit: Int?
    /// Where the page before ended.
    package let after: String?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      worker = try reader.optional("worker", .worker, "Only this worker's.")
      all = try reader.optional("all", .flag, "Whether those that were revoked or have expired are in it.")
      limit = try reader.optional("limit", .integer(1...1000), "How many at most; default 100.")
      after = try reader.optional("after", .device, "Where the page before ended.")
    }
  }

  /// A page of devices.
  package struct Answer: WireObject {
    /// In the order in which they were invited.
    package var devices: [DeviceView]
    /// Send it as `after` for the rest; null at the end.
    package var next: String?

    package init(devices: [DeviceView], next: String?) {
      self.devices = devices
      self.next = next
    }

    package static let members: [Member<Answer>] = [
      Member("devices", { $0.devices }, "In the order in which they were invited."),
      Member(nullable: "next", { $0.next }, "Send it as after for the rest; null at the end."),
    ]
  }

  package static let name = "device.list"
  package static let summary = "The workers' devices, in the order in which they were invited."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound]
}
