import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// A page beside what is remembered of its records: what of it is news.
struct MetPage {
  let page: PullPage
  private let desk: SyncDesk
  private let reader: StoreReader
  private var met: [RecordAddress: MetRecord]
  /// What was taken in from this page: what was remembered of it holds no longer.
  private var taken: Set<RecordAddress> = []

  init(_ page: PullPage, _ desk: SyncDesk, _ reader: StoreReader) throws {
    self.page = page
    self.desk = desk
    self.reader = reader
    met = try reader.met(Set(page.came.map(\.address) + page.faults.map(\.version.address)))
  }

  /// From here on it is to be looked up again.
  mutating func forget(_ address: RecordAddress) { taken.insert(address) }

  /// What is remembered of a record of the page.
  func record(_ address: RecordAddress) throws -> MetRecord {
    try taken.contains(address) ? reader.met(address) : met[address] ?? MetRecord()
  }

  /// Whether the page tells of a record what is not known.
  func isNew(_ came: CameRecord) throws -> Bool {
    let met = try record(came.address)
    return try !isSeen(came, met) && !isBehind(came, met)
  }

  /// Whether a search brought once more what was left out in that very version: it is read again by itself.
  func isPassed(_ came: CameRecord) throws -> Bool { try isPassed(came, record(came.address)) }

  /// The same, `met` being what is remembered of it.
  func isPassed(_ came: CameRecord, _ met: MetRecord) throws -> Bool {
    try page.basis == nil && isLeftOut(came.version, met)
  }

  /// Whether this very version of a record was met before and not taken in.
  func isLeftOut(_ version: RecordVersion) throws -> Bool { try isLeftOut(version, record(version.address)) }

  private func isLeftOut(_ version: RecordVersion, _ met: MetRecord) throws -> Bool {
    // What was taken in of a visit since may have all of its records looked at anew.
    try met.isLeftOut(in: version.version)
      && (taken.isEmpty || reader.met(version.address).isLeftOut(in: version.version))
  }

  /// Whether this very version was taken in, or that of a record that lies where nothing is kept, as long as it lies there.
  ///
  /// - Parameter met: What is remembered of it.
  func isSeen(_ came: CameRecord, _ met: MetRecord) throws -> Bool {
    let version = came.version.version
    if met.isAgreed(in: version) { return !met.isRewritten(in: came.version) }
    if version == nil, !met.agreed.isEmpty {
      // Where no versions are named, what says the very same is the same.
      if try reader.agreed(on: came.address).allSatisfy({ $0.version == nil && $0.body == came.body }) { return true }
    }
    guard met.isOutside(in: version) else { return false }
    switch came.resource.content {
    case .appointment: return isOutside(came)
    // Its visit may have come into the window since.
    case .encounter:
      let appointments = try reader.met(Set(references(in: came)))
      return appointments.values.allSatisfy(\.agreed.isEmpty)
    default: return true
    }
  }

  /// Whether a record came in a version that may be older than the one that was agreed on: a search may be behind, and a
  /// write of ours may have overtaken it. Only a read tells then, whose word counts whatever the clock of a server says
  /// that was set back; unless it was overtaken as well.
  ///
  /// - Parameter met: What is remembered of it.
  func isBehind(_ came: CameRecord, _ met: MetRecord) throws -> Bool {
    guard came.version.version != nil, let told = came.version.lastUpdated else { return false }
    guard !met.agreed.isEmpty, page.basis != met.agreed else { return false }
    let agreed = try reader.agreed(on: came.address).filter { !$0.body.isEmpty }
    return agreed.contains { record in
      let known = (try? Resource(json: Array(record.body.utf8)))?.meta?.lastUpdated
      return known.map { told.milliseconds <= $0.milliseconds } ?? true
    }
  }

  /// Whether an Appointment lies outside the window.
  func isOutside(_ came: CameRecord) -> Bool {
    guard case .appointment(let appointment) = came.resource.content, let start = appointment.start else {
      return false
    }
    let day = desk.settings.zone.day(of: Instant(milliseconds: start.milliseconds))
    return !desk.window(at: desk.now()).contains(day)
  }

  /// What a record refers to.
  func references(in came: CameRecord) -> [RecordAddress] {
    guard case .success(let record) = came.said else { return [] }
    let identities: [UpstreamIdentity] =
      switch record {
      case .appointment(let read): [read.client] + read.workers + [read.place].compactMap(\.self)
      case .encounter(let read): read.appointments
      case .client(let planned): [planned.replacedBy].compactMap(\.self)
      case .worker, .place, .other: []
      }
    return identities.compactMap(desk.reader.address)
  }
}

extension MetRecord {
  /// Whether a version that was taken in was changed at another time than the one that came: a server that was restored
  /// from a backup gives its numbers once more. Less than a second is no difference; not every server writes fractions
  /// everywhere.
  func isRewritten(in version: RecordVersion) -> Bool {
    guard let told = version.lastUpdated else { return false }
    return changed.contains { text in
      guard let known = text.flatMap({ try? FHIRInstant($0) }) else { return false }
      return abs(known.milliseconds - told.milliseconds) >= 1000
    }
  }
}
