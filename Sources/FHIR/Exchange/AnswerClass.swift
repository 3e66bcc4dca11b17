/// What an answer means for the one who asked.
package enum AnswerClass: Sendable, Hashable {
  /// Done.
  case taken
  /// Nothing newer than what is known.
  case notModified
  /// Not now; after that many seconds, if the server says how long.
  case again(retryAfter: Int?)
  /// The token was not accepted.
  case unauthorized
  /// The token was accepted, and is not enough.
  case forbidden(Refusal)
  /// Somebody else wrote first, or a precondition does not hold.
  case conflict
  /// There is no such resource, or no longer.
  case gone(Refusal)
  /// Never, as it stands.
  case refused(Refusal)
  /// Too much at once.
  case tooMuch
  /// Not the voice of a FHIR server: a page of a proxy or a login, or a redirect. It says nothing about what was asked.
  case stranger(status: Int)

  /// A no, and why.
  package struct Refusal: Sendable, Hashable {
    /// The HTTP status.
    package let status: Int
    /// The server's own words, made short and harmless.
    package let words: String?
    /// The entries of a Bundle that the server names as being at fault, counted from 0.
    package let entries: Set<Int>
    /// Whether the server says that it does not know what was asked for at all (405, or issue type "not-supported").
    package let isUnsupported: Bool

    /// Whether it may be the word of the FHIR server itself, and not of what stands before it.
    package let isOfFHIR: Bool

    /// A refusal.
    package init(
      status: Int, words: String? = nil, entries: Set<Int> = [], isUnsupported: Bool = false, isOfFHIR: Bool = true
    ) {
      self.status = status
      self.isOfFHIR = isOfFHIR
      self.words = words
      self.entries = entries
      self.isUnsupported = isUnsupported || status == 405
    }

    fileprivate init(_ answer: FHIRAnswer) {
      let outcome = answer.isJSON ? OperationOutcome(json: answer.body) : nil
      self.init(
        status: answer.status, words: outcome?.words, entries: outcome?.entries ?? [],
        isUnsupported: outcome?.issues.contains { $0.isError && $0.code == "not-supported" } ?? false,
        isOfFHIR: answer.isOfFHIR)
    }
  }

  /// Classifies an answer.
  ///
  /// A page for people under 404 or 422 is no refusal: a proxy that has lost its server answers so, and nothing may be
  /// withdrawn or parked for that.
  package init(_ answer: FHIRAnswer) {
    switch answer.status {
    case 304: self = .notModified
    case 200..<300: self = answer.body.isEmpty || answer.isJSON ? .taken : .stranger(status: answer.status)
    case 408, 423, 425, 429, 500..<600: self = .again(retryAfter: answer.retryAfter)
    case 401: self = .unauthorized
    case 409, 412: self = .conflict
    case 413: self = .tooMuch
    case 403 where !answer.isPage: self = .forbidden(Refusal(answer))
    case 404 where !answer.isPage, 410 where !answer.isPage: self = .gone(Refusal(answer))
    case 400..<500 where !answer.isPage && answer.status != 407: self = .refused(Refusal(answer))
    default: self = .stranger(status: answer.status)
    }
  }
}
