import JSON

/// Several requests that a server carries out together, all or none (R4, "transaction").
package struct TransactionBundle: Sendable, Hashable {
  /// The requests in order; the server may carry them out in another.
  package var entries: [Entry]

  /// One request.
  package struct Entry: Sendable, Hashable {
    /// What other entries call the resource: its address, or "urn:uuid:…" for one that has none yet.
    package var fullURL: String?
    /// What is to be done. Its target is a path.
    package var request: FHIRRequest

    /// An entry.
    package init(fullURL: String? = nil, _ request: FHIRRequest) {
      self.fullURL = fullURL
      self.request = request
    }
  }

  /// A transaction of these requests.
  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The Bundle as JSON text. The resources stand in it as they are.
  package var json: [UInt8] {
    JSONWriter.bundle("transaction", entries) { writer, entry in
      if let fullURL = entry.fullURL {
        writer.key(plain: "fullUrl")
        writer.string(fullURL)
      }
      if let body = entry.request.body {
        writer.key(plain: "resource")
        writer.raw(body)
      }
      writer.key(plain: "request")
      entry.request.described.write(to: &writer)
    }
  }

  /// Reads what ``json`` writes, as a server does.
  package init(json bytes: [UInt8], limits: ReadingLimits = ReadingLimits()) throws(FHIRProblem) {
    let bundle = try JSONText(bytes, limits: limits, detail: 4).root
    try bundle.expect(.object)
    guard try bundle.string("type") == "transaction" else { throw FHIRProblem(path: "type", reason: .missing) }
    var entries: [Entry] = []
    for (index, item) in try bundle.array("entry").enumerated() {
      guard let described = item.member("request") else {
        throw FHIRProblem(entry: index, path: "request", reason: .missing)
      }
      do {
        let request = try FHIRRequest(described, body: item.member("resource")?.bytes)
        entries.append(Entry(fullURL: try item.string("fullUrl"), request))
      } catch {
        throw error.within(entry: index)
      }
    }
    self.entries = entries
  }
}

extension FHIRRequest {
  /// The request as a Bundle's entry describes it.
  fileprivate var described: JSONDocument {
    var json: JSONDocument = ["method": .string(method.rawValue), "url": .string(relativeText)]
    if let ifMatch { json["ifMatch"] = .string(FHIRAnswer.etag(version: ifMatch)) }
    switch ifNoneMatch {
    case .anything: json["ifNoneMatch"] = "*"
    case .version(let version): json["ifNoneMatch"] = .string(FHIRAnswer.etag(version: version))
    case nil: break
    }
    if !ifNoneExist.isEmpty { json["ifNoneExist"] = .string(ifNoneExist.text) }
    return json
  }

  fileprivate init(_ json: JSONView, body: [UInt8]?) throws(FHIRProblem) {
    guard let method = try json.string("method").flatMap(Method.init) else {
      throw FHIRProblem(path: "request.method", reason: .missing)
    }
    let url = try json.string("url") ?? ""
    let parts = url.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count > 1 ? [QueryItem](text: Substring(parts[1])) : []
    var ifNoneMatch: Precondition?
    if let tag = try json.string("ifNoneMatch") {
      ifNoneMatch = tag == "*" ? .anything : FHIRAnswer.version(inETag: tag).map(Precondition.version)
    }
    self.init(
      method, .path(percentDecoded(parts[0]), query: query),
      ifMatch: try json.string("ifMatch").flatMap(FHIRAnswer.version(inETag:)), ifNoneMatch: ifNoneMatch,
      ifNoneExist: try json.string("ifNoneExist").map { [QueryItem](text: $0) } ?? [], body: body)
  }
}

extension JSONWriter {
  /// A Bundle of this type whose entries the body writes; the resources stand in it as they are.
  static func bundle<Entry>(_ type: String, _ entries: [Entry], _ body: (inout JSONWriter, Entry) -> Void) -> [UInt8] {
    var writer = JSONWriter(escaping: [])
    writer.beginObject()
    writer.key(plain: "resourceType")
    writer.string("Bundle")
    writer.key(plain: "type")
    writer.string(type)
    // FHIR knows no empty list (R4, json).
    if !entries.isEmpty {
      writer.key(plain: "entry")
      writer.beginArray()
      for entry in entries {
        writer.beginObject()
        body(&writer, entry)
        writer.endObject()
      }
      writer.endArray()
    }
    writer.endObject()
    return writer.bytes
  }
}
