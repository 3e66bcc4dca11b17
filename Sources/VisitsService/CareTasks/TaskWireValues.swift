import VisitsAPI
import VisitsModel

/// Words of the wire as the model has them.
extension TaskCategoryWord {
  var category: TaskCategory {
    switch self {
    case .health: .health
    case .nutrition: .nutrition
    case .medication: .medication
    case .personalCare: .personalCare
    case .activity: .activity
    case .rest: .rest
    case .household: .household
    case .other: .other
    }
  }
}

extension TaskPresetWord {
  var preset: TaskPreset {
    switch self {
    case .weighed: .weighed
    case .breakfast: .breakfast
    case .lunch: .lunch
    case .preWorkoutMeal: .preWorkoutMeal
    case .dinner: .dinner
    case .kitchenClosed: .kitchenClosed
    case .trackedMeals: .trackedMeals
    case .workout: .workout
    case .sleptInBed: .sleptInBed
    case .medication: .medication
    case .bloodPressure: .bloodPressure
    case .bloodSugar: .bloodSugar
    case .fluids: .fluids
    case .walk: .walk
    case .exercises: .exercises
    case .washed: .washed
    case .dressed: .dressed
    case .oralCare: .oralCare
    case .toilet: .toilet
    case .skinCare: .skinCare
    case .laundry: .laundry
    case .tidied: .tidied
    case .groceries: .groceries
    case .company: .company
    }
  }
}

extension AccentWord {
  var accent: Accent {
    switch self {
    case .red: .red
    case .coral: .coral
    case .orange: .orange
    case .amber: .amber
    case .olive: .olive
    case .green: .green
    case .emerald: .emerald
    case .teal: .teal
    case .cyan: .cyan
    case .blue: .blue
    case .indigo: .indigo
    case .violet: .violet
    case .magenta: .magenta
    case .rose: .rose
    case .brown: .brown
    case .slate: .slate
    }
  }
}
