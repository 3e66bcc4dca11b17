package import JSONRPC

/// `emergency.list`: the emergencies.
package enum EmergencyList: Method {
  /// What `emergency.list` takes.
  package struct Parameters: MethodParameters {
    /// Only those that nobody has ended, or only those that somebody has.
    package let isOpen: Bool?
    /// Only this worker's.
    package let worker: String?
    /// How many at most; default 100.
    package let limit: Int?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      isOpen = try reader.optional("open", .flag, "Only those that nobody has ended; false: only those that are over.")
      worker = try reader.optional("worker", .worker, "Only this worker's.")
      limit = try reader.optional("limit", .integer(1...1000), "How many at most; default 100.")
    }
  }

  /// Emergencies.
  package struct Answer: WireObject {
    /// The newest first; those that are not in the database yet before all others.
    package var emergencies: [EmergencyView]

    package init(emergencies: [EmergencyView]) {
      self.emergencies = emergencies
    }

    package static let members: [Member<Answer>] = [
      Member("emergencies", { $0.emergencies }, "The newest first; those not in the database yet before all others.")
    ]
  }

  package static let name = "emergency.list"
  package static let summary = "The emergencies, the newest first."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}
