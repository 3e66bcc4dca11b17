package import VisitsAPI
package import VisitsModel

extension Refusal.Unavailability {
  /// Why no changes are taken, as it goes over the wire; `nil` of a daemon that only stops.
  package var wire: SystemStatus.ReadOnlyReason? {
    switch self {
    case .diskFull: .diskFull
    case .diskFailing: .diskFailing
    case .shuttingDown: nil
    }
  }
}
