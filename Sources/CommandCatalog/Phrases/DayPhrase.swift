/// Days, and the word for this moment, as a person types them, all spellings of one in a row with commas between them.
package enum DayPhrase: String, CommandPhrase {
  case now = "day.now"
  case yesterday = "day.yesterday"
  case today = "day.today"
  case tomorrow = "day.tomorrow"
  case monday = "day.monday"
  case tuesday = "day.tuesday"
  case wednesday = "day.wednesday"
  case thursday = "day.thursday"
  case friday = "day.friday"
  case saturday = "day.saturday"
  case sunday = "day.sunday"
}
