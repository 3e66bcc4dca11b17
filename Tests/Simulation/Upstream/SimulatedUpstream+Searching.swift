import FHIR
import VisitsModel

extension SimulatedUpstream {
  typealias Match = (name: String, version: Version)

  /// A page of what a search finds. What a page starts after is told by its link, so that nothing slips through while
  /// records come and go.
  func search(_ type: String, _ query: [FHIRRequest.QueryItem], at now: Instant) -> FHIRAnswer {
    var found = matches(type, query, asOf: now.adding(milliseconds: -habits.indexLag))
    let isSorted = query.contains { $0.name == "_sort" }
    func key(_ match: Match) -> (Int64, Int) {
      (isSorted ? match.version.at.milliseconds : 0, order.firstIndex(of: match.name) ?? 0)
    }
    if isSorted { found = found.map { (key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1) }
    if let after = query.first(where: { $0.name == "_after" })?.value.split(separator: "-"), after.count == 2 {
      let last = (Int64(after[0]) ?? 0, Int(after[1]) ?? 0)
      let rest = found.firstIndex { key($0) > last } ?? found.count
      found = Array(found[(habits.repeatsRows ? max(0, rest - 1) : rest)...])
    }
    // A repeated row must not be all of a page.
    let page = found.prefix(habits.pageSize + (habits.repeatsRows ? 1 : 0))
    let isPart = query.contains { $0.name == "_elements" }
    var bytes = Array(#"{"resourceType":"Bundle","type":"searchset""#.utf8)
    if page.count < found.count, let last = page.last.map(key) {
      let rest = query.filter { $0.name != "_after" } + [FHIRRequest.QueryItem("_after", "\(last.0)-\(last.1)")]
      bytes += #","link":[{"relation":"next","url":"\#(Self.base)/\#(type)?\#(rest.text)"}]"#.utf8
    }
    if !page.isEmpty {
      let entries = page.map { match -> String in
        let resource = isPart ? short(match) : match.version.bytes
        return #"{"fullUrl":"\#(Self.base)/\#(match.name)","resource":"# + String(decoding: resource, as: UTF8.self)
          + #","search":{"mode":"match"}}"#
      }
      bytes += #","entry":[\#(entries.joined(separator: ","))]"#.utf8
    }
    bytes.append(UInt8(ascii: "}"))
    return FHIRAnswer(status: 200, contentType: "application/fhir+json", body: bytes)
  }

  /// What happened to the records of a type, the newest first, all on one page.
  func history(_ type: String, _ query: [FHIRRequest.QueryItem], at now: Instant) -> FHIRAnswer {
    guard hasHistories else { return refusal(400, "no history") }
    let since = query.first { $0.name == "_since" }.flatMap { try? FHIRInstant($0.value) }?.milliseconds ?? 0
    let versions = names(of: type).flatMap { name in
      (records[name] ?? []).filter { $0.visibleAt <= now && $0.at.milliseconds >= since }.map { (name, $0) }
    }
    let entries = versions.sorted { $0.1.at > $1.1.at }.map { name, version -> JSONDocument in
      let method = version.json == nil ? "DELETE" : version.number == 1 ? "POST" : "PUT"
      var entry: JSONDocument = [
        "fullUrl": .string("\(Self.base)/\(name)"),
        "request": ["method": .string(method), "url": .string(method == "POST" ? type : name)],
        "response": ["status": "200", "lastModified": .string(version.at.fhirText)],
      ]
      if let json = version.json { entry["resource"] = json }
      return entry
    }
    let bundle: JSONDocument = ["resourceType": "Bundle", "type": "history", "entry": .array(entries)]
    return FHIRAnswer(status: 200, contentType: "application/fhir+json", body: bundle.json)
  }

  private func short(_ match: Match) -> [UInt8] {
    guard let json = match.version.json else { return [] }
    let part: JSONDocument = [
      "resourceType": json["resourceType"] ?? "", "id": json["id"] ?? "", "meta": json["meta"] ?? [:],
    ]
    return part.json
  }

  /// What a search found at a moment.
  func matches(_ type: String, _ query: [FHIRRequest.QueryItem], asOf moment: Instant) -> [Match] {
    order.compactMap { name in
      guard name.hasPrefix(type + "/"), let version = records[name]?.last(where: { $0.visibleAt <= moment }),
        let json = version.json
      else { return nil }
      return query.allSatisfy { matches(version, json, $0) } ? (name, version) : nil
    }
  }

  private func matches(_ version: Version, _ json: JSONDocument, _ item: FHIRRequest.QueryItem) -> Bool {
    switch item.name {
    case "_lastUpdated": return compares(version.at, item.value)
    case "date":
      let text = json["start"]?.string ?? json["period"]?["start"]?.string
      guard let text, let start = try? FHIRInstant(text) else { return false }
      return compares(Instant(milliseconds: start.milliseconds), item.value)
    case "identifier":
      return (json["identifier"]?.items ?? []).contains {
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
