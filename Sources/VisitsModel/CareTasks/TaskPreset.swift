/// A task that comes with the program, titled in every language: the nine rows of seed 000, and what else is often part
/// of a routine at home.
package enum TaskPreset: String, Sendable, Hashable, CaseIterable {
  case weighed
  case breakfast
  case lunch
  case preWorkoutMeal
  case dinner
  case kitchenClosed
  case trackedMeals
  case workout
  case sleptInBed
  case medication
  case bloodPressure
  case bloodSugar
  case fluids
  case walk
  case exercises
  case washed
  case dressed
  case oralCare
  case toilet
  case skinCare
  case laundry
  case tidied
  case groceries
  case company
}

extension TaskPreset {
  /// What it is about.
  package var category: TaskCategory { look.category }
  /// Whether the time at which it was done is recorded too.
  package var tracksTime: Bool { look.tracksTime }
  /// Its colour.
  package var accent: Accent { look.accent }
  /// Its picture's token.
  package var symbol: String { look.symbol }

  private var look: (category: TaskCategory, tracksTime: Bool, accent: Accent, symbol: String) {
    switch self {
    case .weighed: (.health, false, .blue, "scalemass")
    case .breakfast: (.nutrition, true, .amber, "sunrise")
    case .lunch: (.nutrition, true, .orange, "fork.knife")
    case .preWorkoutMeal: (.nutrition, true, .olive, "bolt")
    case .dinner: (.nutrition, true, .violet, "moon.stars")
    case .kitchenClosed: (.nutrition, false, .slate, "door.left.hand.closed")
    case .trackedMeals: (.nutrition, false, .green, "list.clipboard")
    case .workout: (.activity, false, .red, "figure.run")
    case .sleptInBed: (.rest, false, .indigo, "bed.double")
    case .medication: (.medication, true, .rose, "pills")
    case .bloodPressure: (.health, true, .red, "heart")
    case .bloodSugar: (.health, true, .magenta, "drop")
    case .fluids: (.nutrition, false, .cyan, "cup.and.saucer")
    case .walk: (.activity, false, .emerald, "figure.walk")
    case .exercises: (.activity, false, .green, "figure.flexibility")
    case .washed: (.personalCare, false, .teal, "shower")
    case .dressed: (.personalCare, false, .coral, "tshirt")
    case .oralCare: (.personalCare, false, .cyan, "mouth")
    case .toilet: (.personalCare, true, .brown, "toilet")
    case .skinCare: (.personalCare, false, .rose, "hand.raised")
    case .laundry: (.household, false, .blue, "washer")
    case .tidied: (.household, false, .olive, "house")
    case .groceries: (.household, false, .orange, "basket")
    case .company: (.other, false, .magenta, "bubble.left.and.bubble.right")
    }
  }
}

/// What a task is about.
package enum TaskCategory: String, Sendable, Hashable, CaseIterable {
  case health
  case nutrition
  case medication
  case personalCare
  case activity
  case rest
  case household
  case other
}

/// A colour by which a person knows a task again; never the only sign of anything (seed 003). What it looks like is a
/// matter of the palette.
package enum Accent: String, Sendable, Hashable, CaseIterable {
  case red
  case coral
  case orange
  case amber
  case olive
  case green
  case emerald
  case teal
  case cyan
  case blue
  case indigo
  case violet
  case magenta
  case rose
  case brown
  case slate
}
