/// A state's name on the wire.
package enum VisitStatus: String, WireWord, Hashable {
  case scheduled
  case inProgress
  case completed
  case cancelled
  case missed
}

/// Who caused it, when a visit was missed.
package enum MissedByWord: String, WireWord {
  case worker
  case client
  case agency
}

/// A visit as the API shows it.
package struct VisitView: WireObject {
  /// Times as a person types them in the visit's zone, exact: where the wall clock says too little, with an offset.
  package struct Typed: WireObject {
    /// The planned start: `2026-11-20T08:00`.
    package var start: String
    /// The planned end.
    package var end: String
    /// When the worker came.
    package var checkIn: String?
    /// When the worker left.
    package var checkOut: String?

    package init(start: String, end: String, checkIn: String? = nil, checkOut: String? = nil) {
      self.start = start
      self.end = end
      self.checkIn = checkIn
      self.checkOut = checkOut
    }

    package static let members: [Member<Typed>] = [
      Member("start", { $0.start }, "The planned start: 2026-11-20T08:00."),
      Member("end", { $0.end }, "The planned end."),
      Member(optional: "checkIn", { $0.checkIn }, "When the worker came."),
      Member(optional: "checkOut", { $0.checkOut }, "When the worker left."),
    ]
  }

  /// A day on which a visit stands that crosses midnight.
  package struct StandingDay: WireObject {
    /// The date, in the visit's zone.
    package var date: String
    /// "10:00 PM - Sat 6:00 AM" on the first day, "Since Friday 10:00 PM" on the second.
    package var time: String

    package init(date: String, time: String) {
      self.date = date
      self.time = time
    }

    package static let members: [Member<StandingDay>] = [
      Member("date", { $0.date }, "The date, in the visit's zone."),
      Member("time", { $0.time }, "The visit's time as it reads on that day."),
    ]
  }

  /// Finished texts for clients that know no zones.
  package struct Display: WireObject {
    /// The client's name.
    package var title: String
    /// The worker's name, or that the visit is open.
    package var worker: String
    /// The date, in the visit's zone.
    package var date: String
    /// "8:00 AM - 9:00 AM".
    package var time: String
    /// The state in words.
    package var status: String
    /// When the worker came: "8:02 AM".
    package var checkIn: String?
    /// When the worker left.
    package var checkOut: String?
    /// The check-in that was recorded first, where it was corrected.
    package var firstCheckIn: String?
    /// The check-out that was recorded first, where it was corrected.
    package var firstCheckOut: String?
    /// "Late", while it is.
    package var late: String?
    /// "Late since 10:15 AM", while it is.
    package var alert: String?
    /// The same times, to be typed.
    package var typed: Typed
    /// On which days of a window it stands, in a list that asks for them.
    package var days: [StandingDay]?

    package init(
      title: String, worker: String, date: String, time: String, status: String, checkIn: String? = nil,
      checkOut: String? = nil, firstCheckIn: String? = nil, firstCheckOut: String? = nil, late: String? = nil,
      alert: String? = nil, typed: Typed
    ) {
      self.title = title
      self.worker = worker
      self.date = date
      self.time = time
      self.status = status
      self.checkIn = checkIn
      self.checkOut = checkOut
      self.firstCheckIn = firstCheckIn
      self.firstCheckOut = firstCheckOut
      self.late = late
      self.alert = alert
      self.typed = typed
    }

    package static let members: [Member<Display>] = [
      Member("title", { $0.title }, "The client's name."),
      Member("worker", { $0.worker }, "The worker's name, or that the visit is open."),
      Member("date", { $0.date }, "The date, in the visit's zone."),
      Member("time", { $0.time }, "Planned from and to, in the visit's zone."),
      Member("status", { $0.status }, "The state in words."),
      Member(optional: "checkIn", { $0.checkIn }, "When the worker came, in the visit's zone."),
      Member(optional: "checkOut", { $0.checkOut }, "When the worker left, in the visit's zone."),
      Member(optional: "firstCheckIn", { $0.firstCheckIn }, "The first check-in, where it was corrected."),
      Member(optional: "firstCheckOut", { $0.firstCheckOut }, "The first check-out, where it was corrected."),
      Member(optional: "late", { $0.late }, "\"Late\", while it is."),
      Member(optional: "alert", { $0.alert }, "\"Late since 10:15 AM\", while it is."),
      Member("typed", { $0.typed }, "Times as a person types them in the visit's zone."),
      Member(
        optional: "days", { $0.days },
        "On which days of the window it stands, of a visit that crosses midnight in a list with overnight."),
    ]
  }

  /// A check-in or check-out.
  package struct CheckView: WireObject {
    /// When it happened.
    package var at: Timestamp
    /// When we heard of it.
    package var receivedAt: Timestamp
    /// Where.
    package var location: Place?
    /// Metres from the client's address.
    package var distance: Double?
    /// How we know: device, office, upstream.
    package var method: String
    /// Whether the clock that told it was plainly wrong.
    package var clockSuspect: Bool?
    /// Whether it was farther from the client's address than the setting allows.
    package var farAway: Bool?
    /// The first value, where it was corrected.
    package var firstAt: Timestamp?
    /// Why it was corrected.
    package var correction: String?
    /// The device that reported it.
    package var device: String?

    package init(
      at: Timestamp, receivedAt: Timestamp, location: Place?, distance: Double?, method: String, clockSuspect: Bool?,
      farAway: Bool?, firstAt: Timestamp?, correction: String?, device: String?
    ) {
      self.at = at
      self.receivedAt = receivedAt
      self.location = location
      self.distance = distance
      self.method = method
      self.clockSuspect = clockSuspect
      self.farAway = farAway
      self.firstAt = firstAt
      self.correction = correction
      self.device = device
    }

    package static let members: [Member<CheckView>] = [
      Member("at", { $0.at }, "When it happened."),
      Member("receivedAt", { $0.receivedAt }, "When we heard of it."),
      Member(nullable: "location", { $0.location }, "Where, if known."),
      Member(nullable: "distance", { $0.distance }, "Metres from the client's address, when both are known."),
      Member("method", { $0.method }, "How we know: device, office, upstream."),
      Member(optional: "clockSuspect", { $0.clockSuspect }, "True when the clock that told it was plainly wrong."),
      Member(optional: "farAway", { $0.farAway }, "True when farther from the client's address than the setting."),
      Member(optional: "firstAt", { $0.firstAt }, "The first value, where it was corrected."),
      Member(optional: "correction", { $0.correction }, "The reason code of the correction."),
      Member(optional: "device", { $0.device }, "The device that reported it, where one did."),
    ]
  }

  /// What a worker's device reported of a visit that has no room for it.
  package struct AttendanceView: WireObject {
    /// Finished texts for clients that know no zones.
    package struct Display: WireObject {
      /// The worker's name.
      package var worker: String
      /// When the worker came: "8:02 AM".
      package var checkIn: String?
      /// When the worker left.
      package var checkOut: String?

      package init(worker: String, checkIn: String?, checkOut: String?) {
        self.worker = worker
        self.checkIn = checkIn
        self.checkOut = checkOut
      }

      package static let members: [Member<Display>] = [
        Member("worker", { $0.worker }, "The worker's name where it is known, else the id."),
        Member(optional: "checkIn", { $0.checkIn }, "When the worker came, in the visit's zone."),
        Member(optional: "checkOut", { $0.checkOut }, "When the worker left, in the visit's zone."),
      ]
    }

    /// Finished texts in the caller's language.
    package var display: Display
    /// Who came.
    package var worker: String
    /// When the worker came.
    package var checkIn: CheckView?
    /// When the worker left.
    package var checkOut: CheckView?

    package init(display: Display, worker: String, checkIn: CheckView?, checkOut: CheckView?) {
      self.display = display
      self.worker = worker
      self.checkIn = checkIn
      self.checkOut = checkOut
    }

    package static let members: [Member<AttendanceView>] = [
      Member("display", { $0.display }, "Finished texts in the caller's language."),
      Member("worker", { $0.worker }, "Who came."),
      Member(nullable: "checkIn", { $0.checkIn }, "When the worker came."),
      Member(nullable: "checkOut", { $0.checkOut }, "When the worker left."),
    ]
  }

  /// Where the record stands with upstream.
  package enum Sync: String, WireWord {
    case local
    case pending
    case synced
    case parked
  }

  /// Finished texts in the caller's language.
  package var display: Display
  /// The visit's id.
  package var id: String
  /// The worker who makes it; `nil`: it is open, or the caller is not told.
  package var worker: String?
  /// The client who receives it.
  package var client: String
  /// The planned start.
  package var start: Timestamp
  /// The planned end.
  package var end: Timestamp
  /// The zone of its place.
  package var timeZone: String
  /// The address where it takes place.
  package var address: String?
  /// The parts of that address, where any is known.
  package var addressParts: AddressPartsView?
  /// The call by which it is held; `nil`: somebody comes.
  package var virtual: Card.Call?
  /// The service in the agency's words.
  package var service: String?
  /// The reason for which it is made, where upstream gives one.
  package var purpose: String?
  /// The preparation that the client is asked for, where any is known.
  package var instruction: String?
  /// The state's name.
  package var status: VisitStatus
  /// The moment at which the worker came.
  package var checkIn: CheckView?
  /// The moment at which the worker left.
  package var checkOut: CheckView?
  /// The note of the office or of a caregiver.
  package var note: String?
  /// The reason for which it was cancelled or missed.
  package var reason: String?
  /// The side that failed, of a missed visit.
  package var missedBy: MissedByWord?
  /// The series it belongs to.
  package var series: String?
  /// The payer's code of the service, where the visit has one of its own.
  package var serviceCode: String?
  /// The reports of devices for which it has no room.
  package var attendances: [AttendanceView]?
  /// The number that grows by 1 with each change.
  package var version: Int
  /// The moment of the last change.
  package var updatedAt: Timestamp
  /// The state of the record towards upstream.
  package var sync: Sync

  package init(
    display: Display, id: String, worker: String?, client: String, start: Timestamp, end: Timestamp,
    timeZone: String, address: String?, addressParts: AddressPartsView? = nil, virtual: Card.Call? = nil,
    service: String?, purpose: String? = nil, instruction: String? = nil, status: VisitStatus, checkIn: CheckView?,
    checkOut: CheckView?, note: String?, reason: String?, missedBy: MissedByWord?, series: String?,
    serviceCode: String? = nil, attendances: [AttendanceView]? = nil, version: Int, updatedAt: Timestamp, sync: Sync
  ) {
    self.display = display
    self.id = id
    self.worker = worker
    self.client = client
    self.start = start
    self.end = end
    self.timeZone = timeZone
    self.address = address
    self.addressParts = addressParts
    self.virtual = virtual
    self.service = service
    self.purpose = purpose
    self.instruction = instruction
    self.status = status
    self.checkIn = checkIn
    self.checkOut = checkOut
    self.note = note
    self.reason = reason
    self.missedBy = missedBy
    self.series = series
    self.serviceCode = serviceCode
    self.attendances = attendances
    self.version = version
    self.updatedAt = updatedAt
    self.sync = sync
  }

  package static let members: [Member<VisitView>] = [
    Member("display", { $0.display }, "Finished texts in the caller's language."),
    Member("id", { $0.id }, "The visit's id."),
    Member(
      nullable: "worker", { $0.worker },
      "Who makes it; null: open. A device of a worker who had it before is told nothing of whoever has it now: neither "
        + "who, nor checks, note and what others reported."),
    Member("client", { $0.client }, "Who receives it."),
    Member("start", { $0.start }, "The planned start."),
    Member("end", { $0.end }, "The planned end."),
    Member("timeZone", { $0.timeZone }, "The zone of its place."),
    Member(nullable: "address", { $0.address }, "Where."),
    Member(optional: "addressParts", { $0.addressParts }, "The parts of that address, where any is known."),
    Member(optional: "virtual", { $0.virtual }, "The call that it is held by; left out where somebody comes."),
    Member(nullable: "service", { $0.service }, "What is done."),
    Member(optional: "serviceCode", { $0.serviceCode }, "What its payer calls that, where it is its own."),
    Member(optional: "purpose", { $0.purpose }, "Why it is made, where upstream says so."),
    Member(optional: "instruction", { $0.instruction }, "What the client should know or do before, where known."),
    Member("status", { $0.status }, "The state's name."),
    Member(nullable: "checkIn", { $0.checkIn }, "When the worker came."),
    Member(nullable: "checkOut", { $0.checkOut }, "When the worker left."),
    Member(nullable: "note", { $0.note }, "What was noted."),
    Member(nullable: "reason", { $0.reason }, "Why it was cancelled or missed."),
    Member(nullable: "missedBy", { $0.missedBy }, "Who caused it."),
    Member(nullable: "series", { $0.series }, "The series it belongs to."),
    Member(
      optional: "attendances", { $0.attendances },
      "What devices reported of it beside: of a worker who had it before, or of other times than those that count."),
    Member("version", { $0.version }, "Grows by 1 with each change."),
    Member("updatedAt", { $0.updatedAt }, "The last change."),
    Member("sync", { $0.sync }, "Where the record stands with upstream."),
  ]
}
