import Synchronization
import VisitsModel

/// A cache of zones by name. Creating a zone reads a file, and the visits of a day name the same few zones repeatedly.
final class ZoneCache: Sendable {
  private let zones = Mutex<[String: Zone]>([:])

  func zone(_ name: String?) throws -> Zone? {
    guard let name else { return nil }
    if let zone = zones.withLock({ $0[name] }) { return zone }
    guard let zone = Zone(name) else { throw StoreFault.unreadable("time zone \(name)") }
    zones.withLock { $0[name] = zone }
    return zone
  }
}
