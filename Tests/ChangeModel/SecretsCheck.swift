import JSON
import VisitsModel

/// That a worker's device is told nothing of what is another worker's.
struct SecretsCheck {
  /// Something that stands nowhere but with one person.
  private struct Secret: Hashable {
    var text: String
    /// Whose worker's device may be told.
    var worker: String?
    /// Whose client's workers may be told.
    var client: String?
  }

  /// What callers have said so far: that stands in answers too.
  private var said: Set<Secret> = []

  private static let all = [
    Secret(text: Secrets.james, worker: "james"), Secret(text: Secrets.jamesPhone, worker: "james"),
    Secret(text: Secrets.sarahPhone, worker: "sarah"), Secret(text: Secrets.ruth, client: "ruth-adler"),
    Secret(text: Secrets.key, client: "ruth-adler"),
  ]

  /// Takes in a call.
  mutating func note(_ call: SentCall) {
    let text = JSONValue.object(call.params).text
    for secret in Self.all where text.contains(secret.text) { said.insert(secret) }
  }

  /// Checks an answer.
  func check(_ answer: String, to call: SentCall, _ mirror: Mirror) throws {
    guard let worker = call.peer.worker else { return }
    for secret in Self.all where !said.contains(secret) && secret.worker != worker {
      if let client = secret.client, mirror.isServed(client, by: worker) { continue }
      try demand(!answer.contains(secret.text), "a device is told of its own alone: \(call), \(answer)")
    }
  }
}
