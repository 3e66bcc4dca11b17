import VisitsModel
import VisitsStore

extension SyncContext {
  /// Reports to the office which people here may be the same as people from upstream. Writes nothing if there is no
  /// such pair now and no pair was reported before.
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
  /// Whether the page contains workers or clients.
  var tellsOfPeople: Bool {
    let types = [PersonKind.worker, .client].map(\.recordType)
    return fetched.contains { types.contains($0.address.type) }
  }
}
