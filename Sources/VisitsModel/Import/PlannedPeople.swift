/// The two kinds of people that an upstream identity can stand for.
package enum PersonKind: String, Sendable, Hashable, Codable {
  /// A caregiver.
  case worker
  /// A person who receives care.
  case client
}

/// What a record said before one of its periods began or ended.
package struct EarlierReading<Planned: Sendable & Hashable>: Sendable, Hashable {
  /// When it ceased to say so.
  package var until: Instant
  /// The record as it was read before.
  package var record: Planned

  /// An earlier reading.
  package init(until: Instant, record: Planned) {
    self.until = until
    self.record = record
  }
}

/// A worker as upstream knows them.
package struct PlannedWorker: Sendable, Hashable {
  /// Address first, then identifiers; never empty.
  package var identities: [UpstreamIdentity]
  /// The id for a worker who is new, before any "-2" that makes it unique.
  package var slug: String
  /// The name as people say it.
  package var name: String
  /// The parts of the name.
  package var nameParts: NameParts
  /// The worker's zone, if upstream says it.
  package var zone: Zone?
  /// A telephone number.
  package var phone: String?
  /// The language, BCP 47.
  package var locale: String?
  /// Whether the worker still works here.
  package var isActive: Bool
  /// The facts that change later.
  package var later: [LaterFacts] = []
  /// The same record as it was read before some of its periods began or ended, in order.
  package var earlier: [EarlierReading<PlannedWorker>] = []
  /// Where it was read: "entry[0] Practitioner/sarah".
  package var place: String

  /// A worker to keep.
  package init(
    identities: [UpstreamIdentity], slug: String, name: String, nameParts: NameParts = NameParts(), zone: Zone? = nil,
    phone: String? = nil, locale: String? = nil, isActive: Bool = true, place: String
  ) {
    self.identities = identities
    self.slug = slug
    self.name = name
    self.nameParts = nameParts
    self.zone = zone
    self.phone = phone
    self.locale = locale
    self.isActive = isActive
    self.place = place
  }
}

/// A client as upstream knows them.
package struct PlannedClient: Sendable, Hashable {
  /// Address first, then identifiers; never empty.
  package var identities: [UpstreamIdentity]
  /// The id for a client who is new, before any "-2" that makes it unique.
  package var slug: String
  /// The name as people say it.
  package var name: String
  /// The parts of the name.
  package var nameParts: NameParts
  /// Home, in one line.
  package var address: String?
  /// The parts of that address.
  package var addressParts: PostalAddress
  /// The client's zone, if upstream says it.
  package var zone: Zone?
  /// The zone that the home address names. It counts where `zone` is `nil`. It is not part of ``words``, because earlier
  /// versions of this program did not read it.
  package var homeZone: Zone?
  /// The full date of birth; a year alone is none.
  package var birthDate: CareDay?
  /// A telephone number.
  package var phone: String?
  /// Whom to call: name, relationship, number.
  package var emergencyContact: String?
  /// Where a photo can be fetched.
  package var photo: String?
  /// Whether the client still receives care.
  package var isActive: Bool
  /// Whether the client has died.
  package var isDeceased: Bool
  /// The record that took this one's place upstream.
  package var replacedBy: UpstreamIdentity?
  /// Whether earlier versions of this program read no address of the same text.
  package var wasWithoutAddress = false
  /// The facts that change later.
  package var later: [LaterFacts] = []
  /// The same record as it was read before some of its periods began or ended, in order.
  package var earlier: [EarlierReading<PlannedClient>] = []
  /// Where it was read: "entry[1] Patient/margaret-chen".
  package var place: String

  /// A client to keep.
  package init(
    identities: [UpstreamIdentity], slug: String, name: String, nameParts: NameParts = NameParts(),
    address: String? = nil, addressParts: PostalAddress = PostalAddress(), zone: Zone? = nil,
    birthDate: CareDay? = nil, phone: String? = nil, emergencyContact: String? = nil, photo: String? = nil,
    isActive: Bool = true, isDeceased: Bool = false, replacedBy: UpstreamIdentity? = nil, place: String
  ) {
    self.identities = identities
    self.slug = slug
    self.name = name
    self.nameParts = nameParts
    self.address = address
    self.addressParts = addressParts
    self.zone = zone
    self.birthDate = birthDate
    self.phone = phone
    self.emergencyContact = emergencyContact
    self.photo = photo
    self.isActive = isActive
    self.isDeceased = isDeceased
    self.replacedBy = replacedBy
    self.place = place
  }
}
