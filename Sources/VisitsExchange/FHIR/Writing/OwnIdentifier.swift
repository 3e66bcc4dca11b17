package import FHIR
package import VisitsModel

/// The identifiers with which our own records go upstream, by which they are found there again: made of a thing's UUID,
/// so that no two sends differ.
package enum OwnIdentifier {
  /// The system that R4 gives to identifiers that are URIs.
  package static let system = "urn:ietf:rfc:3986"

  /// The identifier of what has that UUID.
  package static func value(_ uuid: String) -> String { "urn:uuid:\(uuid)" }

  /// A search for it.
  package static func search(_ uuid: String) -> FHIRRequest.QueryItem {
    FHIRRequest.QueryItem("identifier", "\(system)|\(value(uuid))")
  }

  /// The UUID of a second record of the same thing: its own as version 8, which is for makers to fill (RFC 9562, 5.8).
  package static func second(of uuid: String) -> String {
    var characters = Array(uuid)
    guard characters.count == 36 else { return uuid }
    characters[14] = "8"
    return String(characters)
  }

  /// The UUID of the thing for which our second record with this identifier was made; `nil` if no second record of ours
  /// has such an identifier.
  package static func first(of value: String) -> String? {
    var characters = Array(value)
    let prefix = Array(self.value(""))
    guard characters.starts(with: prefix), characters.count == prefix.count + 36 else { return nil }
    characters.removeFirst(prefix.count)
    guard characters[14] == "8" else { return nil }
    characters[14] = "7"
    return String(characters)
  }

  /// The UUID of the thing that an identity of ours names: a UUIDv7 in lower case, as all things have. `nil` for any
  /// other identity.
  package static func thing(_ identity: UpstreamIdentity) -> String? {
    let prefix = value("")
    guard identity.isOwn, identity.value.hasPrefix(prefix) else { return nil }
    let uuid = identity.value.dropFirst(prefix.count)
    let isUUID =
      uuid.utf8.count == 36
      && uuid.utf8.enumerated().allSatisfy { index, byte in
        switch index {
        case 8, 13, 18, 23: byte == UInt8(ascii: "-")
        case 14: byte == UInt8(ascii: "7")
        default:
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
      }
    return isUUID ? String(uuid) : nil
  }

  static func json(_ uuid: String) -> JSONDocument { ["system": .string(system), "value": .string(value(uuid))] }
}

extension UpstreamIdentity {
  /// The identity that our own identifier gives to the thing with a UUID.
  package init(own uuid: String) { self.init(system: OwnIdentifier.system, value: OwnIdentifier.value(uuid)) }

  /// Whether it comes from our own identifier.
  package var isOwn: Bool { system == OwnIdentifier.system }
}

/// A worker or client as a record of ours refers to them.
package struct UpstreamActor: Sendable, Hashable {
  /// Practitioner or Patient.
  let type: String
  /// Their record, "Patient/17", or its address in a Bundle; `nil`: upstream has none, and they are told by our identifier and name.
  let reference: String?
  let key: PersonKey
  let name: String
  /// A reference to somebody else in the record upstream, which this person takes the place of; `nil`: none.
  package var displaced: String?

  /// A worker.
  package init(_ worker: Worker, at address: RecordAddress?) {
    self.init(type: "Practitioner", reference: address, key: worker.key, name: worker.name)
  }

  /// A client.
  package init(_ client: Client, at address: RecordAddress?) {
    self.init(type: "Patient", reference: address, key: client.key, name: client.name)
  }

  /// A worker in a Bundle that they stand in.
  init(inBundle worker: Worker) { self.init(type: "Practitioner", inBundle: worker.key, name: worker.name) }

  /// A client in a Bundle that they stand in.
  init(inBundle client: Client) { self.init(type: "Patient", inBundle: client.key, name: client.name) }

  private init(type: String, inBundle key: PersonKey, name: String) {
    (self.type, self.key, self.name) = (type, key, name)
    reference = OwnIdentifier.value(key.rawValue)
  }

  private init(type: String, reference: RecordAddress?, key: PersonKey, name: String) {
    self.type = type
    self.reference = reference?.reference
    self.key = key
    self.name = name
  }

  /// How a record may name them.
  func identities(for reader: UpstreamReader) -> [UpstreamIdentity] {
    [reference.flatMap(reader.identity(in:)), UpstreamIdentity(own: key.rawValue)].compactMap(\.self)
  }

  /// Whether a reference gives way to one to this person: it tells a person by our identifier, and upstream has a record of
  /// this person by now; or it means somebody else.
  func replaces(_ reference: JSONDocument?) -> Bool {
    if let displaced, reference?["reference"]?.string == displaced { return true }
    return self.reference != nil && reference?.isOwnIdentifier == true
  }

  /// As a Reference (R4, references).
  var json: JSONDocument {
    if let reference { return ["reference": .string(reference)] }
    return [
      "type": .string(type), "identifier": OwnIdentifier.json(key.rawValue), "display": .string(name),
    ]
  }
}

extension JSONDocument {
  /// Whether a reference names no record, just our identifier.
  fileprivate var isOwnIdentifier: Bool {
    self["reference"] == nil && self["identifier"]?["system"]?.string == OwnIdentifier.system
  }
}

extension RecordAddress {
  /// As a record refers to it: "Patient/17".
  package var reference: String { "\(type)/\(id)" }
}
