/// One meeting of a worker and a client at a place, planned from start to end (FHIR Appointment; once started, an
/// Encounter of class HH).
package struct Visit: Sendable, Hashable, Codable {
  /// A visit lasts at most a day.
  package static let longest: Int64 = 24 * 3600 * 1000

  /// The id.
  package var id: VisitID
  /// Who makes it; `nil`: the visit is open.
  package var worker: WorkerID?
  /// Who receives it.
  package var client: ClientID
  /// The planned start.
  package var start: Instant
  /// The planned end, after the start.
  package var end: Instant
  /// The place, when it is not the client's address.
  package var address: String?
  /// What is done, in the agency's words.
  package var service: String?
  /// What a caregiver or coordinator noted.
  package var note: String?
  /// Where it stands in its life.
  package var life: Life
  /// The series it belongs to.
  package var series: String?
  /// What devices reported of it that it has no room for.
  package var attendances: [Attendance]
  /// Taken back by the agency's system of record as entered in error: hidden from every view, kept in the audit.
  package var isWithdrawn: Bool
  /// Starts at 1 and grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Instant

  /// A visit; version and instant are set by the store when it is kept.
  package init(
    id: VisitID, worker: WorkerID?, client: ClientID, start: Instant, end: Instant, address: String? = nil,
    service: String? = nil, note: String? = nil, life: Life = .scheduled, series: String? = nil,
    attendances: [Attendance] = [], isWithdrawn: Bool = false, version: Int = 0,
    updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    self.id = id
    self.worker = worker
    self.client = client
    self.start = start
    self.end = end
    self.address = address
    self.service = service
    self.note = note
    self.life = life
    self.series = series
    self.attendances = attendances
    self.isWithdrawn = isWithdrawn
    self.version = version
    self.updatedAt = updatedAt
  }

  /// The state's name.
  package var status: Status { life.status }

  /// Whether it stands in a plan that others must keep clear of: not cancelled, missed or withdrawn.
  package var occupiesItsTime: Bool {
    !isWithdrawn && status != .cancelled && status != .missed
  }
}
