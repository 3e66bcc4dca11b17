/// Everything that upstream says of a thing, as one text: two that are equal say the same.
extension PlannedWorker {
  package var words: String { joined(parts + nameParts.words) }

  /// The same as earlier versions read it, or this one at an earlier time.
  package var formerWords: [String] { [joined(parts)] + earlier.map(\.record.words) }

  private var parts: [String?] { [name, zone?.identifier, phone, locale, isActive ? "active" : "inactive"] }
}

extension PlannedClient {
  package var words: String {
    joined(parts + nameParts.words + addressParts.words + (isDeceased ? ["deceased"] : []))
  }

  /// The same as earlier versions read it, or this one at an earlier time.
  package var formerWords: [String] {
    var former = self
    if wasWithoutAddress { (former.address, former.addressParts) = (nil, PostalAddress()) }
    return [former.words, joined(former.parts)] + earlier.map(\.record.words)
  }

  private var parts: [String?] {
    [
      name, address, zone?.identifier, birthDate?.text, phone, emergencyContact, photo,
      isActive ? "active" : "inactive",
    ]
  }
}

extension PlannedVisit {
  package var words: String { joined(core + details) }

  /// The same as earlier versions read it.
  package var formerWords: [String] {
    var before = self
    if let former {
      (before.address, before.addressParts) = (former.address, former.addressParts)
      (before.virtual, before.service, before.purpose) = (former.virtual, former.service, former.purpose)
    }
    return [joined(before.core + before.details), joined(before.core)]
  }

  private var core: [String?] {
    let checks = [life.checkIn, life.checkOut].map { $0.map { String($0.at.milliseconds) } }
    return [
      client.system, client.value, worker?.system, worker?.value, String(start.milliseconds),
      String(end.milliseconds), address, service, note, life.status.rawValue, life.reason,
      life.missedBy?.rawValue,
    ] + checks
  }

  /// Nothing where there is none: a text that was taken in before these were is no news.
  private var details: [String?] {
    let facts = [purpose, instruction, virtual.map { $0.link ?? "" }]
    return (facts.allSatisfy { $0 == nil } ? [] : facts) + addressParts.words
  }
}

extension PlannedEncounter {
  /// Everything that it tells, as one text.
  package var words: String {
    let checks = [life.checkIn, life.checkOut].map { $0.map { String($0.at.milliseconds) } }
    return joined(["encounter", life.status.rawValue] + checks)
  }
}

extension NameParts {
  /// Nothing where no part is known: a text that was taken in before the parts were is no news.
  fileprivate var words: [String?] { isEmpty ? [] : [prefix] + given + [family, suffix] }
}

extension PostalAddress {
  fileprivate var words: [String?] { isEmpty ? [] : lines + [city, district, region, postalCode, country] }
}

/// With the length of each before it, so that nothing can be shifted from one to the next.
private func joined(_ parts: [String?]) -> String {
  parts.map { part in part.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined(separator: " ")
}

extension ImportPlan {
  /// The visits by the Appointment that they are parts of, in the order of the text.
  package var appointments: [(identities: [UpstreamIdentity], parts: [PlannedVisit])] {
    var order: [UpstreamIdentity] = []
    var groups: [UpstreamIdentity: (identities: [UpstreamIdentity], parts: [PlannedVisit])] = [:]
    for visit in visits {
      let identities = visit.appointment
      guard let key = identities.first else { continue }
      if groups[key] == nil { order.append(key) }
      groups[key, default: (identities, [])].parts.append(visit)
    }
    return order.compactMap { groups[$0] }
  }
}
