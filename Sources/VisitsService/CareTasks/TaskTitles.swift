package import VisitsModel
import VisitsViews

/// The titles of the preset tasks, from which the office can choose.
package enum TaskTitles {
  /// Returns the titles of all preset tasks in a language, which is given as a BCP 47 tag.
  package static func all(in locale: String) -> [TaskPreset: String] { TaskPreset.titles(in: locale) }
}
