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
      resource.add("name", [Self.name(worker.name, worker.nameParts)])
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
      resource.add("name", [Self.name(client.name, client.nameParts)])
      resource.add("telecom", Self.telecom(client.phone))
      resource.add("birthDate", client.birthDate?.text)
      if client.isDeceased { resource.add("deceasedBoolean", true) }
      let addresses = Self.addresses(client)
      if !addresses.isEmpty { resource.add("address", addresses) }
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

  /// A name, with its parts where they are known. A name as a register has it, "Chen, Margaret", stands alone: with its
  /// parts beside it, it would be read as they are.
  private static func name(_ name: String, _ parts: NameParts) -> JSONObjectText {
    .make { member in
      member.add("use", "usual")
      member.add("text", name)
      guard !name.contains(",") else { return }
      member.add("family", parts.family)
      member.add("given", texts: parts.given)
      member.add("prefix", texts: [parts.prefix].compactMap(\.self))
      member.add("suffix", texts: [parts.suffix].compactMap(\.self))
    }
  }

  /// An address, with its parts where they are known. Lines that do not make the address as it is shown are left out:
  /// they would be read in its place.
  /// Today's home and those that upstream has announced, each with its period.
  private static func addresses(_ client: Client) -> [JSONObjectText] {
    let moves = client.later.filter { $0.address != nil }.map(\.from)
    let starts = [nil] + moves.map(Optional.some)
    return zip(starts, moves.map(Optional.some) + [nil]).compactMap { start, next in
      let home = start.map(client.homes.home(at:)) ?? client.homes.home
      let end = next.map { Instant(milliseconds: $0.milliseconds - 1) }
      return address(home.address, home.parts, use: "home", from: start, to: end)
    }
  }

  /// An address.
  ///
  /// - Parameters:
  ///   - start: When it begins to hold; `nil`: long ago.
  ///   - end: When it holds last; `nil`: nothing tells.
  static func address(
    _ line: String?, _ parts: PostalAddress, use: String? = nil, from start: Instant? = nil, to end: Instant? = nil
  ) -> JSONObjectText? {
    guard line != nil || !parts.isEmpty else { return nil }
    return .make { address in
      address.add("use", use)
      if start != nil || end != nil {
        address.add("period") { period in
          period.add("start", start?.utcText)
          period.add("end", end?.utcText)
        }
      }
      address.add("text", line)
      if line == parts.street { address.add("line", texts: parts.lines) }
      address.add("city", parts.city)
      address.add("district", parts.district)
      address.add("state", parts.region)
      address.add("postalCode", parts.postalCode)
      address.add("country", parts.country)
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
