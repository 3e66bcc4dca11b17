import Catalog
package import VisitsModel

extension Warning {
  /// What is wrong, and what to do.
  package func words(in context: ViewContext) -> String {
    switch self {
    case .timeZoneUnknown(let used): context.phrases.text(.warningTimeZone, [.zone: used.identifier])
    }
  }
}
