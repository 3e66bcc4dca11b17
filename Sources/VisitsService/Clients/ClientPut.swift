import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension ClientPut: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    // A program may still know a merged client by the former id.
    let id = try transaction.successor(of: named(parameters, in: transaction))
    // A name alone must not change the client who has it already.
    let expectedVersion = parameters.id == nil ? 0 : parameters.change.expectedVersion
    var client: Client
    if try transaction.client(id) == nil, expectedVersion ?? 0 == 0 {
      guard let name = parameters.name else { throw Refusal.invalid(field: "name", .missing) }
      client = Client(id: id, key: transaction.newPersonKey(), name: name)
    } else {
      client = try transaction.client(id, expectedVersion: expectedVersion)
    }
    if let name = parameters.name { client.name = name }
    if !parameters.nameFields.areLeft { client.nameParts = client.nameParts.changed(by: parameters.nameFields) }
    client.change(address: parameters.address, parameters.addressFields)
    client.zone = try parameters.timeZone.map { try Call.zone(named: $0) }.over(client.zone)
    client.birthDate = try parameters.birthDate.map { try call.birthDate($0.careDay) }.over(client.birthDate)
    client.location = parameters.location.map { $0.position }.over(client.location) ?? nil
    client.phone = parameters.phone.over(client.phone)
    client.accessNote = parameters.accessNote.over(client.accessNote)
    client.emergencyContact = parameters.emergencyContact.over(client.emergencyContact)
    client.photo = parameters.photo.over(client.photo)
    client.memberIDs = Call.keyed(parameters.memberIDs).over(client.memberIDs) ?? KeyedIDs()
    if let critical = parameters.timeCritical { client.isTimeCritical = critical }
    if let active = parameters.active { client.isActive = active }
    if let deceased = parameters.deceased { client.isDeceased = deceased }
    return .client(try transaction.put(client))
  }

  /// The id that the caller gives, or the id that the name makes.
  private static func named(_ parameters: Parameters, in transaction: ChangeTransaction) throws -> ClientID {
    guard let given = parameters.id else {
      guard let name = parameters.name else { throw Refusal.invalid(field: "name", .missing) }
      // A name without a letter that an id can hold says nothing of who else has it.
      guard let made = Slug.make(from: name).flatMap(ClientID.init(rawValue:)) else {
        return try transaction.freeClientID(base: "client")
      }
      return made
    }
    guard let id = ClientID(rawValue: given) else { throw Refusal.invalid(field: "id", .notASlug(given)) }
    return id
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    guard case .client(let client) = outcome else { throw UnfitOutcome() }
    return Answer(client: ClientView.compose(client, in: call.view))
  }
}

extension ChangeTransaction {
  /// Returns the client with the id. If that client was merged into another one, returns the other client.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)`` if no client has the id.
  func knownClient(_ id: String) throws -> Client {
    guard let client = try meantClient(id) else { throw Refusal.notFound(.client, id: id) }
    return client
  }
}
