import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// The differences between a received page and the store.
///
/// They are computed when the page arrives, and used until the page is stored. They are computed again if something was
/// committed in between, such as records to which the page refers. They are also computed again for each part of a page
/// that is stored in several transactions.
struct PageDiff: Sendable {
  let page: PullPage
  /// The records of the page that are new or have changed.
  private(set) var new: [FetchedRecord] = []
  /// The records whose version on the page may be older than the stored version. The run reads each of them by itself.
  private(set) var behind: [RecordAddress] = []
  /// Whether the page brings anything new. A record that cannot be parsed counts as new, unless a pull has left out the
  /// same version before.
  private(set) var isNews = false
  /// Whether storing the page changes any record or problem. If not, only the marks that come with the page are stored,
  /// such as the watermark.
  ///
  /// `true` if the page brings anything new. Also `true` if a single record was read, is usable again, and still has an
  /// open problem, which must then be settled.
  private(set) var isToKeep = false

  private let context: SyncContext
  /// The number of commits in the store at the time of the comparison. If it has changed, the comparison is outdated.
  private let commits: Int
  private let memory: [RecordAddress: MetRecord]
  /// The records of this page that were merged after the comparison. Their sync state must be read from the store
  /// again.
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

  /// Returns this comparison, or a new one if something was committed since this one.
  func current(_ reader: StoreReader) throws -> PageDiff {
    reader.commits == commits ? self : try PageDiff(page, context, reader)
  }

  /// Drops the cached sync state of a record, so that it is read from the store again.
  mutating func forget(_ address: RecordAddress) { taken.insert(address) }

  /// Returns the sync state of a record of the page, as stored when the page arrived or, if the record was merged
  /// since, as stored now.
  func record(_ address: RecordAddress, _ reader: StoreReader) throws -> MetRecord {
    try taken.contains(address) ? reader.met(address) : memory[address] ?? MetRecord()
  }

  /// Returns whether a record comes from a search and a pull has left out the same version before. The run then skips
  /// the record. Only a read of the single record tries this version again.
  func isPassed(_ fetched: FetchedRecord, _ reader: StoreReader) throws -> Bool {
    try page.basis == nil && isLeftOut(fetched.version, reader)
  }

  /// Returns whether a pull has received exactly this version before and left it out, because it could not be merged.
  func isLeftOut(_ version: RecordVersion, _ reader: StoreReader) throws -> Bool {
    // The merge of another record of this page may have changed whether this record counts as left out. So ask the
    // store too.
    try record(version.address, reader).isLeftOut(in: version.version)
      && (taken.isEmpty || reader.met(version.address).isLeftOut(in: version.version))
  }

  /// Returns whether exactly this version needs no merge: it has been merged already, or a pull found it outside the
  /// window of stored days and it is still outside.
  ///
  /// - Parameter known: The sync state of the record as stored.
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

  /// Returns whether a record's version on the page may be older than the stored version, because a search may not show
  /// our latest writes yet. If so, the run reads the record by itself.
  ///
  /// The result of that read is trusted, even if the server's clock was set back. Only if one of our writes arrived
  /// during the read may the result be outdated too.
  ///
  /// - Parameter known: The sync state of the record as stored.
  func isBehind(_ fetched: FetchedRecord, _ known: MetRecord, _ reader: StoreReader) throws -> Bool {
    guard fetched.version.version != nil, let told = fetched.version.lastUpdated else { return false }
    guard !known.agreed.isEmpty, page.basis != known.agreed else { return false }
    let agreed = try reader.agreed(on: fetched.address).filter { !$0.body.isEmpty }
    return agreed.contains { record in
      let known = (try? Resource(json: Array(record.body.utf8)))?.meta?.lastUpdated
      return known.map { told.milliseconds <= $0.milliseconds } ?? true
    }
  }

  /// Returns whether an Appointment starts outside the window of stored days; `false` for any other record.
  func isOutside(_ fetched: FetchedRecord) -> Bool {
    guard case .appointment(let appointment) = fetched.resource.content, let start = appointment.start else {
      return false
    }
    let day = context.settings.zone.day(of: Instant(start))
    return !context.window(at: context.now()).contains(day)
  }
}

extension MetRecord {
  /// Returns whether the stored version was last modified at another time than the received version. If so, they differ
  /// even with the same version number: a server that was restored from a backup assigns its version numbers again. A
  /// difference of less than a second does not count, because not every server writes fractions of a second everywhere.
  func isRewritten(in version: RecordVersion) -> Bool {
    guard let told = version.lastUpdated else { return false }
    return changed.contains { text in
      guard let known = text.flatMap({ try? FHIRInstant($0) }) else { return false }
      return abs(known.milliseconds - told.milliseconds) >= 1000
    }
  }
}
