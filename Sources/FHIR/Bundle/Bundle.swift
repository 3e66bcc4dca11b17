/// A FHIR R4 Bundle: several resources in one text.
///
/// A wrong entry is told in ``problems``, located, and does not keep the others from being read.
package struct Bundle: Sendable, Hashable {
  /// The Bundle's own id.
  package let id: String?
  /// searchset, collection, transaction, batch, history, document or message, or a response to one of these.
  package let type: String?
  /// How many matches a search found in all.
  package let total: Int?
  /// Where the Bundle came from and goes on.
  package let links: [Link]
  /// The entries that could be read, in order.
  package let entries: [Entry]
  /// The records whose deletion a transaction asks for, with their positions. Nothing else stands in such an entry.
  package let deletions: [Deletion]
  /// What was wrong with the others, in order.
  package let problems: [FHIRProblem]

  /// A page of a search, or the search itself.
  package struct Link: Sendable, Hashable, JSONReadable {
    /// self, next, previous, …
    package let relation: String?
    /// The address, to be followed as it is.
    package let url: String?

    init(_ json: JSONView) throws(FHIRProblem) {
      relation = try json.string("relation")
      url = try json.string("url")
    }
  }

  /// An entry that asks for a deletion.
  package struct Deletion: Sendable, Hashable {
    /// The position in the Bundle, counted from 0.
    package let index: Int
    /// The record, as the entry calls it: "Appointment/17".
    package let url: String
  }

  /// One resource and what the Bundle says of it.
  package struct Entry: Sendable, Hashable {
    /// The position in the Bundle, counted from 0; bad entries count too.
    package let index: Int
    /// The resource's address, or "urn:uuid:…" for one that has none yet.
    package let fullURL: String?
    /// The resource's address on a server, if `fullURL` is one.
    package let address: ResourceAddress?
    /// Whether a search found it (match), adds it (include), or comments on itself (outcome).
    package let searchMode: String?
    /// The resource.
    package let resource: Resource
  }

  /// Reads a Bundle from its JSON text.
  package init(json: String, limits: ReadingLimits = ReadingLimits()) throws(FHIRProblem) {
    try self.init(json: Array(json.utf8), limits: limits)
  }

  /// Reads a Bundle from its JSON text in UTF-8.
  ///
  /// Throws when the text as a whole is no JSON, too large, or no Bundle; everything else is in ``problems``.
  package init(json bytes: [UInt8], limits: ReadingLimits = ReadingLimits()) throws(FHIRProblem) {
    // Bundle, "entry", its items, their members: resources are indexed one at a time.
    let bundle = try JSONText(bytes, limits: limits, detail: 3).root
    try bundle.expect(.object)
    try bundle.requireDistinctNames(deep: false)
    guard let resourceType = try bundle.string("resourceType") else {
      throw FHIRProblem(path: "resourceType", reason: .missing)
    }
    guard resourceType == "Bundle" else {
      throw FHIRProblem(reason: .wrongType(expected: "Bundle", found: resourceType))
    }
    id = try bundle.string("id")
    type = try bundle.string("type")
    total = try bundle.integer("total")
    links = try bundle.values("link")

    var entries: [Entry] = []
    var problems: [FHIRProblem] = []
    var deletions: [Deletion] = []
    for (index, item) in try bundle.array("entry").enumerated() {
      guard index < limits.entries else {
        throw FHIRProblem(path: "entry", reason: .tooManyValues(limit: limits.entries))
      }
      do {
        if let deletion = try Deletion(item.asOrigin, index: index, limits: limits) {
          deletions.append(deletion)
          continue
        }
        entries.append(try Entry(item.asOrigin, index: index, limits: limits))
      } catch {
        problems.append(error.within(entry: index))
      }
    }
    self.entries = entries
    self.deletions = deletions
    self.problems = problems
  }

  /// The address of the link with this relation.
  package func link(_ relation: String) -> String? {
    links.first { $0.relation == relation }?.url
  }
}

extension Bundle.Deletion {
  /// - Returns: `nil` for an entry that asks for no deletion.
  fileprivate init?(_ json: JSONView, index: Int, limits: ReadingLimits) throws(FHIRProblem) {
    guard json.kind == .object, json.member("resource") == nil, let request = json.member("request") else { return nil }
    let root = try JSONText(request.bytes, limits: limits).root
    guard try root.string("method") == "DELETE", let url = try root.string("url") else { return nil }
    self.index = index
    self.url = url
  }
}

extension Bundle.Entry {
  fileprivate init(_ json: JSONView, index: Int, limits: ReadingLimits) throws(FHIRProblem) {
    try json.expect(.object)
    try json.requireDistinctNames(deep: true)
    guard let resource = json.member("resource") else { throw FHIRProblem(path: "resource", reason: .missing) }
    self.index = index
    fullURL = try json.string("fullUrl")
    address = fullURL.flatMap(ResourceAddress.init)
    searchMode = try json.member("search").flatMap { (search) throws(FHIRProblem) in
      try JSONText(search.bytes, limits: limits).root.string("mode")
    }
    self.resource = try Resource(json: resource.bytes, limits: limits)
  }
}
