package import JSONRPC

/// `worker.put`: a worker, new or changed.
package enum WorkerPut: Method {
  /// What `worker.put` takes.
  package struct Parameters: ChangingParameters {
    /// The readable id; `nil`: a new worker gets one that is made of the name.
    package let id: String?
    /// The full name; needed for a new one.
    package let name: String?
    /// The parts of the name.
    package let nameFields: NameFields
    /// The zone of the worker's days.
    package let timeZone: Given<String>
    /// A telephone number.
    package let phone: Given<String>
    /// The language of what the worker sees.
    package let locale: Given<String>
    /// What aggregators of visit verification call the worker.
    package let identifiers: Given<[String]>
    /// Whether the worker still works here.
    package let active: Bool?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      id = try reader.optional(
        "id", .worker,
        "The readable id: a-z, 0-9 and hyphens. Without it a worker is added whose id is made of the name, and who must not "
          + "be there yet.")
      name = try reader.optional("name", .personName, "The full name; needed for a new one.")
      nameFields = try reader.nameFields()
      timeZone = try reader.nullable("timeZone", .timeZone, "The zone of the worker's days.")
      phone = try reader.nullable("phone", .words(1, 64), "A telephone number.")
      locale = try reader.nullable("locale", .languageTag, "The language of what the worker sees.")
      identifiers = try reader.keyedIDs(
        "identifiers", .workerIdentifier, maximum: 4,
        "What aggregators of visit verification call the worker: code, license, registry, and ssn, the last five digits "
          + "of the social security number; null: none.")
      active = try reader.optional(
        "active", .flag,
        "Whether the worker still works here. Devices of a worker who has left read nothing; for 35 days they may tell "
          + "what happened in the field, and they may always call for help.")
      change = try reader.change()
    }
  }

  package typealias Answer = WorkerAnswer

  package static let name = "worker.put"
  package static let summary =
    "Adds a worker or changes one; what is left out stays, but parts of a name that is replaced."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy]
}
