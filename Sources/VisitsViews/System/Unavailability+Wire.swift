import Catalog
package import VisitsAPI
package import VisitsModel

extension Refusal.Unavailability {
  /// Why no changes are taken, as it goes over the wire; `nil` of a daemon that only stops.
  package var wire: SystemStatus.ReadOnlyReason? {
    switch self {
    case .diskFull: .diskFull
    case .diskFailing: .diskFailing
    case .databaseDamaged: .databaseDamaged
    case .shuttingDown: nil
    }
  }

  /// The banner that says that changes are not saved.
  var banner: Phrase {
    switch self {
    case .diskFull: .bannerDiskFull
    case .diskFailing, .shuttingDown: .bannerDiskFailing
    case .databaseDamaged: .bannerDamaged
    }
  }
}
