package import JSON

/// What a day of care tasks looks like as a whole (seed 000, State Table).
package enum TaskDayState: String, WireWord {
  /// Today, and nothing is done yet.
  case empty
  /// Today, and some of it is done.
  case partial
  /// Today, and all of it is done.
  case complete
  /// A day that is over, whatever was done.
  case pastDay
  /// A day that has not come: nothing is checked, and nothing can be.
  case futureDay
  /// Nothing is known yet.
  case loading
}

/// Why a task was not done.
package enum TaskOutcomeWord: String, WireWord {
  /// The client did not want it.
  case refused
  /// It was not called for.
  case notNeeded
  /// It could not be done.
  case unable
}

/// What a task is about.
package enum TaskCategoryWord: String, WireWord {
  case health
  case nutrition
  case medication
  case personalCare
  case activity
  case rest
  case household
  case other
}

/// The token of an accent colour; `task.presets` tells what each looks like.
package enum AccentWord: String, WireWord {
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

/// A task that comes with the program, titled in every language.
package enum TaskPresetWord: String, WireWord {
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

/// A day of the week.
package enum WeekdayWord: String, WireWord {
  case mon
  case tue
  case wed
  case thu
  case fri
  case sat
  case sun
}

/// On which days a task is due, in and out: one of three.
package enum TaskConditionValue: WireValue, Hashable {
  /// On these days of the week.
  case weekdays([WeekdayWord])
  /// As an RFC 5545 rule gives, or words for one.
  case recurrence(String)
  /// On the days on which that task is due and done.
  case whenDone(String)

  package static var schema: Schema {
    .any(of: [
      .object([
        FieldDescription(
          name: "weekdays", schema: .array(of: WeekdayWord.schema), isRequired: true, summary: "On these days.")
      ]),
      .object([
        FieldDescription(
          name: "repeat", schema: .string, isRequired: true, summary: "On the days that an RFC 5545 rule gives.")
      ]),
      .object([
        FieldDescription(
          name: "whenDone", schema: .string, isRequired: true, summary: "On days when that task is due and done.")
      ]),
    ])
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .weekdays(let weekdays):
      writer.key("weekdays")
      weekdays.write(to: &writer)
    case .recurrence(let rule):
      writer.key("repeat")
      writer.string(rule)
    case .whenDone(let task):
      writer.key("whenDone")
      writer.string(task)
    }
    writer.endObject()
  }
}

extension Shape<TaskConditionValue> {
  /// On which days a task is due.
  package static let taskCondition = Shape(
    TaskConditionValue.schema, example: .weekdays([.mon]),
    "one of {\"weekdays\":[\"mon\",\"thu\"]}, {\"repeat\":\"FREQ=DAILY;INTERVAL=2\"} and {\"whenDone\":\"a task's id\"}"
  ) { json in
    guard let members = json.object?.members, members.count == 1, let member = members.first else { return nil }
    switch member.name {
    case "weekdays":
      guard let weekdays = Shape<[WeekdayWord]>.list(of: .word(), maximum: 7).read(member.value), !weekdays.isEmpty
      else { return nil }
      return .weekdays(WeekdayWord.allCases.filter(weekdays.contains))
    case "repeat": return Shape<String>.recurrence.read(member.value).map(TaskConditionValue.recurrence)
    case "whenDone": return Shape<String>.task.read(member.value).map(TaskConditionValue.whenDone)
    default: return nil
    }
  }
}

extension Shape<String> {
  /// A picture's token.
  package static let symbol = Shape(
    .pattern("^[a-z0-9][a-z0-9.-]{0,63}$"), example: "fork.knife",
    "a picture's token such as fork.knife: 1 to 64 of a-z, 0-9, dot and hyphen"
  ) { json in
    guard let text = json.string, (1...64).contains(text.utf8.count), text.utf8.first.map(isLetterOrDigit) == true,
      text.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") })
    else { return nil }
    return text
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
