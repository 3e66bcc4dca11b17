import FHIR
import VisitsModel

/// A FHIR server as a value: what it keeps, and how it answers just what goes over the wire.
struct SimulatedUpstream {
  static let base = "https://ehr.example/fhir"

  /// One version of a record.
  struct Version {
    var number: Int
    var at: Instant
    var json: JSONDocument
  }

  /// A refusal by the server's own rules.
  struct Refusal {
    var status: Int
    var words: String
  }

  /// Every version of every record, the oldest first.
  private(set) var records: [String: [Version]] = [:]
  private(set) var deleted: Set<String> = []
  /// In the order in which they were made, so that a search answers the same in every run.
  private var order: [String] = []
  /// What it can do.
  var takesOurIds = true
  var takesTransactions = true
  /// How many records a page holds, whatever was asked for.
  var pageSize = 200
  /// What it refuses by its own rules.
  var rule: (JSONDocument) -> Refusal? = { _ in nil }
  private var lastID = 0

  /// A record as it is now.
  func record(_ name: String) -> JSONDocument? { deleted.contains(name) ? nil : records[name]?.last?.json }

  /// Every record of a type as it is now.
  func all(_ type: String) -> [JSONDocument] {
    order.filter { $0.hasPrefix(type + "/") }.compactMap { record($0) }
  }

  /// Somebody else writes a record.
  mutating func put(_ json: String, at now: Instant) throws {
    let json = try JSONDocument(json: Array(json.utf8))
    keep(json, as: "\(json["resourceType"]?.string ?? "")/\(json["id"]?.string ?? "")", at: now)
  }

  /// Somebody else changes a record.
  mutating func edit(_ name: String, at now: Instant, _ body: (inout JSONDocument) -> Void) {
    guard var json = record(name) else { return }
    body(&json)
    keep(json, as: name, at: now)
  }

  /// Somebody else deletes a record.
  mutating func delete(_ name: String) { deleted.insert(name) }

  @discardableResult
  mutating func keep(_ json: JSONDocument, as name: String, at now: Instant) -> Version {
    let number = (records[name]?.last?.number ?? 0) + 1
    var json = json
    json["id"] = .string(String(name.split(separator: "/")[1]))
    json["meta", default: [:]]["versionId"] = .string("\(number)")
    json["meta", default: [:]]["lastUpdated"] = .string(FHIRInstant(milliseconds: now.milliseconds).description)
    let version = Version(number: number, at: now, json: json)
    if records[name] == nil { order.append(name) }
    records[name, default: []].append(version)
    deleted.remove(name)
    return version
  }

  /// Answers a request.
  mutating func answer(_ request: FHIRRequest, at now: Instant) -> FHIRAnswer {
    var answer: FHIRAnswer
    switch (request.method, request.target) {
    case (.get, .link(let link)):
      let parts = link.dropFirst(Self.base.count + 1).split(separator: "?", maxSplits: 1)
      let query = [FHIRRequest.QueryItem](text: parts.count > 1 ? parts[1] : "")
      answer = search(String(parts[0]), query)
    case (.get, .path("metadata", _)): answer = FHIRAnswer(status: 200, body: Array(metadata.utf8))
    case (.get, .path(let path, let query)): answer = path.contains("/") ? read(path) : search(path, query)
    case (.post, .path("", _)): answer = transaction(request.body ?? [], at: now)
    default: answer = write(request, [:], at: now)
    }
    answer.date = FHIRInstant(milliseconds: now.milliseconds / 1000 * 1000)
    if answer.contentType == nil { answer.contentType = "application/fhir+json" }
    return answer
  }

  private var metadata: String {
    let types = ["Appointment", "Encounter", "Flag"].map {
      #"{"type":"\#($0)","versioning":"versioned","updateCreate":\#(takesOurIds),"conditionalCreate":true}"#
    }
    let system = takesTransactions ? #","interaction":[{"code":"transaction"}]"# : ""
    return """
      {"resourceType":"CapabilityStatement","fhirVersion":"4.0.1",
       "rest":[{"mode":"server"\(system),"resource":[\(types.joined(separator: ","))]}]}
      """
  }

  private func read(_ name: String) -> FHIRAnswer {
    if deleted.contains(name) { return refusal(410, "deleted") }
    guard let version = records[name]?.last else { return refusal(404, "unknown \(name)") }
    return told(version, status: 200)
  }

  private func told(_ version: Version, status: Int) -> FHIRAnswer {
    FHIRAnswer(
      status: status, version: "\(version.number)", contentType: "application/fhir+json", body: version.json.json)
  }

  func refusal(_ status: Int, _ words: String) -> FHIRAnswer {
    let outcome: JSONDocument = [
      "resourceType": "OperationOutcome",
      "issue": [["severity": "error", "code": "processing", "diagnostics": .string(words)]],
    ]
    return FHIRAnswer(status: status, contentType: "application/fhir+json", body: outcome.json)
  }

