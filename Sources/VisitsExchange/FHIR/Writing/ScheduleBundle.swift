import FHIR
import JSON
import VisitsModel

/// Writes a schedule as a FHIR R4 Bundle (http://hl7.org/fhir/R4/bundle.html) of type collection, part by part: what is
/// written one after the other is one JSON text.
///
/// Everything has its own UUID as address and identifier, so that it is found again wherever it is read, here too. A
/// visit is an Appointment; once something is known of when it was made, an Encounter stands beside it.
package enum ScheduleBundle {
  /// What stands before the first entry.
  package static let opening = #"{"resourceType":"Bundle","type":"collection""#

  /// An entry.
  package static func entry(_ resource: BundleResource, isFirst: Bool) -> String {
    let entry = JSONObjectText.make { entry in
      entry.add("fullUrl", resource.address)
      entry.add("resource", resource.json)
    }
    return (isFirst ? ",\"entry\":[\n" : ",\n") + entry.text
  }

  /// What stands behind the last entry. FHIR knows no empty list (R4, json), so that without entries there is none.
  package static func closing(isEmpty: Bool) -> String { isEmpty ? "}\n" : "\n]}\n" }
}

/// A resource of a Bundle that is written.
package struct BundleResource: Sendable {
  let address: String
  let json: JSONObjectText

  /// - Parameters:
  ///   - id: Its id, which is readable where it is a person's.
  ///   - uuid: By which it is known everywhere.
  ///   - members: Adds what else there is.
  init(
    _ type: String, id: String, uuid: String, version: Int, updatedAt: Instant,
    _ members: (inout JSONObjectText) -> Void
  ) {
    address = Self.address(uuid)
    json = JSONObjectText.make { [address] resource in
      resource.add("resourceType", type)
      resource.add("id", id)
      resource.add(
        "meta",
        .make { meta in
          meta.add("versionId", String(version))
          meta.add("lastUpdated", updatedAt.utcText)
        })
      members(&resource)
      // The system that R4 gives to identifiers that are URIs.
      guard type != "Encounter" else { return }
      resource.add(
        "identifier",
        [
          .make { identifier in
            identifier.add("system", "urn:ietf:rfc:3986")
            identifier.add("value", address)
          }
        ])
    }
  }

  /// A record as sync writes it.
  ///
  /// - Parameter document: With its id and its identifier.
  init(_ document: JSONDocument, uuid: String, version: Int, updatedAt: Instant) {
    address = Self.address(uuid)
    var document = document
    document["meta"] = ["versionId": .string(String(version)), "lastUpdated": .string(updatedAt.utcText)]
    json = JSONObjectText.make { resource in
      for member in document.members {
        resource.add(member.name, json: String(decoding: member.value.json, as: UTF8.self))
      }
    }
  }

  /// The address of what has that UUID.
  static func address(_ uuid: String) -> String { "urn:uuid:\(uuid)" }

  /// A reference to what has that UUID.
  static func reference(_ uuid: String) -> JSONObjectText {
    .make { $0.add("reference", address(uuid)) }
  }
}
