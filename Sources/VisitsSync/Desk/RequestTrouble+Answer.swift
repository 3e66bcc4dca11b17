import FHIR
import VisitsModel

extension RequestTrouble {
  /// What kind of request came to nothing: the same status means one thing to a transaction and another to a read.
  enum Purpose {
    case write
    case transaction
    case read
  }

  /// Why an answer is none that was hoped for; `nil`: it is.
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
    // Nothing is withdrawn on the word of what stands before the server, and finds no way to it.
    case .gone(let refusal) where purpose == .read && !refusal.isOfFHIR: self = .unreadable(words: "page")
    // A write that finds nothing may be told what it is that is missing.
    case .gone(let refusal): self = refusal.words.flatMap { purpose == .read ? nil : .refused(words: $0) } ?? .gone
    case .refused(let refusal) where refusal.isUnsupported && purpose == .transaction: self = .notOffered
    case .refused(let refusal): self = .refused(words: refusal.words ?? "\(refusal.status)")
    // It may be a login page, a proxy's, or another address than was meant: it says nothing of what was asked.
    case .stranger: self = .unreadable(words: "page")
    }
  }

  /// Why there was no answer.
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

extension Result where Success == FHIRAnswer, Failure == FHIRFailure {
  /// The answer, or why there is none that is of use.
  func answer(to purpose: RequestTrouble.Purpose) -> Result<FHIRAnswer, RequestTroubleError> {
    switch self {
    case .success(let answer):
      if let trouble = RequestTrouble(answer, to: purpose) {
        .failure(RequestTroubleError(trouble))
      } else {
        .success(answer)
      }
    case .failure(let failure): .failure(RequestTroubleError(RequestTrouble(failure)))
    }
  }
}

/// A trouble on its way to a machine.
struct RequestTroubleError: Error {
  let trouble: RequestTrouble

  init(_ trouble: RequestTrouble) { self.trouble = trouble }
}
