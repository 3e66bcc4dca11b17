import VisitsModel
import VisitsStore

extension SyncContext {
  /// Reports to the office the pairs of people here and people from upstream who may be the same. Writes nothing if
  /// there is no such pair now and none was reported before.
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
  /// Whether the page contains records of workers or clients.
  var tellsOfPeople: Bool {
    let types = [PersonKind.worker, .client].map(\.recordType)
    return fetched.contains { types.contains($0.address.type) }
  }
}
