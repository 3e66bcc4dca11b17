import VisitsModel

/// Reads dates and times of day as spreadsheets and people write them, in English, German and French.
///
/// A time follows the rules of ``TypedTime``, and may be written as `8.00 Uhr` or `8h30` too. A number of five digits is
/// a day as Excel counts them (1 is 1900-01-01), its fraction the time to the minute.
struct MomentReader {
  let bytes: [UInt8]
  var position = 0
  /// Whether a time was written as ISO 8601 has it, or to the second: then `-07:00` behind it is an offset.
  var isExact = false

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// What the cell says; `nil` when it is no date and no time.
  static func read(_ cell: FoldedCell) -> WrittenMoment? {
    // Nothing that long is one; what is shorter is read in no time.
    guard (1...64).contains(cell.bytes.count) else { return nil }
    var reader = MomentReader(cell.bytes)
    return reader.serial() ?? reader.moment()
  }

  private mutating func moment() -> WrittenMoment? {
    guard let day = self.day() else {
      position = 0
      guard let second = timeOfDay(isAlone: true), isAtEnd else { return nil }
      return WrittenMoment(secondOfDay: second)
    }
    var moment = WrittenMoment(day: day)
    skip(" ,")
    if isAtEnd { return moment }
    skipJoint()
    guard let second = timeOfDay(isAlone: false) else { return nil }
    moment.secondOfDay = second
    if !isAtEnd {
      guard let offset = self.offset(), isAtEnd else { return nil }
      moment.offset = offset.seconds
      moment.mayBeSpan = offset.mayBeEnd
    }
    return moment
  }

  /// `2026-11-21T08:00`, `21.11.2026 um 8 Uhr`, `Nov 21, 2026 at 8 AM`, `21/11/2026 à 8h`.
  private mutating func skipJoint() {
    for word in ["um", "at", "a", "t"] where take(word) {
      isExact = word == "t"
      skip(" ")
      return
    }
  }

  /// `z`, `-07:00`, `-0700`, `-07`.
  ///
  /// `08:00-12:00` is what rosters write of a visit from 8 to 12. Only a program writes an offset behind seconds or a `T`,
  /// and no client lives further west than 11 hours.
  private mutating func offset() -> (seconds: Int64, mayBeEnd: Bool)? {
    skip(" ")
    if take("z") { return (0, false) }
    guard let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    position += 1
    guard let hours = number(), hours.digits == 2 || hours.digits == 4 else { return nil }
    var minutes = hours.digits == 4 ? hours.value % 100 : 0
    if hours.digits == 2, take(":") {
      guard let more = number(), more.digits == 2 else { return nil }
      minutes = more.value
    }
    let whole = hours.digits == 4 ? hours.value / 100 : hours.value
    let seconds = Int64(whole * 3600 + minutes * 60)
    guard seconds <= 86_400, minutes < 60 else { return nil }
    if sign == UInt8(ascii: "-") { return (-seconds, !isExact || seconds > 11 * 3600) }
    return seconds <= 14 * 3600 ? (seconds, false) : nil
  }

  /// `46347.333`, between 2000 and 2099.
  private mutating func serial() -> WrittenMoment? {
    defer { position = 0 }
    guard let day = number(), day.digits == 5, (36_526...73_050).contains(day.value) else { return nil }
    let date = CareDay(daysSince1970: day.value - 25_569)
    if isAtEnd { return WrittenMoment(day: .known(date)) }
    guard take(".") || take(","), let fraction = number(), isAtEnd else { return nil }
    var scale = 1
    for _ in 0..<fraction.digits { scale *= 10 }
    // 0.333 is meant to be 8:00, and is half a minute less.
    let minute = (fraction.value * 2880 + scale) / (2 * scale)
    return WrittenMoment(day: .known(date.adding(days: minute / 1440)), secondOfDay: minute % 1440 * 60)
  }
}

extension MomentReader {
  var isAtEnd: Bool { position == bytes.count }
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Passes over every one of these characters.
  mutating func skip(_ characters: String) {
    while let byte = peek, characters.utf8.contains(byte) { position += 1 }
  }

  /// Takes these characters; `false`, and takes nothing, when they do not stand there.
  mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// A whole number of at most 12 digits, and how many it has.
  mutating func number() -> (value: Int, digits: Int)? {
    let start = position
    var value = 0
    while let byte = peek, byte.isDigit {
      guard position - start < 12 else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      position += 1
    }
    return position > start ? (value, position - start) : nil
  }

  /// Letters, as many as stand there; empty for none.
  mutating func word() -> ArraySlice<UInt8> {
    let start = position
    while let byte = peek, byte.isLetter { position += 1 }
    return bytes[start..<position]
  }
}
