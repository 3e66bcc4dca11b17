/// One page of what a search found.
///
/// A resource that cannot be read is found all the same: its type, id and version are known as far as they can be made
/// out, so that it is told where it stands and not looked for again as if it were missing.
package struct SearchPage: Sendable, Hashable {
  /// What was searched for, in order.
  package let matches: [Found]
  /// What the server added of its own.
  package let includes: [Found]
  /// What is wrong with the first entry that holds no record which could be met again: no resource, or one without a
  /// type or an id that can be read. The others of its kind are not kept.
  package let nameless: FHIRProblem?
  /// What it has to say about the search.
  package let remarks: String?
  /// Where the next page is, to be followed as it is.
  package let next: String?
  /// How many matches there are in all, if it says so.
  package let total: Int?

  /// A resource on a page.
  package struct Found: Sendable, Hashable {
    /// "Appointment", …
    package let type: String?
    /// The id on the server.
    package let id: String?
    /// The version.
    package let versionId: String?
    /// When that version came to be.
    package let lastUpdated: FHIRInstant?
    /// The resource, or what is wrong with it.
    package let resource: Result<Resource, FHIRProblem>
  }

  /// Reads a page from its JSON text.
  package init(json bytes: [UInt8], limits: ReadingLimits = .answer) throws(FHIRProblem) {
    let bundle = try JSONText(bytes, limits: limits, detail: 3).root
    try bundle.expect(.object)
    try bundle.requireDistinctNames(deep: false)
    let type = try bundle.string("resourceType")
    guard type == "Bundle" else { throw FHIRProblem(reason: .wrongType(expected: "Bundle", found: type ?? "")) }
    total = try bundle.integer("total")
    next = try bundle.values("link", Bundle.Link.self).first { $0.relation == "next" }?.url

    var matches: [Found] = []
    var includes: [Found] = []
    var nameless: FHIRProblem?
    var remarks: [String] = []
    for (index, item) in try bundle.array("entry").enumerated() {
      guard let resource = item.member("resource")?.bytes else {
        nameless = nameless ?? FHIRProblem(entry: index, path: "resource", reason: .missing)
        continue
      }
      let found = Found(resource, index: index, limits: limits)
      if found.type == "OperationOutcome" {
        if remarks.count < OperationOutcome.longest, let words = OperationOutcome(json: resource)?.words {
          remarks.append(words)
        }
      } else if found.type == nil || found.id == nil {
        nameless = nameless ?? found.problem ?? FHIRProblem(entry: index, path: "id", reason: .missing)
      } else if Self.isInclude(item, limits) {
        includes.append(found)
      } else {
        matches.append(found)
      }
    }
    self.matches = matches
    self.includes = includes
    self.nameless = nameless
    self.remarks = remarks.isEmpty ? nil : remarks.joined(separator: "; ")
  }

  /// The largest `lastUpdated` among the matches: where the next pull goes on.
  package var lastUpdated: FHIRInstant? { matches.compactMap(\.lastUpdated).max() }

  /// What could not be read, in order.
  package var problems: [FHIRProblem] {
    [nameless].compactMap(\.self) + (matches + includes).compactMap(\.problem)
  }

  /// Whether the server says that nobody searched for this one; where it does not say, it is a match.
  private static func isInclude(_ item: JSONView, _ limits: ReadingLimits) -> Bool {
    guard let search = item.member("search"), let json = try? JSONText(search.bytes, limits: limits).root else {
      return false
    }
    return (try? json.string("mode")) == "include"
  }
}

extension SearchPage.Found {
  /// What is wrong with the resource.
  fileprivate var problem: FHIRProblem? {
    if case .failure(let problem) = resource { problem } else { nil }
  }

  fileprivate init(_ bytes: [UInt8], index: Int, limits: ReadingLimits) {
    do {
      let resource = try Resource(json: bytes, limits: limits)
      self.init(
        type: resource.type, id: resource.id, versionId: resource.meta?.versionId,
        lastUpdated: resource.meta?.lastUpdated, resource: .success(resource))
    } catch {
      self.init(unreadable: bytes, error.within(entry: index))
    }
  }

  fileprivate init(unreadable bytes: [UInt8], _ problem: FHIRProblem) {
    // Resource, its members, the members of meta.
    let json = try? JSONText(bytes, limits: .answer, detail: 2).root
    let meta = json?.member("meta")
    self.init(
      type: (try? json?.string("resourceType")) ?? nil, id: (try? json?.id("id")) ?? nil,
      versionId: (try? meta?.id("versionId")) ?? nil, lastUpdated: (try? meta?.instant("lastUpdated")) ?? nil,
      resource: .failure(problem))
  }
}
