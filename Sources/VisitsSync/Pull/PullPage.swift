import FHIR
import VisitsExchange
import VisitsModel

/// A page of a search or history, or a single record, as received from upstream.
struct PullPage: Sendable {
  /// The content of the pages of a search.
  enum Content: Sendable, Hashable {
    /// Records to merge.
    case records
    /// Only the ids and versions of records, for a comparison with the store.
    case versions
    /// The addresses of changed and deleted records, with the times of the changes.
    case history

    /// Determines the content of the pages that a request brings.
    ///
    /// - Returns: `nil` for a request that does not start a search, such as a request for the next page.
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
  /// The records whose JSON could be parsed as a FHIR resource.
  private(set) var fetched: [FetchedRecord]
  /// The records whose JSON could not be parsed as a FHIR resource, with the reason.
  private(set) var faults: [(version: RecordVersion, fault: RecordFault)]
  /// The size of the answer in bytes.
  let size: Int
  let date: Instant?
  let next: String?
  /// The fault of the first entry that cannot be identified as a record; `nil` if there is none.
  let nameless: String?
  /// The records that were deleted upstream. Only a page of a history lists them.
  let deleted: [RecordAddress]
  /// Whether the records of the page are to be merged. `false` for a history, and for a search that returns only ids
  /// and versions.
  let tellsRecords: Bool
  /// If the page is a single record that was read by itself: the versions of this record that were stored before the
  /// request, one for each visit of an Appointment. `nil` for the page of a search.
  var basis: [String?]?

  /// Parses the answer to a request.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - request: The request.
  ///   - content: The content of the pages of the current search.
  ///   - reader: Parses the records.
  ///   - now: The time at which names, addresses and phone numbers must be valid.
  /// - Throws: `FHIRProblem` if the answer to a search is no page, or if the answer to a read is not the requested
  ///   record.
  init(
    _ answer: FHIRAnswer, to request: PullRequest, of content: Content, _ reader: UpstreamReader, at now: Instant
  ) throws(FHIRProblem) {
    size = answer.body.count
    date = answer.date.map { Instant($0) }
    if case .read(let address) = request {
      let resource = try Resource(json: answer.body, limits: .answer)
      guard resource.type == address.type else {
        throw FHIRProblem(reason: .wrongType(expected: address.type, found: resource.type))
      }
      guard resource.id == address.id else { throw FHIRProblem(resource: resource.name, path: "id", reason: .missing) }
      let record = FetchedRecord(address, resource, in: answer, reader, at: now)
      (records, fetched, faults) = ([record.version], [record], [])
      (next, nameless, deleted, tellsRecords) = (nil, nil, [], true)
      return
    }
    if content == .history {
      let page = try HistoryPage(json: answer.body)
      records = page.entries.map { entry in
        RecordVersion(
          RecordAddress(type: entry.address.type, id: entry.address.id), version: nil,
          lastUpdated: entry.lastModified.map { Instant($0) })
      }
      deleted = page.entries.filter(\.isDeleted).map { RecordAddress(type: $0.address.type, id: $0.address.id) }
      (fetched, faults, next, nameless, tellsRecords) = ([], [], page.next, nil, false)
      return
    }
    let page = try SearchPage(json: answer.body)
    var records: [RecordVersion] = []
    var fetched: [FetchedRecord] = []
    var faults: [(version: RecordVersion, fault: RecordFault)] = []
    for (found, isMatch) in page.matches.map({ ($0, true) }) + page.includes.map({ ($0, false) }) {
      guard let type = found.type, let id = found.id else { continue }
      let version = RecordVersion(
        RecordAddress(type: type, id: id), version: found.versionId,
        lastUpdated: found.lastUpdated.map { Instant($0) }, isMatch: isMatch)
      records.append(version)
      switch found.resource {
      // A comparison needs only the versions, and holds all of its many pages in memory at once.
      case .success where content == .versions: break
      case .success(let resource): fetched.append(FetchedRecord(version, resource, reader, at: now))
      case .failure(let problem): faults.append((version, RecordFault(problem)))
      }
    }
    (self.records, self.fetched, self.faults) = (records, fetched, faults)
    (next, nameless, deleted, tellsRecords) = (page.next, page.nameless?.description, [], content == .records)
  }
}

extension PullPage {
  /// Splits the page so that each part has at most `size` visits. An Appointment counts as one visit for each of its
  /// workers, any other record as one visit. A single Appointment with more workers gets a part of its own. The last
  /// part also has the records that could not be parsed.
  func parts(of size: Int) -> [PullPage] {
    var parts: [[FetchedRecord]] = [[]]
    var visits = 0
    for record in fetched {
      if visits > 0, visits + record.visits > size {
        parts.append([])
        visits = 0
      }
      parts[parts.count - 1].append(record)
      visits += record.visits
    }
    return parts.enumerated().map { index, records in
      var part = self
      part.fetched = records
      if index < parts.count - 1 { part.faults = [] }
      return part
    }
  }
}

extension FetchedRecord {
  /// The number of visits that merging the record may change. A record that is not an Appointment counts as one visit.
  fileprivate var visits: Int {
    guard case .success(.appointment(let read)) = reading else { return 1 }
    return max(1, read.workers.count)
  }
}
