/// A search that is followed from page to page.
struct Paging: Sendable, Hashable {
  /// What is searched.
  enum Search: Sendable, Hashable {
    case changes(String)
    case day(String, CareDay)
    case versions(String, ClosedRange<CareDay>)
    case history(String)

    /// Whether its pages hold no records to be taken in: just ids and what became of them.
    var tellsNoRecords: Bool {
      switch self {
      case .versions, .history: true
      case .changes, .day: false
      }
    }

    /// The type that is searched.
    var type: String {
      switch self {
      case .changes(let type), .day(let type, _), .versions(let type, _), .history(let type): type
      }
    }
  }

  /// More pages than this are no answer but a trap.
  static let mostPages = 10_000
  /// A link that is longer than this, in bytes, is none: all links of a search are kept.
  static let longestLink = 8192
  /// The same of all links of a search together.
  static let longestLinks = 8 << 20
  /// So many pages in a row without a record lead nowhere.
  static let mostEmptyPages = 100
  /// More ids than this, of a comparison or of what was deleted, are no agency's: all of them are kept.
  static let mostCollected = 200_000
  /// The distance at which a quiet mark follows the server's clock, in seconds: beyond any change that becomes visible
  /// late, and beyond a server that writes its local time as UTC.
  static let quietDistance: Int64 = 15 * 3600
  /// A mark that is so far behind the server's clock is quiet, in milliseconds: an hour more than the distance, since most
  /// searches that find nothing must write nothing.
  static let longestQuiet: Int64 = (quietDistance + 3600) * 1000
  /// A search whose pages expire is begun again so many times.
  static let mostRestarts = 3

  let search: Search
  /// What the first page was asked for with.
  let first: PullRequest
  /// The server's clock at the first page.
  private(set) var date: Instant?
  /// The latest change among the matches.
  private(set) var largest: Instant?
  /// What a comparison has collected.
  private(set) var versions: [RecordVersion] = []
  /// What a history has collected of deletions.
  private(set) var deleted: [RecordAddress] = []
  /// Whether one of its records may have been changed, and was not read: then no mark moves past it.
  var isGapped = false
  private var links: Set<String> = []
  private var linkBytes = 0
  private var pages = 0
  private var emptyPages = 0
  private var restarts = 0

  init(_ search: Search, first: PullRequest) {
    self.search = search
    self.first = first
  }

  /// The type that is searched.
  var type: String { search.type }

  /// Whether no page has come yet.
  var isFirst: Bool { pages == 0 }

  /// A page has come.
  ///
  /// - Returns: Whether its link leads on: not to where we were, nor without end.
  mutating func add(_ page: PulledPage) -> Bool {
    if pages == 0 { date = page.date }
    pages += 1
    emptyPages = page.records.isEmpty ? emptyPages + 1 : 0
    let latest = page.records.lazy.filter(\.isMatch).compactMap(\.lastUpdated).max()
    largest = [largest, latest].compactMap { $0 }.max()
    if case .versions = search { versions += page.records }
    deleted += page.deleted
    guard case .link(let link) = page.next, link.utf8.count <= Self.longestLink else { return false }
    linkBytes += link.utf8.count
    guard linkBytes <= Self.longestLinks, emptyPages < Self.mostEmptyPages,
      versions.count + deleted.count <= Self.mostCollected
    else { return false }
    return links.insert(link).inserted && pages < Self.mostPages
  }

  /// A page has expired: begins again, unless that has happened too often.
  mutating func restart() -> Bool {
    guard restarts < Self.mostRestarts else { return false }
    let restarts = restarts + 1
    self = Paging(search, first: first)
    self.restarts = restarts
    return true
  }

  /// Up to where changes are taken once the last page is: the latest change that was seen, but never later than the
  /// server's clock when the search began. A clock that was set back takes the mark back with it.
  ///
  /// Each search repeats what changed shortly before the mark. A server whose records were all loaded at once would send
  /// them with every search, so a mark that has stood still for long follows the server's clock at a distance.
  func watermark(after old: Instant?) -> Instant? {
    let latest = [old, largest].compactMap { $0 }.max()
    guard let latest, let date else { return latest }
    if date < latest { return date }
    return latest.isWithin(Self.longestQuiet, before: date) ? latest : date.adding(seconds: -Self.quietDistance)
  }
}
