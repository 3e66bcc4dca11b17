import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// A backup is not made in the transaction of a change, because all other changes would wait for it. Only its result is
/// stored as a change.
extension SystemBackup: ReadHandler {
  /// Whether the call takes one of the limited places for reads. A backup does not, because it takes long.
  static let isQueued = false

  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let request = ChangeRequest(
      caller: call.session.caller, method: name, requestId: parameters.requestId,
      fingerprint: Array((parameters.name ?? "").utf8), receivedAt: call.now)
    do {
      let backup = try await call.service.store.backUp(
        request, name: parameters.name, reserve: call.service.settings.backupReserve)
      call.service.report(.backedUp(path: backup.path, bytes: backup.bytes))
      return Answer(
        path: backup.path, bytes: Int(backup.bytes), at: Timestamp(milliseconds: backup.at.milliseconds))
    } catch let shortage as BackupShortage {
      let room = shortage.room
      call.service.report(.backupWithoutRoom(folder: room.folder, free: room.free, needed: room.needed))
      throw RPCError(.backupWithoutRoom(in: room.folder, free: room.free, needed: room.needed, call.view))
    } catch let failure as BackupFailure {
      call.service.report(.backupFailed("\(failure.path): \(failure.words)"))
      throw RPCError(
        .backupFailed(failure.reason, path: failure.path, words: failure.words, in: call.view))
    }
  }
}
