import Foundation
import GRDB
import VisitsModel

@testable import VisitsStore

/// The folder of a daemon's database. A process that dies leaves in it what it had committed, and nothing else.
final class SimulatedDisk {
  /// A database as it is made, so that not each seed has to make one.
  private static let template: Data? = {
    let folder = place(isReal: false) + "/visits-template-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let identities = IdentitySource(now: { Instant(milliseconds: 0) }, random: { (1, 1) })
    let options = Store.Options(
      path: folder + "/visits.db", readers: 1, now: { Instant(milliseconds: 0) }, identities: identities,
      elapsed: { .zero })
    guard (try? Store.open(options)) != nil else { return nil }
    return FileManager.default.contents(atPath: folder + "/visits.db")
  }()

  private let folder: String
  private let options: Store.Options
  private var number = 0

  /// - Parameter isReal: Whether it is a disk; else memory, where there is a place for that.
  init(isReal: Bool, _ options: Store.Options) {
    folder = Self.place(isReal: isReal) + "/visits-sync-" + UUID().uuidString
    self.options = options
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static func place(isReal: Bool) -> String {
    let memory = "/dev/shm"
    return !isReal && FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
  }

  /// The database of the process that lives now.
  private var path: String { "\(folder)/\(number)/visits.db" }

  /// A process opens its database: a new one, or what another has left.
  func open() throws -> (store: Store, gate: CommitGate) {
    let before = path
    number += 1
    try FileManager.default.createDirectory(atPath: "\(folder)/\(number)", withIntermediateDirectories: true)
    if number == 1 {
      if let template = Self.template { try template.write(to: URL(fileURLWithPath: path)) }
    } else {
      // Just as it stands at this moment: the dead one's connections may still tidy up behind it.
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: before + suffix) {
        try FileManager.default.copyItem(atPath: before + suffix, toPath: path + suffix)
      }
    }
    var options = options
    options.path = path
    let store = try Store.open(options)
    let gate = CommitGate()
    store.pool.add(transactionObserver: gate, extent: .databaseLifetime)
    return (store, gate)
  }
}
