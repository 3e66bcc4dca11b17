package import VisitsModel
import VisitsViews

/// What the tasks that come with the program are called.
package enum TaskTitles {
  /// In one language, BCP 47.
  package static func all(in locale: String) -> [TaskPreset: String] { TaskPreset.titles(in: locale) }
}
