import JSON
package import VisitsModel

extension BundleResource {
  /// A worker as a Practitioner.
  package init(_ worker: Worker) {
    self.init(
      "Practitioner", id: worker.id.rawValue, uuid: worker.key.rawValue, version: worker.version,
      updatedAt: worker.updatedAt
    ) { resource in
      resource.add("extension", Self.zone(worker.zone))
      resource.add("active", worker.isActive)
      resource.add("name", [Self.name(worker.name)])
      resource.add("telecom", Self.telecom(worker.phone))
      if let locale = worker.locale {
        resource.add("communication", [Self.concept(system: "urn:ietf:bcp:47", code: locale)])
      }
    }
  }

  /// A client as a Patient.
  package init(_ client: Client) {
    self.init(
      "Patient", id: client.id.rawValue, uuid: client.key.rawValue, version: client.version,
      updatedAt: client.updatedAt
    ) { resource in
      resource.add("extension", Self.zone(client.zone))
      resource.add("active", client.isActive)
      resource.add("name", [Self.name(client.name)])
      resource.add("telecom", Self.telecom(client.phone))
      resource.add("birthDate", client.birthDate?.text)
      if let line = client.address {
        let address = JSONObjectText.make { address in
          address.add("use", "home")
          address.add("text", line)
        }
        resource.add("address", [address])
      }
      // A reference with a space in it is no url (R4, datatypes).
      if let photo = client.photo, !photo.contains(where: \.isWhitespace) {
        resource.add("photo", [.make { $0.add("url", photo) }])
      }
      if let contact = client.emergencyContact {
        let system = "http://terminology.hl7.org/CodeSystem/v2-0131"
        let person = JSONObjectText.make { person in
          person.add("relationship", [Self.concept(system: system, code: "C", text: "Emergency contact")])
          person.add("name", .make { $0.add("text", contact) })
        }
        resource.add("contact", [person])
      }
    }
  }

  /// A coded word.
  static func concept(system: String, code: String, text: String? = nil) -> JSONObjectText {
    .make { concept in
      let coding = JSONObjectText.make { coding in
        coding.add("system", system)
        coding.add("code", code)
      }
      concept.add("coding", [coding])
      concept.add("text", text)
    }
  }

  private static func zone(_ zone: Zone?) -> [JSONObjectText] {
    guard let zone else { return [] }
    return [
      .make { member in
        member.add("url", "http://hl7.org/fhir/StructureDefinition/timezone")
        member.add("valueCode", zone.identifier)
      }
    ]
  }

  /// Which of a name's words is the family's is not known, so none is said to be.
  private static func name(_ name: String) -> JSONObjectText {
    .make { member in
      member.add("use", "usual")
      member.add("text", name)
    }
  }

  private static func telecom(_ phone: String?) -> [JSONObjectText] {
    guard let phone else { return [] }
    return [
      .make { member in
        member.add("system", "phone")
        member.add("value", phone)
      }
    ]
  }
}
