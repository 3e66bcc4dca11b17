import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// A page compared with what is remembered of its records.
///
/// It is made once for a page, when that comes, and serves until the page is kept. Only if something was committed in
/// between, as when records were read that the page refers to, it is made again.
struct PageDiff: Sendable {
  let page: PullPage
  /// The records that the page tells something new of.
  private(set) var new: [FetchedRecord] = []
  /// The records that came in a version which may be older than the agreed one.
  private(set) var behind: [RecordAddress] = []
  /// Whether the page tells something new, if only that a record cannot be read.
  private(set) var isNews = false
  /// Whether the page changes something besides its marks. A push may have taken in a record that could not be read: it is
  /// well again, and yet no news.
  private(set) var isToKeep = false

  private let context: SyncContext
  /// How many commits there were before the comparison.
  private let commits: Int
  private let memory: [RecordAddress: MetRecord]
  /// The records that were taken in from this page since, whose memory is to be looked up again.
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

  /// The comparison as it stands now.
  func current(_ reader: StoreReader) throws -> PageDiff {
    reader.commits == commits ? self : try PageDiff(page, context, reader)
  }

  /// Has the memory of a record looked up again.
  mutating func forget(_ address: RecordAddress) { taken.insert(address) }

  /// The memory of a record of the page.
  func record(_ address: RecordAddress, _ reader: StoreReader) throws -> MetRecord {
    try taken.contains(address) ? reader.met(address) : memory[address] ?? MetRecord()
  }

  /// Whether a search brought a version again that was left out before. Such a record is read again by itself.
  func isPassed(_ fetched: FetchedRecord, _ reader: StoreReader) throws -> Bool {
    try page.basis == nil && isLeftOut(fetched.version, reader)
  }

  /// Whether this very version was met before and not taken in.
  func isLeftOut(_ version: RecordVersion, _ reader: StoreReader) throws -> Bool {
    // A visit that was taken in since may have had all of its records marked to be looked at again.
    try record(version.address, reader).isLeftOut(in: version.version)
      && (taken.isEmpty || reader.met(version.address).isLeftOut(in: version.version))
  }

  /// Whether this very version was taken in, or lies outside the window and still does.
  ///
  /// - Parameter known: The memory of the record.
  func isSeen(_ fetched: FetchedRecord, _ known: MetRecord, _ reader: StoreReader) throws -> Bool {
    let version = fetched.version.version
    if known.isAgreed(in: version) { return !known.isRewritten(in: fetched.version) }
    if version == nil, !known.agreed.isEmpty {
      // Without versions the same text is the same version.
      let agreed = try reader.agreed(on: fetched.address)
      if agreed.allSatisfy({ $0.version == nil && $0.body == fetched.body }) { return true }
    }
    guard known.isOutside(in: version) else { return false }
    switch fetched.resource.content {
    case .appointment: return isOutside(fetched)
    // Its visit may have come into the window since.
    case .encounter:
      return try reader.met(Set(fetched.references(context.reader))).values.allSatisfy(\.agreed.isEmpty)
    default: return true
    }
  }

  /// Whether a record came in a version that may be older than the agreed one: a search may lag, and a write of ours may
  /// have overtaken it. A read of the record decides, even where the server's clock was set back, unless a write overtook
  /// that as well.
  ///
  /// - Parameter known: The memory of the record.
  func isBehind(_ fetched: FetchedRecord, _ known: MetRecord, _ reader: StoreReader) throws -> Bool {
    guard fetched.version.version != nil, let told = fetched.version.lastUpdated else { return false }
    guard !known.agreed.isEmpty, page.basis != known.agreed else { return false }
    let agreed = try reader.agreed(on: fetched.address).filter { !$0.body.isEmpty }
    return agreed.contains { record in
      let known = (try? Resource(json: Array(record.body.utf8)))?.meta?.lastUpdated
      return known.map { told.milliseconds <= $0.milliseconds } ?? true
    }
  }

  /// Whether an Appointment lies outside the window.
  func isOutside(_ fetched: FetchedRecord) -> Bool {
    guard case .appointment(let appointment) = fetched.resource.content, let start = appointment.start else {
      return false
    }
    let day = context.settings.zone.day(of: Instant(start))
    return !context.window(at: context.now()).contains(day)
  }
}

extension MetRecord {
  /// Whether the agreed version bears another time than the one that came: a server that was restored from a backup gives
  /// its numbers out again. Less than a second is no difference, since not every server writes fractions everywhere.
  func isRewritten(in version: RecordVersion) -> Bool {
    guard let told = version.lastUpdated else { return false }
    return changed.contains { text in
      guard let known = text.flatMap({ try? FHIRInstant($0) }) else { return false }
      return abs(known.milliseconds - told.milliseconds) >= 1000
    }
  }
}
