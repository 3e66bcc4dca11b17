/// One page of what happened to all resources of a type, the newest first (R4, RESTful API, history): which resource,
/// when, and whether it was deleted. What the resources said stands there too and is not read.
package struct HistoryPage: Sendable, Hashable {
  /// What happened, in order. An entry that names no resource is left out.
  package let entries: [Entry]
  /// Where the next page is, to be followed as it is.
  package let next: String?

  /// What happened to a resource.
  package struct Entry: Sendable, Hashable {
    /// Which one.
    package let address: ResourceAddress
    /// Whether it was deleted.
    package let isDeleted: Bool
    /// When, if the server says so.
    package let lastModified: FHIRInstant?
  }

  /// Reads a page from its JSON text.
  package init(json bytes: [UInt8], limits: ReadingLimits = .answer) throws(FHIRProblem) {
    let bundle = try JSONText(bytes, limits: limits, detail: 4).root
    try bundle.expect(.object)
    try bundle.requireDistinctNames(deep: false)
    let type = try bundle.string("resourceType")
    guard type == "Bundle" else { throw FHIRProblem(reason: .wrongType(expected: "Bundle", found: type ?? "")) }
    next = try bundle.values("link", Bundle.Link.self).first { $0.relation == "next" }?.url
    var entries: [Entry] = []
    for item in try bundle.array("entry") {
      if let entry = Entry(item) { entries.append(entry) }
    }
    self.entries = entries
  }
}

extension HistoryPage.Entry {
  /// - Returns: `nil` where it does not tell which resource it is about.
  fileprivate init?(_ item: JSONView) {
    let request = item.member("request")
    let method = (try? request?.string("method")) ?? nil
    // The request of a deletion is "DELETE Appointment/1"; some servers name the resource in fullUrl alone.
    let addresses = [(try? request?.string("url")) ?? nil, (try? item.string("fullUrl")) ?? nil]
    guard let address = addresses.lazy.compactMap(\.self).compactMap({ ResourceAddress($0) }).first else { return nil }
    let modified = (try? item.member("response")?.instant("lastModified")) ?? nil
    self.init(address: address, isDeleted: method == "DELETE", lastModified: modified)
  }
}
