import FHIR
import VisitsModel

extension RequestTrouble {
  /// The kind of request that was answered. The same HTTP status means different things for a transaction, a single
  /// write and a read.
  enum Purpose {
    case write
    case transaction
    case read
  }

  /// Classifies the server's answer to a request.
  ///
  /// - Returns: `nil` if the run can use the answer.
  init?(_ answer: FHIRAnswer, to purpose: Purpose) {
    let retryAfter = answer.retryAfter.map { Int64($0) * 1000 }
    switch AnswerClass(answer) {
    case .taken where answer.isCompressed: self = .unreadable(words: "compressed")
    case .taken: return nil
    case .notModified: self = .unreadable(words: "304")
    case .again:
      switch answer.status {
      case 501 where purpose == .transaction: self = .notOffered
      case 408, 423, 425, 429, 502, 503, 504:
        self = .later(retryAfter: retryAfter, mayHaveLanded: ![423, 425, 429].contains(answer.status))
      default: self = .broken
      }
    case .unauthorized: self = .unauthorized
    case .forbidden: self = .forbidden
    case .conflict: self = .conflict
    case .tooMuch: self = .tooLarge
    // A 404 from a proxy that does not find the server must not withdraw the record.
    case .gone(let refusal) where purpose == .read && !refusal.isOfFHIR: self = .unreadable(words: "page")
    // The answer to a write may name the record that is missing, so its words are kept.
    case .gone(let refusal): self = refusal.words.flatMap { purpose == .read ? nil : .refused(words: $0) } ?? .gone
    case .refused(let refusal) where refusal.isUnsupported && purpose == .transaction: self = .notOffered
    case .refused(let refusal): self = .refused(words: refusal.words ?? "\(refusal.status)")
    // The answer of a login page, a proxy or a wrong address says nothing about the record.
    case .stranger: self = .unreadable(words: "page")
    }
  }

  /// Classifies the failure of a request that the server did not answer, or whose answer could not be received.
  init(_ failure: FHIRFailure) {
    switch failure {
    case .unreachable: self = .unreachable(mayHaveLanded: false)
    case .cut(.silence), .cut(.tooSlow): self = .unreachable(mayHaveLanded: true)
    case .cut: self = .cut
    case .untrusted: self = .untrusted
    case .tooLarge(.request, _): self = .tooLarge
    case .tooLarge(.answer, _): self = .unreadable(words: "tooMuch")
    case .redirected: self = .unreadable(words: "redirected")
    case .foreignLink: self = .unreadable(words: "foreign")
    case .unauthenticated: self = .unauthorized
    case .tokenDelayed(let retryAfter):
      self = .later(retryAfter: retryAfter.map { Int64($0) * 1000 }, mayHaveLanded: false)
    case .unsendable: self = .refused(words: "an id or a version holds what no address may carry")
    }
  }
}

extension RequestTrouble: Error {}

extension Result where Success == FHIRAnswer, Failure == FHIRFailure {
  /// Returns the server's answer if a run can use it, or else the reason why a run cannot use it.
  func answer(to purpose: RequestTrouble.Purpose) -> Result<FHIRAnswer, RequestTrouble> {
    switch self {
    case .success(let answer):
      if let trouble = RequestTrouble(answer, to: purpose) { .failure(trouble) } else { .success(answer) }
    case .failure(let failure): .failure(RequestTrouble(failure))
    }
  }
}
