import Synchronization
import VisitsModel

/// A cache of time zones by name. Creating a time zone reads a file, and the visits of one day use only a few time
/// zones.
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
