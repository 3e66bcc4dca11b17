/// A caregiver who makes visits (FHIR Practitioner).
package struct Worker: Sendable, Hashable, Codable {
  /// The readable id.
  package var id: WorkerID
  /// The opaque id that may stand in logs.
  package var key: PersonKey
  /// The full name as people say it. Parts of another name say nothing of a new one.
  package var name: String { didSet { if name != oldValue { nameParts = NameParts() } } }
  /// The parts of the name, as far as they are known.
  package var nameParts: NameParts
  /// Where the worker's days begin and end; `nil`: the agency's zone.
  package var zone: Zone?
  /// A telephone number as a person would dial it.
  package var phone: String?
  /// The language of what the worker sees, BCP 47; `nil`: the agency's.
  package var locale: String?
  /// What aggregators of visit verification call the worker, by ``WorkerIdentifierKind``.
  package var identifiers: KeyedIDs
  /// Whether the worker still works here.
  package var isActive: Bool
  /// The facts that upstream has announced, in the order in which they take effect.
  package var later: [LaterFacts]
  /// Starts at 1 and grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Instant

  /// A worker; version and instant are set by the store when it is kept.
  package init(
    id: WorkerID, key: PersonKey, name: String, nameParts: NameParts = NameParts(), zone: Zone? = nil,
    phone: String? = nil, locale: String? = nil, identifiers: KeyedIDs = KeyedIDs(), isActive: Bool = true,
    later: [LaterFacts] = [], version: Int = 0, updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    self.id = id
    self.key = key
    self.name = name
    self.nameParts = nameParts
    self.zone = zone
    self.phone = phone
    self.locale = locale
    self.identifiers = identifiers
    self.isActive = isActive
    self.later = later
    self.version = version
    self.updatedAt = updatedAt
  }
}
