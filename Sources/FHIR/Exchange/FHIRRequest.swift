/// One HTTP request to a FHIR server (R4, RESTful API), without the server's address and without credentials.
package struct FHIRRequest: Sendable, Hashable {
  /// What is asked for.
  package var method: Method
  /// Where.
  package var target: Target
  /// Write only if this is still the current version (R4, "Managing Resource Contention").
  package var ifMatch: String?
  /// Only if there is no such version yet.
  package var ifNoneMatch: Precondition?
  /// Create only if a search finds nothing (R4, "Conditional create").
  package var ifNoneExist: [QueryItem]
  /// Whether no cache on the way may answer in the server's place.
  package var isFresh: Bool
  /// Whether the server may pass over parameters that it does not know, rather than refuse (R4, search, handling=lenient).
  package var isLenient: Bool
  /// Whether the answer to a write should hold the resource as the server keeps it.
  package var wantsResource: Bool
  /// The resource or Bundle that is sent.
  package var body: [UInt8]?

  /// A request; what is not said is left out of it.
  package init(
    _ method: Method, _ target: Target, ifMatch: String? = nil, ifNoneMatch: Precondition? = nil,
    ifNoneExist: [QueryItem] = [], isFresh: Bool = false, isLenient: Bool = false, wantsResource: Bool = false,
    body: [UInt8]? = nil
  ) {
    self.method = method
    self.target = target
    self.ifMatch = ifMatch
    self.ifNoneMatch = ifNoneMatch
    self.ifNoneExist = ifNoneExist
    self.isFresh = isFresh
    self.isLenient = isLenient
    self.wantsResource = wantsResource
    self.body = body
  }

  /// The methods that a sync needs. Nothing is ever deleted or patched.
  package enum Method: String, Sendable, Hashable {
    /// Read or search.
    case get = "GET"
    /// Create, or a transaction.
    case post = "POST"
    /// Update, or create under an id of our own.
    case put = "PUT"
  }

  /// Where a request goes.
  package enum Target: Sendable, Hashable {
    /// Below the server's base address: "Appointment/abc", "metadata", "" for a transaction; and a search.
    case path(String, query: [QueryItem] = [])
    /// An address that the server gave, to be followed as it is: the `next` link of a page.
    case link(String)
  }

  /// One parameter of a search; the order is kept.
  package struct QueryItem: Sendable, Hashable {
    /// "_lastUpdated", "identifier", …
    package let name: String
    /// What it has to be, not escaped.
    package let value: String

    /// A parameter.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What must not be there for the request to be carried out.
  package enum Precondition: Sendable, Hashable {
    /// Any version at all: create, never overwrite.
    case anything
    /// This version: read only what has changed since.
    case version(String)
  }
}

extension FHIRRequest {
  /// Reads one resource.
  package static func read(_ type: String, _ id: String, isFresh: Bool = true) -> FHIRRequest {
    FHIRRequest(.get, .path("\(type)/\(id)"), isFresh: isFresh)
  }

  /// Searches one type.
  package static func search(
    _ type: String, _ query: [QueryItem], isFresh: Bool = true, isLenient: Bool = false
  ) -> FHIRRequest {
    FHIRRequest(.get, .path(type, query: query), isFresh: isFresh, isLenient: isLenient)
  }

  /// What happened to all resources of one type.
  package static func history(_ type: String, _ query: [QueryItem]) -> FHIRRequest {
    FHIRRequest(.get, .path("\(type)/_history", query: query), isFresh: true)
  }

  /// Follows a page's `next` link.
  package static func next(_ link: String) -> FHIRRequest {
    FHIRRequest(.get, .link(link), isFresh: true)
  }

  /// What the server is able to do.
  package static let metadata = FHIRRequest(.get, .path("metadata"))

  /// Writes several resources, all or none.
  package static func transaction(_ bundle: TransactionBundle) -> FHIRRequest {
    FHIRRequest(.post, .path(""), wantsResource: true, body: bundle.json)
  }

  /// Type and id of a request to one resource.
  package var address: ResourceAddress? {
    guard case .path(let path, _) = target else { return nil }
    return ResourceAddress(path)
  }

  /// Path and search as they are written behind the base address: "Appointment?date=ge2026-11-20".
  package var relativeText: String {
    switch target {
    case .link(let link): return link
    case .path(let path, let query):
      let path = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      let escaped = path.map { percentEncoded(String(Substring($0))) }.joined(separator: "/")
      return query.isEmpty ? escaped : escaped + "?" + query.text
    }
  }
}

extension [FHIRRequest.QueryItem] {
  /// The search as an address has it, escaped: "identifier=urn%3Amrn%7C17".
  package var text: String {
    map { "\(percentEncoded($0.name))=\(percentEncoded($0.value))" }.joined(separator: "&")
  }

  /// Reads what ``text`` writes.
  package init(text: some StringProtocol) {
    self = text.utf8.split(separator: UInt8(ascii: "&")).map { item in
      let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return FHIRRequest.QueryItem(percentDecoded(parts[0]), parts.count > 1 ? percentDecoded(parts[1]) : "")
    }
  }
}
