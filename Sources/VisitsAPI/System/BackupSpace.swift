/// How much room there is for backups, where they lie.
package struct BackupSpace: WireObject {
  /// How many bytes are free.
  package var freeBytes: Int
  /// How many bytes stay free after a backup.
  package var reserveBytes: Int
  /// How many backups fit.
  package var backups: Int

  package init(freeBytes: Int, reserveBytes: Int, backups: Int) {
    self.freeBytes = freeBytes
    self.reserveBytes = reserveBytes
    self.backups = backups
  }

  package static let members: [Member<BackupSpace>] = [
    Member("freeBytes", { $0.freeBytes }, "How many bytes are free."),
    Member("reserveBytes", { $0.reserveBytes }, "How many bytes must stay free; else no backup is begun."),
    Member("backups", { $0.backups }, "How many backups of the database's present size fit."),
  ]
}
