import FHIR
import VisitsModel

extension SimulatedUpstream {
  /// Answers a request.
  ///
  /// - Parameter true: The true time, whatever the server's clock says.
  mutating func answer(_ request: FHIRRequest, at true: Instant) -> FHIRAnswer {
    let now = `true`.adding(milliseconds: habits.skew)
    var answer: FHIRAnswer
    switch (request.method, request.target) {
    case (.get, .link(let link)):
      let parts = link.dropFirst(Self.base.count + 1).split(separator: "?", maxSplits: 1)
      let query = [FHIRRequest.QueryItem](text: parts.count > 1 ? parts[1] : "")
      answer =
        numbers.chance(habits.expiresPages) ? refusal(410, "expired") : search(String(parts[0]), query, at: now)
    case (.get, .path("metadata", _)): answer = FHIRAnswer(status: 200, body: Array(metadata.utf8))
    case (.get, .path(let path, let query)):
      if path.hasSuffix("/_history") {
        answer = history(String(path.dropLast(9)), query, at: now)
      } else {
        answer = path.contains("/") ? read(path, at: now) : search(path, query, at: now)
      }
    case (.post, .path("", _)): answer = transaction(request.body ?? [], at: now)
    default: answer = write(request, [:], at: now)
    }
    answer.date = FHIRInstant(milliseconds: now.milliseconds / 1000 * 1000)
    if answer.contentType == nil { answer.contentType = "application/fhir+json" }
    return answer
  }

  private var metadata: String {
    let interactions = hasHistories ? #","interaction":[{"code":"history-type"}]"# : ""
    let types = types.map {
      #"{"type":"\#($0)","versioning":"versioned","updateCreate":\#(takesOurIds),"conditionalCreate":true\#(interactions)}"#
    }
    let system = takesTransactions || habits.liesAboutTransactions ? #","interaction":[{"code":"transaction"}]"# : ""
    return """
      {"resourceType":"CapabilityStatement","fhirVersion":"4.0.1",
       "rest":[{"mode":"server"\(system),"resource":[\(types.joined(separator: ","))]}]}
      """
  }

  private func read(_ name: String, at now: Instant) -> FHIRAnswer {
    guard let version = records[name]?.last(where: { $0.visibleAt <= now }) else {
      return refusal(404, "unknown \(name)")
    }
    return version.json == nil ? refusal(410, "deleted") : told(version, status: 200)
  }

  private mutating func write(
    _ request: FHIRRequest, _ names: [String: String], at now: Instant
  ) -> FHIRAnswer {
    guard case .path(let path, _) = request.target, let body = request.body,
      let parsed = try? JSONDocument(json: body)
    else { return refusal(400, "no resource") }
    let json = parsed.referring(names)
    if let refused = rule(json) { return refusal(refused.status, refused.words) }
    guard request.method == .put else { return create(json, path, request.ifNoneExist, at: now) }
    guard let present = records[path]?.last, present.json != nil else {
      if request.ifMatch != nil { return refusal(records[path] == nil ? 404 : 410, "not there") }
      guard takesOurIds else { return refusal(405, "the server chooses the ids") }
      return kept(keep(json, as: path, at: now, isOurs: true), status: 201)
    }
    if request.ifNoneMatch == .anything { return refusal(412, "is there") }
    if request.ifMatch == nil { accuse("\(path) is written over whatever stands there") }
    guard request.ifMatch == nil || request.ifMatch == "\(present.number)" else {
      return refusal(412, "another version")
    }
    return kept(keep(json, as: path, at: now, isOurs: true), status: 200)
  }

  private mutating func create(
    _ json: JSONDocument, _ type: String, _ condition: [FHIRRequest.QueryItem], at now: Instant
  ) -> FHIRAnswer {
    let found = condition.isEmpty ? [] : matches(type, condition, asOf: now).map(\.name)
    if found.count > 1 { return refusal(412, "several") }
    if let name = found.first, let version = records[name]?.last {
      var answer = kept(version, status: 200)
      answer.location = "\(Self.base)/\(name)/_history/\(version.number)"
      return answer
    }
    let name = freeName(type)
    var answer = kept(keep(json, as: name, at: now, isOurs: true), status: 201)
    answer.location = "\(Self.base)/\(name)/_history/1"
    return answer
  }

  private func kept(_ version: Version, status: Int) -> FHIRAnswer {
    var answer = told(version, status: status)
    if !habits.answersWithRecord { answer.body = [] }
    return answer
  }

  private mutating func transaction(_ body: [UInt8], at now: Instant) -> FHIRAnswer {
    guard takesTransactions else { return refusal(501, "no transactions") }
    guard let bundle = try? TransactionBundle(json: body) else { return refusal(400, "no transaction") }
    guard bundle.entries.count <= habits.mostEntries else { return FHIRAnswer(status: 413) }
    var after = self
    var names: [String: String] = [:]
    var answers: [FHIRAnswer] = []
    for entry in bundle.entries {
      let answer = after.write(entry.request, names, at: now)
      guard answer.status < 300 else { return answer }
      if let url = entry.fullURL, url.hasPrefix("urn:"), let location = answer.location {
        // https:, the host and /fhir stand before its name.
        names[url] = location.split(separator: "/").dropFirst(3).prefix(2).joined(separator: "/")
      }
      answers.append(answer)
    }
    self = after
    return FHIRAnswer(status: 200, contentType: "application/fhir+json", body: TransactionResponse(answers).json)
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
