import VisitsAPI
import VisitsModel
import VisitsViews

/// Conversions of the API's words to values of the model. Each returns the value for which VisitsViews writes the word.
/// Tests check that every word has such a value.
extension TaskCategoryWord {
  /// The same category as a value of the model.
  var category: TaskCategory { TaskCategory.allCases.first { $0.wire == self } ?? .other }
}

extension TaskPresetWord {
  /// The same preset as a value of the model.
  var preset: TaskPreset? { TaskPreset.allCases.first { $0.wire == self } }
}

extension AccentWord {
  /// The same colour as a value of the model.
  var accent: Accent { Accent.allCases.first { $0.wire == self } ?? .slate }
}

extension TaskOutcomeWord {
  /// The same outcome as a value of the model.
  var outcome: CareTaskRecord.Outcome? { CareTaskRecord.Outcome.allCases.first { $0.wire == self } }
}
