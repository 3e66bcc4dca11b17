import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// The differences between a page and the store.
///
/// They are computed once, when the page arrives, and used until the page is stored. They are computed again if
/// something was committed in between, for example records that the page refers to, and for each part of a page that is
/// stored in parts.
struct PageDiff: Sendable {
  let page: PullPage
  /// The records that are new or have changed.
  private(set) var new: [FetchedRecord] = []
  /// The records whose version on the page may be older than the agreed version.
  private(set) var behind: [RecordAddress] = []
  /// Whether the page brings anything new. A record that cannot be read counts too, unless this version was left out
  /// before.
  private(set) var isNews = false
  /// Whether storing the page changes anything beside its marks, such as the watermark. `true` if the page brings
  /// anything new, and for the read of one record that is readable again: the open problem of that record must be
  /// settled.
  private(set) var isToKeep = false

  private let context: SyncContext
  /// The number of commits before the comparison.
  private let commits: Int
  private let memory: [RecordAddress: MetRecord]
  /// The records of this page that were merged after the comparison. Their stored state must be looked up again.
  private var taken: Set<RecordAddress> = []

  init(_ page: PullPage, _ context: SyncContext, _ reader: StoreReader) throws {
    self.page = page
    self.context = context
    commits = reader.commits
    memory = try reader.met(Set(page.fetched.map(\.address) + page.faults.map(\.version.address)))
    for fetched in page.fetched where try !isPassed(fetched, reader) {
      let known = try record(fetched.address, reader)
      if try isSeen(fetched, known, reader) { continue }
      if try isBehind(fetched, known, reader) { behind.append(fetched.address) } else { new.append(fetched) }
    }
    isNews = try !new.isEmpty || page.faults.contains { try !isLeftOut($0.version, reader) }
    isToKeep = isNews
    guard !isNews, page.basis != nil, let first = page.fetched.first else { return }
    isToKeep = try reader.unreadSubjects().contains(first.subject)
  }

  /// Returns this comparison, or a new one if something was committed since.
  func current(_ reader: StoreReader) throws -> PageDiff {
    reader.commits == commits ? self : try PageDiff(page, context, reader)
  }

  /// Makes the next lookup of a record read the store again.
  mutating func forget(_ address: RecordAddress) { taken.insert(address) }

  /// Returns the stored sync state of a record of the page.
  func record(_ address: RecordAddress, _ reader: StoreReader) throws -> MetRecord {
    try taken.contains(address) ? reader.met(address) : memory[address] ?? MetRecord()
  }

  /// Returns whether a record comes from a search, and a pull left out this version before. Only a read of the record
  /// alone tries the version again.
  func isPassed(_ fetched: FetchedRecord, _ reader: StoreReader) throws -> Bool {
    try page.basis == nil && isLeftOut(fetched.version, reader)
  }

  /// Returns whether this exact version was received before and not merged.
  func isLeftOut(_ version: RecordVersion, _ reader: StoreReader) throws -> Bool {
    // The merge of another record of this page may have changed whether this record counts as left out. So ask the
    // store too.
    try record(version.address, reader).isLeftOut(in: version.version)
      && (taken.isEmpty || reader.met(version.address).isLeftOut(in: version.version))
  }

  /// Returns whether this exact version was merged already, or was outside the window and is still outside.
  ///
  /// - Parameter known: The stored sync state of the record.
  func isSeen(_ fetched: FetchedRecord, _ known: MetRecord, _ reader: StoreReader) throws -> Bool {
    let version = fetched.version.version
    if known.isAgreed(in: version) { return !known.isRewritten(in: fetched.version) }
    if version == nil, !known.agreed.isEmpty {
      // On a server without versions, the same text is the same version.
      let agreed = try reader.agreed(on: fetched.address)
      if agreed.allSatisfy({ $0.version == nil && $0.body == fetched.body }) { return true }
    }
    guard known.isOutside(in: version) else { return false }
    switch fetched.resource.content {
    case .appointment: return isOutside(fetched)
    // The Encounter's visit may have entered the window since.
    case .encounter:
      return try reader.met(Set(fetched.references(context.reader))).values.allSatisfy(\.agreed.isEmpty)
    default: return true
    }
  }

  /// Returns whether a record's version on the page may be older than the agreed version, because a search may lag
  /// behind our writes. If so, the run reads the record by itself. It trusts the result even if the server's clock was
  /// set back, unless one of our writes arrived during the read.
  ///
  /// - Parameter known: The stored sync state of the record.
  func isBehind(_ fetched: FetchedRecord, _ known: MetRecord, _ reader: StoreReader) throws -> Bool {
    guard fetched.version.version != nil, let told = fetched.version.lastUpdated else { return false }
    guard !known.agreed.isEmpty, page.basis != known.agreed else { return false }
    let agreed = try reader.agreed(on: fetched.address).filter { !$0.body.isEmpty }
    return agreed.contains { record in
      let known = (try? Resource(json: Array(record.body.utf8)))?.meta?.lastUpdated
      return known.map { told.milliseconds <= $0.milliseconds } ?? true
    }
  }

  /// Returns whether an Appointment is outside the window.
  func isOutside(_ fetched: FetchedRecord) -> Bool {
    guard case .appointment(let appointment) = fetched.resource.content, let start = appointment.start else {
      return false
    }
    let day = context.settings.zone.day(of: Instant(start))
    return !context.window(at: context.now()).contains(day)
  }
}

extension MetRecord {
  /// Returns whether the agreed version has another modification time than the received version, although both may have
  /// the same number: a server that was restored from a backup assigns its version numbers again. A difference of less
  /// than a second does not count, because not every server writes fractions everywhere.
  func isRewritten(in version: RecordVersion) -> Bool {
    guard let told = version.lastUpdated else { return false }
    return changed.contains { text in
      guard let known = text.flatMap({ try? FHIRInstant($0) }) else { return false }
      return abs(known.milliseconds - told.milliseconds) >= 1000
    }
  }
}