  private mutating func write(
    _ request: FHIRRequest, _ names: [String: String], at now: Instant
  ) -> FHIRAnswer {
    guard case .path(let path, _) = request.target, let body = request.body,
      let parsed = try? JSONDocument(json: body)
    else { return refusal(400, "no resource") }
    let json = parsed.referring(names)
    if let refused = rule(json) { return refusal(refused.status, refused.words) }
    guard request.method == .put else { return create(json, path, names, request.ifNoneExist, at: now) }
    let now0 = deleted.contains(path) ? nil : records[path]?.last
    guard let present = now0 else {
      if request.ifMatch != nil { return refusal(records[path] == nil ? 404 : 410, "not there") }
      guard takesOurIds else { return refusal(405, "the server chooses the ids") }
      return told(keep(json, as: path, at: now), status: 201)
    }
    if request.ifNoneMatch == .anything { return refusal(412, "is there") }
    guard request.ifMatch == nil || request.ifMatch == "\(present.number)" else {
      return refusal(412, "another version")
    }
    return told(keep(json, as: path, at: now), status: 200)
  }

  private mutating func create(
    _ json: JSONDocument, _ type: String, _ names: [String: String], _ condition: [FHIRRequest.QueryItem],
    at now: Instant
  ) -> FHIRAnswer {
    let found = condition.isEmpty ? [] : matches(type, condition)
    if found.count > 1 { return refusal(412, "several") }
    if let name = found.first, let version = records[name]?.last {
      var answer = told(version, status: 200)
      answer.location = "\(Self.base)/\(name)/_history/\(version.number)"
      return answer
    }
    lastID += 1
    let name = "\(type)/s\(lastID)"
    var answer = told(keep(json, as: name, at: now), status: 201)
    answer.location = "\(Self.base)/\(name)/_history/1"
    return answer
  }

  private mutating func transaction(_ body: [UInt8], at now: Instant) -> FHIRAnswer {
    guard takesTransactions else { return refusal(501, "no transactions") }
    guard let bundle = try? TransactionBundle(json: body) else { return refusal(400, "no transaction") }
    var after = self
    var names: [String: String] = [:]
    var answers: [FHIRAnswer] = []
    for entry in bundle.entries {
      let answer = after.write(entry.request, names, at: now)
      guard answer.status < 300 else { return answer }
      if let url = entry.fullURL, url.hasPrefix("urn:"), let json = try? JSONDocument(json: answer.body) {
        names[url] = "\(json["resourceType"]?.string ?? "")/\(json["id"]?.string ?? "")"
      }
      answers.append(answer)
    }
    self = after
    return FHIRAnswer(status: 200, contentType: "application/fhir+json", body: TransactionResponse(answers).json)
  }

  private func search(_ type: String, _ query: [FHIRRequest.QueryItem]) -> FHIRAnswer {
    var names = matches(type, query)
    if query.contains(where: { $0.name == "_sort" }) {
      let times = names.map { records[$0]?.last?.at ?? Instant(milliseconds: 0) }
      names = zip(names, times).enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
        .map(\.element.0)
    }
    let offset = query.first { $0.name == "_offset" }.flatMap { Int($0.value) } ?? 0
    let page = names.dropFirst(offset).prefix(pageSize)
    var bundle: JSONDocument = ["resourceType": "Bundle", "type": "searchset"]
    if offset + page.count < names.count {
      let rest = query.filter { $0.name != "_offset" } + [FHIRRequest.QueryItem("_offset", "\(offset + page.count)")]
      bundle["link"] = [["relation": "next", "url": .string("\(Self.base)/\(type)?\(rest.text)")]]
    }
    let entries = page.compactMap { name -> JSONDocument? in
      record(name).map { ["fullUrl": .string("\(Self.base)/\(name)"), "resource": $0, "search": ["mode": "match"]] }
    }
    if !entries.isEmpty { bundle["entry"] = .array(entries) }
    return FHIRAnswer(status: 200, contentType: "application/fhir+json", body: bundle.json)
  }

  private func matches(_ type: String, _ query: [FHIRRequest.QueryItem]) -> [String] {
    order.filter { name in
      guard name.hasPrefix(type + "/"), let version = records[name]?.last, !deleted.contains(name) else { return false }
      return query.allSatisfy { matches(version, $0) }
    }
  }

  private func matches(_ version: Version, _ item: FHIRRequest.QueryItem) -> Bool {
    switch item.name {
    case "_lastUpdated": return compares(version.at, item.value)
    case "date":
      let text = version.json["start"]?.string ?? version.json["period"]?["start"]?.string
      guard let text, let start = try? FHIRInstant(text) else { return false }
      return compares(Instant(milliseconds: start.milliseconds), item.value)
    case "identifier":
      return (version.json["identifier"]?.items ?? []).contains {
        "\($0["system"]?.string ?? "")|\($0["value"]?.string ?? "")" == item.value
      }
    default: return true
    }
  }

  private func compares(_ instant: Instant, _ text: String) -> Bool {
    guard let bound = try? FHIRInstant(String(text.dropFirst(2))) else { return false }
    return text.hasPrefix("ge") ? instant.milliseconds >= bound.milliseconds : instant.milliseconds < bound.milliseconds
  }
}

extension JSONDocument {
  /// The same with references of a transaction called by the names that its records were given.
  fileprivate func referring(_ names: [String: String]) -> JSONDocument {
    guard !names.isEmpty else { return self }
    switch self {
    case .scalar: return string.flatMap { names[$0] }.map { .string($0) } ?? self
    case .array(let items): return .array(items.map { $0.referring(names) })
    case .object(let members):
      // An identifier stays what it is.
      return .object(
        members.map { member in
          var member = member
          if member.name != "identifier" { member.value = member.value.referring(names) }
          return member
        })
    }
  }
}
