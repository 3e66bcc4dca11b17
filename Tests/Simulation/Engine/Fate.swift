import FHIR

/// What the network, and whoever stands in it, makes of a request.
enum Fate {
  case delivered
  /// There is no way there.
  case unreachable
  /// The connection ends before the request is there.
  case lost
  /// It is carried out, and the connection ends before the answer is here.
  case answerLost
  /// Somebody answers who has not carried it out.
  case answered(FHIRAnswer)
  /// It is carried out, and something else is answered.
  case distorted((FHIRAnswer) -> FHIRAnswer)
  /// It takes so many milliseconds on its way there and back; beyond a while nobody waits for it any more.
  case slow(there: Int64, back: Int64)
  /// It arrives once more, so many milliseconds later; the second answer may be the one that is heard.
  case repeated(later: Int64, isSecondHeard: Bool)
  /// Something else came between, of which the daemon is told just this.
  case failed(FHIRFailure)

  /// For how long an answer is waited for where nothing else is said, in milliseconds.
  static let patience: Int64 = 30_000

  /// In a few words, for the history of a seed.
  var words: String {
    switch self {
    case .delivered: ""
    case .unreachable: "unreachable"
    case .lost: "lost on the way there"
    case .answerLost: "carried out, answer lost"
    case .answered(let answer): "answered \(answer.status) without it"
    case .distorted(let change): "carried out, answered \(change(FHIRAnswer(status: 200)).status)"
    case .slow(let there, let back): "\(there) ms there, \(back) ms back"
    case .repeated(let later, false): "arrives again after \(later) ms"
    case .repeated(let later, true): "arrives again after \(later) ms, which is heard"
    case .failed(let failure): "\(failure)"
    }
  }
}
