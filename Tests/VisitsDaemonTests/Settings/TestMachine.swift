import Foundation
import Synchronization

@testable import VisitsDaemon

extension Machine {
  /// A machine in Edmonton that knows the user alice (1001) and the group visits (990), and on which root starts visitsd.
  ///
  /// - Parameter service: The number of the user and of the group `visitsd`; `nil`: there are none.
  static func test(
    _ environment: [String: String] = [:], isRoot: Bool = true,
    localTime: String? = "/usr/share/zoneinfo/America/Edmonton", service: UInt32? = nil
  ) -> Machine {
    Machine(
      environment: environment, isRoot: isRoot, workingDirectory: "/home/alice", localTime: localTime,
      user: { $0 == "alice" ? 1001 : $0 == "visitsd" ? service : nil },
      group: { $0 == "visits" ? 990 : $0 == "visitsd" ? service : nil })
  }
}

/// A folder that is gone when the test is.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/visits-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and tells its path.
  func file(_ bytes: [UInt8], _ name: String = "visitsd.yaml") throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }
}

/// The settings of a file with this text.
func load(
  _ yaml: String, _ environment: [String: String] = [:], flags: [String] = []
) throws -> Settings {
  let folder = try Folder()
  return try Settings.load(
    file: folder.file(Array(yaml.utf8)), flags: DaemonArguments.parse(flags).flags, on: .test(environment))
}

/// What is said of a file with this text; the file is called `visitsd.yaml` there.
func refusals(
  _ yaml: String, _ environment: [String: String] = [:], flags: [String] = []
) throws -> [String] {
  try refusals(Array(yaml.utf8), environment, flags: flags)
}

func refusals(
  _ bytes: [UInt8], _ environment: [String: String] = [:], flags: [String] = []
) throws -> [String] {
  let folder = try Folder()
  let file = try folder.file(bytes)
  do throws(SettingsError) {
    _ = try Settings.load(
      file: file, flags: (try? DaemonArguments.parse(flags))?.flags ?? [], on: .test(environment))
    return []
  } catch {
    return error.problems.map { $0.description.replacingOccurrences(of: folder.path + "/", with: "") }
  }
}
