import FHIR
import VisitsExchange
import VisitsModel

/// A page as it came, until it is kept.
struct PullPage: Sendable {
  /// What a search asks for.
  enum Content: Sendable, Hashable {
    /// Records to be taken in.
    case records
    /// Just ids and versions.
    case versions
    /// What happened to which ids.
    case history

    /// - Returns: `nil` for a request that begins no search.
    init?(of request: PullRequest) {
      switch request {
      case .changes, .day: self = .records
      case .versions: self = .versions
      case .history: self = .history
      case .next, .read: return nil
      }
    }
  }

  let records: [RecordVersion]
  /// What could be read.
  let came: [CameRecord]
  /// What could not, and why.
  let faults: [(version: RecordVersion, fault: RecordFault)]
  let date: Instant?
  let next: String?
  /// What is wrong with the first of what came that is no record.
  let nameless: String?
  /// What was deleted there, of a page of a history.
  let deleted: [RecordAddress]
  /// Whether records are on it that are to be taken in.
  let tellsRecords: Bool
  /// Of a record that was read by itself: in which versions it was known when it was asked for.
  var basis: [String?]?
  /// Whether it told something when it came.
  var isNews = false

  /// - Parameters:
  ///   - content: What the search asks for whose page it is.
  ///   - reader: What its records are read with.
  ///   - now: The moment at which names, addresses and numbers must be valid.
  init(
    _ answer: FHIRAnswer, to request: PullRequest, of content: Content, _ reader: UpstreamReader, at now: Instant
  ) throws(FHIRProblem) {
    date = answer.date.map { Instant(milliseconds: $0.milliseconds) }
    if case .read(let address) = request {
      let resource = try Resource(json: answer.body, limits: .answer)
      guard resource.type == address.type else {
        throw FHIRProblem(reason: .wrongType(expected: address.type, found: resource.type))
      }
      guard resource.id == address.id else { throw FHIRProblem(resource: resource.name, path: "id", reason: .missing) }
      let version = RecordVersion(
        address, version: resource.meta?.versionId ?? answer.version,
        lastUpdated: (resource.meta?.lastUpdated).map { Instant(milliseconds: $0.milliseconds) })
      (records, came, faults) = ([version], [CameRecord(version, resource, reader, at: now)], [])
      (next, nameless, deleted, tellsRecords) = (nil, nil, [], true)
      return
    }
    if content == .history {
      let page = try HistoryPage(json: answer.body)
      records = page.entries.map { entry in
        RecordVersion(
          RecordAddress(type: entry.address.type, id: entry.address.id), version: nil,
          lastUpdated: entry.lastModified.map { Instant(milliseconds: $0.milliseconds) })
      }
      deleted = page.entries.filter(\.isDeleted).map { RecordAddress(type: $0.address.type, id: $0.address.id) }
      (came, faults, next, nameless, tellsRecords) = ([], [], page.next, nil, false)
      return
    }
    let page = try SearchPage(json: answer.body)
    var records: [RecordVersion] = []
    var came: [CameRecord] = []
    var faults: [(version: RecordVersion, fault: RecordFault)] = []
    for (found, isMatch) in page.matches.map({ ($0, true) }) + page.includes.map({ ($0, false) }) {
      guard let type = found.type, let id = found.id else { continue }
      let version = RecordVersion(
        RecordAddress(type: type, id: id), version: found.versionId,
        lastUpdated: found.lastUpdated.map { Instant(milliseconds: $0.milliseconds) }, isMatch: isMatch)
      records.append(version)
      switch found.resource {
      // Of a comparison just the versions matter; its pages are many, and all at hand at once.
      case .success where content == .versions: break
      case .success(let resource): came.append(CameRecord(version, resource, reader, at: now))
      case .failure(let problem): faults.append((version, RecordFault(problem)))
      }
    }
    (self.records, self.came, self.faults) = (records, came, faults)
    (next, nameless, deleted, tellsRecords) = (page.next, page.nameless?.description, [], content == .records)
  }
}
