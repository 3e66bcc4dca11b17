import Foundation
import Glibc
import Testing

@testable import VisitsDaemon

@Suite("What root writes into the state", .enabled(if: geteuid() == 0, "only root can give files away"))
struct StateOwnerTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func owner(of path: String) -> UInt32? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_uid : nil
  }

  /// Writes a database as a restore does, in folders that it creates.
  private func write(_ database: String) throws {
    try FileManager.default.createDirectory(
      atPath: URL(filePath: database).deletingLastPathComponent().path, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: database))
  }

  @Test("is the service's own with the folders that did not exist, and no other folder is")
  func created() throws {
    let database = folder.path + "/disk/visits/visits.sqlite"
    let owner = StateOwner(of: database, on: .test(service: 990))
    try write(database)
    owner.keep()
    #expect(self.owner(of: database) == 990)
    #expect(self.owner(of: folder.path + "/disk/visits") == 990)
    #expect(self.owner(of: folder.path + "/disk") == 990)
    #expect(self.owner(of: folder.path) == 0)
  }

  @Test("is the owner's of the folder that was there")
  func present() throws {
    let state = folder.path + "/state"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
    #expect(chown(state, 1001, 1001) == 0)
    let database = state + "/visits.sqlite"
    let owner = StateOwner(of: database, on: .test(service: 990))
    try write(database)
    owner.keep()
    #expect(self.owner(of: database) == 1001)
  }

  @Test("stays root's where there is no user visitsd, or where the folder is root's own")
  func ofRoot() throws {
    let database = folder.path + "/disk/visits.sqlite"
    let stranger = StateOwner(of: database, on: .test())
    try write(database)
    stranger.keep()
    StateOwner(of: database, on: .test(service: 990)).keep()
    #expect(owner(of: database) == 0)
    #expect(owner(of: folder.path + "/disk") == 0)
  }
}
