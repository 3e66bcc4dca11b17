package import VisitsModel
import VisitsViews

/// The titles of the preset tasks.
package enum TaskTitles {
  /// Returns all titles in a language, BCP 47.
  package static func all(in locale: String) -> [TaskPreset: String] { TaskPreset.titles(in: locale) }
}
