import Synchronization
import VisitsModel

/// Zones by name: making one reads a file, and a day's cards name the same few again and again.
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
