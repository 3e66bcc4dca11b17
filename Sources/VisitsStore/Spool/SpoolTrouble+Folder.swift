import Glibc

extension SpoolTrouble {
  /// Where the spool of a database is.
  static func spool(beside database: String) -> String { DatabaseFile(path: database).folder + "/emergencies.spool" }

  /// What is wrong with the spool of a database, found out without changing it.
  package static func all(beside database: String) -> [SpoolTrouble] {
    (Spool.look(at: spool(beside: database)).map { [$0] } ?? []) + kept(beside: database)
  }

  /// The copies that lie beside a database still, the oldest first.
  static func kept(beside database: String) -> [SpoolTrouble] {
    let folder = DatabaseFile(path: database).folder
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix("emergencies.spool.kept-") { names.append(name) }
    }
    return names.sorted().map { .kept(copy: "\(folder)/\($0)") }
  }
}
