/// The words of dates, and the word for this moment, as people type them, all spellings of one in a row with commas
/// between them.
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
  case january = "day.january"
  case february = "day.february"
  case march = "day.march"
  case april = "day.april"
  case may = "day.may"
  case june = "day.june"
  case july = "day.july"
  case august = "day.august"
  case september = "day.september"
  case october = "day.october"
  case november = "day.november"
  case december = "day.december"
  /// Before or behind a weekday: this Friday.
  case this = "day.this"
  case next = "day.next"
  case last = "day.last"
  case thisWeek = "day.this.week"
  case nextWeek = "day.next.week"
  case lastWeek = "day.last.week"
  case thisMonth = "day.this.month"
  case nextMonth = "day.next.month"
  case lastMonth = "day.last.month"
  /// Beside a weekday: the first one to come.
  case coming = "day.coming"
  /// Behind a time: in the morning.
  case am = "day.am"
  /// Before a time.
  case at = "day.at"
  /// Words that stand beside a day or a time and mean nothing more: "on", "the".
  case filler = "day.filler"
}
