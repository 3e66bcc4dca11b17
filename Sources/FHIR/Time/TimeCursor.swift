/// Reads a date or time from left to right, in the grammar of R4's `date`, `dateTime` and `instant`.
struct TimeCursor {
  private let text: [UInt8]
  private var position = 0

  init(_ text: String) {
    // The longest sensible text has some 40 bytes; what is far longer is refused at its end anyway.
    self.text = Array(text.utf8.prefix(256))
  }

  var isAtEnd: Bool { position == text.count }

  mutating func date() throws(TimeFault) -> FHIRDate {
    let year = try digits(4)
    guard take("-") else { return try FHIRDate(year: year) }
    let month = try digits(2)
    guard take("-") else { return try FHIRDate(year: year, month: month) }
    return try FHIRDate(year: year, month: month, day: try digits(2))
  }

  /// The time of day less its offset, in milliseconds.
  mutating func timeAndOffset() throws(TimeFault) -> Int64 {
    guard take("T") else { throw .malformed }
    let hour = try digits(2)
    guard take(":") else { throw .malformed }
    let minute = try digits(2)
    guard take(":") else { throw .malformed }
    let second = try digits(2)
    guard hour != 24 else { throw .hour24 }
    guard second != 60 else { throw .leapSecond }
    guard hour < 24, minute < 60, second < 60 else { throw .noSuchTime }
    let fraction = try milliseconds()
    let offset = try offsetMinutes()
    return Int64((hour * 60 + minute - offset) * 60 + second) * 1000 + Int64(fraction)
  }

  private mutating func milliseconds() throws(TimeFault) -> Int {
    guard take(".") else { return 0 }
    let start = position
    var milliseconds = 0
    while let digit = nextDigit {
      if position - start < 3 { milliseconds = milliseconds * 10 + digit }
      position += 1
    }
    guard position > start else { throw .malformed }
    for _ in 0..<max(0, 3 - (position - start)) { milliseconds *= 10 }
    return milliseconds
  }

  private mutating func offsetMinutes() throws(TimeFault) -> Int {
    if take("Z") { return 0 }
    guard !isAtEnd else { throw .offsetMissing }
    let sign = take("-") ? -1 : 1
    guard sign < 0 || take("+") else { throw .malformed }
    let hours = try digits(2)
    guard take(":") else { throw .malformed }
    let minutes = try digits(2)
    guard minutes < 60, hours * 60 + minutes <= 14 * 60 else { throw .offsetOutOfRange }
    return sign * (hours * 60 + minutes)
  }

  private var nextDigit: Int? {
    guard position < text.count, (0x30...0x39).contains(text[position]) else { return nil }
    return Int(text[position] - 0x30)
  }

  private mutating func digits(_ count: Int) throws(TimeFault) -> Int {
    var number = 0
    for _ in 0..<count {
      guard let digit = nextDigit else { throw .malformed }
      number = number * 10 + digit
      position += 1
    }
    return number
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < text.count, UInt32(text[position]) == character.value else { return false }
    position += 1
    return true
  }
}
