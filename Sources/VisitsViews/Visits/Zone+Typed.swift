import VisitsAPI
import VisitsModel

extension Zone {
  /// A moment as a person types it here: `2026-11-20T08:00`. Read back, it is the same moment: seconds stand there when
  /// there are any, and the offset where clocks show this time twice or milliseconds count.
  func typed(_ instant: Instant) -> String {
    let local = local(instant)
    let second = local.secondOfDay
    func padded(_ number: Int, _ digits: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    let minutes = "\(local.day.text)T\(padded(second / 3600)):\(padded(second / 60 % 60))"
    let milliseconds = Int(((instant.milliseconds % 1000) + 1000) % 1000)
    guard milliseconds == 0, case .unique = resolve(local) else {
      let offset = offset(at: instant)
      // Before there were time zones, offsets had seconds, which nobody can type.
      guard offset % 60 == 0 else { return instant.timestamp.text }
      let fraction = milliseconds == 0 ? "" : ".\(padded(milliseconds, 3))"
      return "\(minutes):\(padded(second % 60))\(fraction)\(UTCOffset.text(offset))"
    }
    return second % 60 == 0 ? minutes : "\(minutes):\(padded(second % 60))"
  }
}
