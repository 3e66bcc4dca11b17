import JSON

/// What a server answered to a transaction: one answer for each request, in the order of the requests.
package struct TransactionResponse: Sendable, Hashable {
  /// The answers. A body is the resource as the server keeps it, or an outcome; it is empty where neither came along.
  package let answers: [FHIRAnswer]

  /// A response of these answers.
  package init(_ answers: [FHIRAnswer]) {
    self.answers = answers
  }

  /// Reads a response from its JSON text.
  ///
  /// - Parameter count: how many requests were sent. A response with more or fewer answers cannot be told apart by
  ///   position any more, and is refused as a whole.
  package init(
    json bytes: [UInt8], to count: Int, limits: ReadingLimits = .answer
  ) throws(FHIRProblem) {
    let bundle = try JSONText(bytes, limits: limits, detail: 4).root
    try bundle.expect(.object)
    try bundle.requireDistinctNames(deep: false)
    let type = try bundle.string("type")
    guard type == "transaction-response" else {
      throw FHIRProblem(path: "type", reason: .wrongType(expected: "transaction-response", found: type ?? ""))
    }
    let items = try bundle.array("entry")
    guard items.count == count else { throw FHIRProblem(path: "entry[\(min(items.count, count))]", reason: .missing) }
    var answers: [FHIRAnswer] = []
    for (index, item) in items.enumerated() {
      do {
        answers.append(try FHIRAnswer(item))
      } catch {
        throw error.within(entry: index)
      }
    }
    self.answers = answers
  }

  /// The response as JSON text.
  package var json: [UInt8] {
    JSONWriter.bundle("transaction-response", answers) { writer, answer in
      if !answer.body.isEmpty {
        writer.key(plain: "resource")
        writer.raw(answer.body)
      }
      writer.key(plain: "response")
      answer.described.write(to: &writer)
    }
  }
}

extension FHIRAnswer {
  /// The answer as a Bundle's entry describes it.
  fileprivate var described: JSONDocument {
    var json: JSONDocument = ["status": .string(String(status))]
    if let location { json["location"] = .string(location) }
    if let version { json["etag"] = .string(Self.etag(version: version)) }
    if let lastModified { json["lastModified"] = .string(lastModified.description) }
    return json
  }

  fileprivate init(_ entry: JSONView) throws(FHIRProblem) {
    guard let response = entry.member("response") else { throw FHIRProblem(path: "response", reason: .missing) }
    // "201" or "201 Created".
    let status = try response.string("status").flatMap { Int($0.prefix(3)) }
    guard let status, (100..<600).contains(status) else {
      throw FHIRProblem(path: "response.status", reason: .missing)
    }
    let body = entry.member("resource") ?? response.member("outcome")
    self.init(
      status: status,
      version: try response.string("etag").flatMap(Self.version(inETag:)),
      lastModified: try response.instant("lastModified"),
      location: try response.string("location"),
      contentType: body == nil ? nil : "application/fhir+json",
      body: body?.bytes ?? [])
  }
}
