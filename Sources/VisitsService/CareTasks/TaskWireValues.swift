import VisitsAPI
import VisitsModel
import VisitsViews

/// Conversions of wire words to the model's values. Each finds the value that VisitsViews writes as that word; the
/// tests check that every word has one.
extension TaskCategoryWord {
  /// The same category in the model.
  var category: TaskCategory { TaskCategory.allCases.first { $0.wire == self } ?? .other }
}

extension TaskPresetWord {
  /// The same preset in the model.
  var preset: TaskPreset? { TaskPreset.allCases.first { $0.wire == self } }
}

extension AccentWord {
  /// The same colour in the model.
  var accent: Accent { Accent.allCases.first { $0.wire == self } ?? .slate }
}

extension TaskOutcomeWord {
  /// The same outcome in the model.
  var outcome: CareTaskRecord.Outcome? { CareTaskRecord.Outcome.allCases.first { $0.wire == self } }
}
