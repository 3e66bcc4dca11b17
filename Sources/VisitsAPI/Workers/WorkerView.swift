/// A worker as the API shows it.
package struct WorkerView: WireObject {
  /// The readable id.
  package var id: String
  /// The opaque id that stands in logs.
  package var key: String
  /// The full name.
  package var name: String
  /// The parts of the name.
  package var nameParts: NamePartsView
  /// For where there is no photo.
  package var initials: String
  /// The zone of the worker's days; null: the agency's.
  package var timeZone: String?
  /// A telephone number.
  package var phone: String?
  /// The language of what the worker sees.
  package var locale: String?
  /// What aggregators of visit verification call the worker.
  package var identifiers: [String]
  /// Whether the worker still works here.
  package var isActive: Bool
  /// Grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Timestamp

  package init(
    id: String, key: String, name: String, nameParts: NamePartsView, initials: String, timeZone: String?,
    phone: String?, locale: String?, identifiers: [String], isActive: Bool, version: Int, updatedAt: Timestamp
  ) {
    self.id = id
    self.key = key
    self.name = name
    self.nameParts = nameParts
    self.initials = initials
    self.timeZone = timeZone
    self.phone = phone
    self.locale = locale
    self.identifiers = identifiers
    self.isActive = isActive
    self.version = version
    self.updatedAt = updatedAt
  }

  package static let members: [Member<WorkerView>] =
    own + NamePartsView.members.map { Member(of: { $0.nameParts }, $0) }

  private static let own: [Member<WorkerView>] = [
    Member("id", { $0.id }, "The readable id."),
    Member("key", { $0.key }, "The opaque id that stands in logs."),
    Member("name", { $0.name }, "The full name."),
    Member("initials", { $0.initials }, "For where there is no photo."),
    Member(nullable: "timeZone", { $0.timeZone }, "The zone of the worker's days; null: the agency's."),
    Member(nullable: "phone", { $0.phone }, "A telephone number."),
    Member(nullable: "locale", { $0.locale }, "The language of what the worker sees."),
    Member("identifiers", { $0.identifiers }, "What aggregators of visit verification call the worker."),
    Member("active", { $0.isActive }, "Whether the worker still works here."),
    Member("version", { $0.version }, "Grows by 1 with each change."),
    Member("updatedAt", { $0.updatedAt }, "The last change."),
  ]
}

/// `{"worker":…}`
package struct WorkerAnswer: WireObject {
  /// The worker.
  package var worker: WorkerView

  package init(worker: WorkerView) {
    self.worker = worker
  }

  package static let members: [Member<WorkerAnswer>] = [Member("worker", { $0.worker }, "The worker.")]
}
