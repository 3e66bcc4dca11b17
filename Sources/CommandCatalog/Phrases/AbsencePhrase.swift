/// The words about workers who are away.
package enum AbsencePhrase: String, CommandPhrase {
  case none = "absence.none"
  case noSuch = "absence.noSuch"
  case ambiguous = "absence.ambiguous"
  case recorded = "absence.recorded"
  case ended = "absence.ended"
  case takenBack = "absence.takenBack"
  case freed = "absence.freed"
  case noneFreed = "absence.freed.none"
  case inProgress = "absence.kept.inProgress"
  case past = "absence.kept.past"
  case asked = "absence.kept.asked"
  case givenBack = "absence.givenBack"
  case stillOpen = "absence.stillOpen"
  case assignTo = "absence.assignTo"
  case whoCould = "absence.whoCould"
}
