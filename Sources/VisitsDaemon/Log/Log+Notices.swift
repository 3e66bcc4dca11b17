import Systemd
import VisitsService

extension Log {
  /// Writes what the service tells the operator.
  func callAsFunction(_ notice: VisitsService.Notice) {
    switch notice {
    case .internalFault(let reference, let error):
      self(.internalError, ["VISITS_ERROR": OpaqueID(reference), "VISITS_TYPE": OpaqueID(error)])
    case .imported(let added, let changed, let unchanged, let refused):
      self(
        .imported,
        [
          "VISITS_ADDED": added, "VISITS_CHANGED": changed, "VISITS_UNCHANGED": unchanged, "VISITS_REFUSED": refused,
        ])
    }
  }
}
