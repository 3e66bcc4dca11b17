import FHIR
import VisitsExchange
import VisitsModel

/// A page as it came, until it is kept.
struct PullPage: Sendable {
  let records: [RecordVersion]
  /// What could be read.
  let came: [CameRecord]
  /// What could not, and why.
  let faults: [(version: RecordVersion, fault: RecordFault)]
  let date: Instant?
  let next: String?
  /// What is wrong with the first of what came that is no record.
  let nameless: String?
  /// Whether just ids and versions were asked for.
  let isVersions: Bool
  /// Of a record that was read by itself: in which versions it was known when it was asked for.
  var basis: [String?]?
  /// Whether it told something when it came.
  var isNews = false

  /// - Parameters:
  ///   - reader: What its records are read with.
  ///   - now: The moment at which names, addresses and numbers must be valid.
  init(
    _ answer: FHIRAnswer, to request: PullRequest, _ reader: UpstreamReader, at now: Instant
  ) throws(FHIRProblem) {
    date = answer.date.map { Instant(milliseconds: $0.milliseconds) }
    if case .versions = request { isVersions = true } else { isVersions = false }
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
      (next, nameless) = (nil, nil)
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
      case .success where isVersions: break
      case .success(let resource): came.append(CameRecord(version, resource, reader, at: now))
      case .failure(let problem): faults.append((version, RecordFault(problem)))
      }
    }
    (self.records, self.came, self.faults) = (records, came, faults)
    (next, nameless) = (page.next, page.nameless?.description)
  }
}
