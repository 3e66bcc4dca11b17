import VisitsModel

extension RecurrenceRule {
  /// Reads a rule as a calendar writes it. Parts that give no other time of day than the start has say nothing: Notes
  /// writes BYHOUR and BYMINUTE everywhere.
  ///
  /// - Throws: What is wrong, or not supported, by its name.
  init(_ text: String, from start: LocalTime) throws(RecurrenceFault) {
    let times = ["BYHOUR": start.hour, "BYMINUTE": start.minute, "BYSECOND": start.second]
    // A rule that is too long is refused as it is.
    guard text.utf8.count <= 4096 else { try self.init(text); return }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).filter { part in
      let sides = part.split(separator: "=", maxSplits: 1).map { String($0).trimmingBlanks }
      guard sides.count == 2, let time = times[sides[0].uppercased()], let number = Int(sides[1]) else { return true }
      return number != time
    }
    try self.init(parts.joined(separator: ";"))
  }
}
