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
  /// The place, when it is not the client's address, or once it has been made. Parts of another address say nothing of a
  /// new one.
  package var address: String? {
    didSet {
      guard address != oldValue else { return }
      addressParts = PostalAddress()
      isAtHome = false
    }
  }
  /// The parts of that address, as far as they are known.
  package var addressParts: PostalAddress
  /// Whether the address is just the client's home, written down when somebody came: the visit has none of its own.
  package private(set) var isAtHome: Bool
  /// By video or telephone; `nil`: somebody comes.
  package var virtual: VirtualPlace?
  /// What is done, in the agency's words.
  package var service: String?
  /// What its payer calls that, where it is not what the payer calls other visits of this service.
  package var serviceCode: ServiceCode?
  /// Why it is made, in upstream's words (FHIR Appointment.reasonCode).
  package var purpose: String?
  /// What the client should know or do before (FHIR Appointment.patientInstruction).
  package var instruction: String?
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
    addressParts: PostalAddress = PostalAddress(), isAtHome: Bool = false, virtual: VirtualPlace? = nil,
    service: String? = nil, serviceCode: ServiceCode? = nil,
    purpose: String? = nil, instruction: String? = nil, note: String? = nil, life: Life = .scheduled,
    series: String? = nil, attendances: [Attendance] = [], isWithdrawn: Bool = false, version: Int = 0,
    updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    self.id = id
    self.worker = worker
    self.client = client
    self.start = start
    self.end = end
    self.address = address
    self.addressParts = addressParts
    self.isAtHome = isAtHome
    self.virtual = virtual
    self.service = service
    self.serviceCode = serviceCode
    self.purpose = purpose
    self.instruction = instruction
    self.note = note
    self.life = life
    self.series = series
    self.attendances = attendances
    self.isWithdrawn = isWithdrawn
    self.version = version
    self.updatedAt = updatedAt
  }

  /// Writes down where a visit took place that has no address of its own: clients move.
  ///
  /// - Parameter moment: When the worker was there.
  package mutating func keepPlace(of client: Client?, at moment: Instant) {
    guard address == nil, let home = client?.homes.home(at: moment), home.address != nil else { return }
    address = home.address
    addressParts = home.parts
    isAtHome = true
  }

  /// Gives the visit a place of its own, or takes that away: then it is at the client's home.
  package mutating func place(at own: String?, _ parts: PostalAddress) {
    guard own != nil || !isAtHome else { return }
    address = own
    addressParts = parts
    isAtHome = false
  }

  /// Takes over the address of another visit.
  package mutating func takePlace(of other: Visit) {
    address = other.address
    addressParts = other.addressParts
    isAtHome = other.isAtHome
  }

  /// Where it takes place, if that is not the client's home.
  package var ownAddress: String? { isAtHome ? nil : address }

  /// The state's name.
  package var status: Status { life.status }

  /// Whether it stands in a plan that others must keep clear of: not cancelled, missed or withdrawn.
  package var occupiesItsTime: Bool {
    !isWithdrawn && status != .cancelled && status != .missed
  }
}
