import Catalog
import VisitsAPI
import VisitsModel

/// That attempts fail, and when the next is made.
struct SyncFailureWords {
  /// The sentences.
  let text: String
  /// The same to count down with; `nil`: no moment is known.
  let countdown: Countdown?

  /// - Parameters:
  ///   - isRefused: Whether upstream refuses access.
  ///   - retryAt: The next attempt; `nil`: none is known.
  ///   - prefix: What is said before it.
  init(isRefused: Bool, retryAt: Instant?, after prefix: String? = nil, in context: ViewContext) {
    func sentence(_ words: String) -> String { [prefix, words].compactMap(\.self).joined(separator: " ") }
    let phrases = context.phrases
    let over = sentence(phrases[isRefused ? .syncNoAccess : .syncFailedSentence])
    let seconds = retryAt.map { context.seconds(until: $0) } ?? 0
    guard seconds > 0 else {
      (text, countdown) = (over, nil)
      return
    }
    let phrase: Phrase = isRefused ? .syncNoAccessRetrying : .syncRetrying
    text = sentence(phrases.text(phrase, count: seconds, [.seconds: String(seconds)]))
    let forms = phrases.forms(phrase).mapValues(sentence)
    countdown = Countdown(
      language: phrases.language.rawValue,
      forms: Countdown.Forms(one: forms[.one], few: forms[.few], many: forms[.many], other: forms[.other]), over: over)
  }
}
