import Catalog
package import VisitsAPI
package import VisitsModel

extension CareTask {
  /// What it is called, in the reader's language where it comes with the program.
  package func title(in context: ViewContext) -> String {
    switch name {
    case .words(let words): words
    case .preset(let preset): context.phrases[preset.phrase]
    }
  }

  /// What it may be called by whatever language its title is in: a command that was written down once means the same task
  /// wherever it is run.
  package var names: [String] {
    preset.map { [$0.wire.rawValue, Phrasebook.english[$0.phrase]] } ?? []
  }

  /// The first letters of its first two words (seed 003, Iconography).
  func initials(in context: ViewContext) -> String {
    Initials.firstTwo(of: title(in: context), in: context.phrases.language)
  }
}

extension TaskPreset {
  /// The titles of all of them in a language, BCP 47: what is told to another system has one.
  package static func titles(in locale: String) -> [TaskPreset: String] {
    let phrases = Phrasebook.named(LocaleName(locale))
    return Dictionary(uniqueKeysWithValues: allCases.map { ($0, phrases[$0.phrase]) })
  }

  /// Its title.
  var phrase: Phrase {
    switch self {
    case .weighed: .presetWeighed
    case .breakfast: .presetBreakfast
    case .lunch: .presetLunch
    case .preWorkoutMeal: .presetPreWorkoutMeal
    case .dinner: .presetDinner
    case .kitchenClosed: .presetKitchenClosed
    case .trackedMeals: .presetTrackedMeals
    case .workout: .presetWorkout
    case .sleptInBed: .presetSleptInBed
    case .medication: .presetMedication
    case .bloodPressure: .presetBloodPressure
    case .bloodSugar: .presetBloodSugar
    case .fluids: .presetFluids
    case .walk: .presetWalk
    case .exercises: .presetExercises
    case .washed: .presetWashed
    case .dressed: .presetDressed
    case .oralCare: .presetOralCare
    case .toilet: .presetToilet
    case .skinCare: .presetSkinCare
    case .laundry: .presetLaundry
    case .tidied: .presetTidied
    case .groceries: .presetGroceries
    case .company: .presetCompany
    }
  }

  /// As it goes over the wire.
  package var wire: TaskPresetWord {
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

extension TaskCategory {
  /// Its name for people.
  var phrase: Phrase {
    switch self {
    case .health: .categoryHealth
    case .nutrition: .categoryNutrition
    case .medication: .categoryMedication
    case .personalCare: .categoryPersonalCare
    case .activity: .categoryActivity
    case .rest: .categoryRest
    case .household: .categoryHousehold
    case .other: .categoryOther
    }
  }

  /// As it goes over the wire.
  package var wire: TaskCategoryWord {
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

extension Accent {
  /// Its name for people.
  var phrase: Phrase {
    switch self {
    case .red: .accentRed
    case .coral: .accentCoral
    case .orange: .accentOrange
    case .amber: .accentAmber
    case .olive: .accentOlive
    case .green: .accentGreen
    case .emerald: .accentEmerald
    case .teal: .accentTeal
    case .cyan: .accentCyan
    case .blue: .accentBlue
    case .indigo: .accentIndigo
    case .violet: .accentViolet
    case .magenta: .accentMagenta
    case .rose: .accentRose
    case .brown: .accentBrown
    case .slate: .accentSlate
    }
  }

  /// As it goes over the wire.
  package var wire: AccentWord {
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

extension CareTaskRecord.Outcome {
  /// Its name for people.
  var phrase: Phrase {
    switch self {
    case .refused: .taskRefused
    case .notNeeded: .taskNotNeeded
    case .unable: .taskUnable
    }
  }

  /// The same within a sentence.
  var spokenPhrase: Phrase {
    switch self {
    case .refused: .taskRefusedSpoken
    case .notNeeded: .taskNotNeededSpoken
    case .unable: .taskUnableSpoken
    }
  }

  /// As it goes over the wire.
  package var wire: TaskOutcomeWord {
    switch self {
    case .refused: .refused
    case .notNeeded: .notNeeded
    case .unable: .unable
    }
  }
}

extension CareTaskDay.State {
  /// As it goes over the wire.
  package var wire: TaskDayState {
    switch self {
    case .empty: .empty
    case .partial: .partial
    case .complete: .complete
    case .pastDay: .pastDay
    case .futureDay: .futureDay
    case .loading: .loading
    }
  }
}
