import VisitsModel
import VisitsStore

extension SyncContext {
  /// Tells the office which people here may be people who came from upstream. A run that finds no such pair, and has told
  /// of none, writes nothing.
  func tellDuplicates() throws {
    let now = now()
    let (pairs, isTold) = try store.readNow { reader in
      (try reader.duplicatePairs(on: settings.base), try reader.areDuplicatesTold())
    }
    guard !pairs.isEmpty || isTold else { return }
    try store.keepNow { try $0.noteDuplicates(pairs, at: now) }
  }
}

extension PullPage {
  /// Whether workers or clients stand on it.
  var tellsOfPeople: Bool {
    let types = [PersonKind.worker, .client].map(\.recordType)
    return fetched.contains { types.contains($0.address.type) }
  }
}
