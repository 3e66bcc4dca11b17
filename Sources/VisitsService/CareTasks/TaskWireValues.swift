import VisitsAPI
import VisitsModel
import VisitsViews

/// Words of the wire as the model has them: each is the one of which VisitsViews says that word. The tests go through
/// all of them, so none is without.
extension TaskCategoryWord {
  /// The same category.
  var category: TaskCategory { TaskCategory.allCases.first { $0.wire == self } ?? .other }
}

extension TaskPresetWord {
  /// The same preset.
  var preset: TaskPreset? { TaskPreset.allCases.first { $0.wire == self } }
}

extension AccentWord {
  /// The same colour.
  var accent: Accent { Accent.allCases.first { $0.wire == self } ?? .slate }
}

extension TaskOutcomeWord {
  /// The same outcome.
  var outcome: CareTaskRecord.Outcome? { CareTaskRecord.Outcome.allCases.first { $0.wire == self } }
}
