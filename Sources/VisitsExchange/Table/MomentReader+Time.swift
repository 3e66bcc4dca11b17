extension MomentReader {
  /// A time of day in seconds, 86,400 for 24:00; else `nil`.
  ///
  /// - Parameter isAlone: Whether no date stands before it: then `8` and `0800` are times too.
  mutating func timeOfDay(isAlone: Bool) -> Int? {
    if take("noon") { return 12 * 3600 }
    if take("midnight") { return 0 }
    guard var hour = number(), hour.digits <= 2 || hour.digits == 4 else { return nil }
    var second = 0
    var isPlain = isAlone
    /// A part of a day, as Excel writes 6:00 where a cell has no format: 0.25.
    var isFraction = false
    if hour.digits == 4 {
      (hour.value, second) = (hour.value / 100, hour.value % 100 * 60)
      guard second < 3600 else { return nil }
      isPlain = true
    } else if take(":") {
      guard let seconds = minutesAndSeconds() else { return nil }
      second = seconds
      isPlain = true
    } else if take(".") {
      guard let minute = twoDigits() else { return nil }
      second = minute * 60
      isPlain = true
      isFraction = isAlone && hour.value == 0 && hour.digits == 1
    } else if let minute = frenchMinute() {
      second = minute * 60
      isPlain = true
    }
    let unit = self.unit()
    guard isPlain && !isFraction || unit != nil else { return nil }
    if case .half(let isAfternoon) = unit {
      guard (1...12).contains(hour.value) else { return nil }
      hour.value = hour.value % 12 + (isAfternoon ? 12 : 0)
    }
    let whole = hour.value * 3600 + second
    return whole <= 24 * 3600 ? whole : nil
  }

  private enum Unit {
    case hours
    case half(isAfternoon: Bool)
  }

  /// `:30`, `:30:00`, `:30:00.000`, behind the first colon.
  private mutating func minutesAndSeconds() -> Int? {
    guard let minute = twoDigits() else { return nil }
    guard take(":") else { return minute * 60 }
    guard let second = twoDigits() else { return nil }
    isExact = true
    let start = position
    if take(".") || take(","), number() == nil { position = start }
    return minute * 60 + second
  }

  /// The minute of `8h30`, `8 h 30` and `8h`; `nil`, and nothing taken, without an h.
  private mutating func frenchMinute() -> Int? {
    let start = position
    skip(" ")
    guard take("h") else {
      position = start
      return nil
    }
    let behind = position
    skip(" ")
    if let minute = twoDigits() { return minute }
    position = behind
    if let next = peek, next.isLetter || next.isDigit {
      position = start
      return nil
    }
    return 0
  }

  /// Two digits below 60 and no third.
  private mutating func twoDigits() -> Int? {
    guard let number = number(), number.digits == 2, number.value < 60 else { return nil }
    return number.value
  }

  private mutating func unit() -> Unit? {
    let start = position
    skip(" ")
    if take("uhr") || take("h") { return .hours }
    for (text, isAfternoon) in [
      ("a.m.", false), ("am", false), ("a", false), ("p.m.", true), ("pm", true), ("p", true),
    ]
    where take(text) {
      return .half(isAfternoon: isAfternoon)
    }
    position = start
    return nil
  }
}
