/// What a FHIR server answered to one request, or to one entry of a transaction.
package struct FHIRAnswer: Sendable, Hashable {
  /// The HTTP status.
  package var status: Int
  /// The version of the resource, as the ETag names it.
  package var version: String?
  /// When that version came to be.
  package var lastModified: FHIRInstant?
  /// The server's clock when it answered.
  package var date: FHIRInstant?
  /// How long the server wishes to be left alone, in seconds.
  package var retryAfter: Int?
  /// Where a created resource is.
  package var location: String?
  /// The media type of the body, without parameters and in lower case.
  package var contentType: String?
  /// Whether the body is compressed. Nobody asks for that, and it is not read: ten megabytes may become ten gigabytes.
  package var isCompressed = false
  /// The body.
  package var body: [UInt8]

  /// An answer; what is not said was not in it.
  package init(
    status: Int, version: String? = nil, lastModified: FHIRInstant? = nil, date: FHIRInstant? = nil,
    retryAfter: Int? = nil, location: String? = nil, contentType: String? = nil, body: [UInt8] = []
  ) {
    self.status = status
    self.version = version
    self.lastModified = lastModified
    self.date = date
    self.retryAfter = retryAfter
    self.location = location
    self.contentType = contentType
    self.body = body
  }

  /// The longest wait that a server's wish can bring about: a day, in seconds.
  package static let longestRetryAfter = 86_400

  /// Reads an answer's headers.
  ///
  /// - Parameter header: the first value of a header of this name, whatever its case.
  package init(status: Int, body: [UInt8], header: (String) -> String?) {
    let date = header("date").flatMap(HTTPDate.init)?.instant
    self.init(
      status: status,
      version: header("etag").flatMap(Self.version(inETag:)),
      lastModified: header("last-modified").flatMap(HTTPDate.init)?.instant,
      date: date,
      retryAfter: header("retry-after").flatMap { Self.seconds(inRetryAfter: $0, date: date) },
      location: header("location"),
      contentType: header("content-type").map(Self.mediaType),
      body: body)
    let encoding = header("content-encoding")?.lowercased() ?? "identity"
    isCompressed = encoding != "identity" && !body.isEmpty
  }

  /// The version in `W/"3"` or `"3"`.
  package static func version(inETag text: String) -> String? {
    let tag = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
    guard tag.utf8.count > 2, tag.first == "\"", tag.last == "\"" else { return nil }
    return tag.utf8.count - 2 <= ResourceAddress.longestID ? String(tag.dropFirst().dropLast()) : nil
  }

  /// `W/"3"`, as FHIR writes the version in If-Match and ETag.
  package static func etag(version: String) -> String { "W/\"\(version)\"" }

  /// The wait in "120" or in an HTTP-date.
  ///
  /// A date is reckoned from the server's own clock, because ours may differ from it by hours; without one it says
  /// nothing.
  private static func seconds(inRetryAfter text: String, date: FHIRInstant?) -> Int? {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if isNumber { return min(Int(text) ?? .max, longestRetryAfter) }
    guard let date, let until = HTTPDate(text)?.instant else { return nil }
    let seconds = (until.milliseconds - date.milliseconds + 999) / 1000
    return Int(min(max(seconds, 0), Int64(longestRetryAfter)))
  }

  private static func mediaType(_ text: String) -> String {
    let type = text.utf8.prefix { $0 != UInt8(ascii: ";") }
    return String(Substring(type)).lowercased().filter { $0 != " " }
  }

  /// Whether the body is JSON, as far as can be told without reading it.
  package var isJSON: Bool {
    guard let contentType else { return firstByte == UInt8(ascii: "{") }
    return contentType == "application/json" || contentType.hasSuffix("+json")
  }

  /// Whether the body is a page for people: of a proxy, of a login, of a server that is no FHIR server.
  package var isPage: Bool {
    guard let contentType else { return firstByte == UInt8(ascii: "<") }
    return contentType == "text/html" || contentType == "application/xhtml+xml"
  }

  /// Whether it may be the word of a FHIR server on what it keeps: it has nothing more to say, or says it as FHIR does.
  /// What stands before a server has its own ways to say that it finds no way there.
  package var isOfFHIR: Bool {
    guard firstByte != nil else { return !isPage }
    return contentType == "application/fhir+json" || isJSON && OperationOutcome(json: body) != nil
  }

  private var firstByte: UInt8? {
    body.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
  }

  /// The resource that the answer holds or that it says where it is.
  package var address: ResourceAddress? { location.flatMap(ResourceAddress.init) }
}
