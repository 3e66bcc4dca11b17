import TableColumns
import VisitsModel

extension RowReading {
  /// When a visit ends, as far as its row tells.
  enum End {
    case moment(TableMoment)
    case minutes(Int)

    func planned(zone: Zone?) -> PlannedEntry.End {
      switch self {
      case .moment(let moment): .time(moment.time(zone: zone))
      case .minutes(let minutes): .minutes(minutes)
      }
    }
  }

  /// The planned start: in one cell, or a time beside a date.
  mutating func start(of record: borrowing RecordScanner, in bytes: Span<UInt8>) throws(RowFault) -> TableMoment {
    guard cells.fold(.start, of: record, in: bytes) else { throw RowFault(.noStart) }
    let written = try moment(.start, of: record, in: bytes)
    let date = try date(.date, of: record, in: bytes)
    let own = try resolved(written.day, .start, of: record, in: bytes)
    guard let day = own ?? date else { throw fault(.noDate, .start, of: record, in: bytes) }
    if let date, date != day {
      throw fault(.otherDate(cells.headings.name(of: .date)), .start, of: record, in: bytes)
    }
    guard let second = written.secondOfDay else { throw fault(.dateAlone, .start, of: record, in: bytes) }
    guard second < 86_400 else { throw fault(.midnightAsStart, .start, of: record, in: bytes) }
    return TableMoment(day: day, secondOfDay: second, offset: written.offset)
  }

  /// The planned end, or the duration where no end stands. A time alone is the first such time after the start.
  mutating func end(
    of record: borrowing RecordScanner, in bytes: Span<UInt8>, start: TableMoment
  ) throws(RowFault) -> End {
    guard cells.fold(.end, of: record, in: bytes) else { return try duration(of: record, in: bytes) }
    let written = try moment(.end, of: record, in: bytes)
    let own = try resolved(written.day, .end, of: record, in: bytes)
    let date = try date(.endDate, of: record, in: bytes)
    if let own, let date, own != date {
      throw fault(.otherDate(cells.headings.name(of: .endDate)), .end, of: record, in: bytes)
    }
    guard let second = written.secondOfDay else { throw fault(.dateAlone, .end, of: record, in: bytes) }
    // On the clock of the start, if the end names none itself.
    let offset = own == nil ? start.offset : written.offset
    var end = TableMoment(day: own ?? date ?? start.day, secondOfDay: second, offset: offset)
    if own == nil, date == nil, let seconds = start.seconds(to: end), seconds <= 0, !start.mayComeTwice(before: end) {
      guard (seconds + 86_400) * 1000 <= Visit.longestNight else {
        throw fault(.endBeforeStart(start: cells.text(.start, of: record, in: bytes)), .end, of: record, in: bytes)
      }
      end.day = end.day.adding(days: 1)
    }
    // The importer knows the zone. It compares a moment that has an offset with one that has none, and two moments in
    // an hour that may come twice.
    if !start.mayComeTwice(before: end), let seconds = start.seconds(to: end) {
      guard seconds > 0 else {
        throw fault(
          .endNotAfterStart(start: cells.text(.start, of: record, in: bytes)), .end, of: record, in: bytes)
      }
      guard seconds <= 86_400 else { throw fault(.longerThanADay, .end, of: record, in: bytes) }
      // As calendars write a whole day; under a heading in another language nobody says which.
      if seconds == 86_400, start.secondOfDay == 0, cells.text(.allDay, of: record, in: bytes).isEmpty {
        throw fault(.midnightToMidnight, .end, of: record, in: bytes)
      }
    }
    return .moment(end)
  }

  private mutating func duration(of record: borrowing RecordScanner, in bytes: Span<UInt8>) throws(RowFault) -> End {
    for column in [TableColumn.minutes, .hours] where cells.fold(column, of: record, in: bytes) {
      if column == .minutes, let short = shortDuration, DurationReader.bareNumber(cells.folded) != nil {
        throw fault(.hoursOrMinutes(row: short.row, text: short.text), column, of: record, in: bytes)
      }
      guard let minutes = DurationReader.minutes(cells.folded, isHours: column == .hours) else {
        throw fault(.noDuration, column, of: record, in: bytes)
      }
      return .minutes(minutes)
    }
    throw RowFault(.noEnd)
  }

  private mutating func moment(
    _ column: TableColumn, of record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) throws(RowFault) -> WrittenMoment {
    guard let moment = MomentReader.read(cells.folded) else {
      throw fault(cells.headings[.date] == nil ? .noDateOrTime : .noTimeOfDay, column, of: record, in: bytes)
    }
    if moment.mayBeSpan { try demandOffset(moment, column, of: record, in: bytes) }
    if let hours = hours[column], DottedNumber(cells.folded) != nil {
      throw fault(.timeOrHours(row: hours.row, text: hours.text), column, of: record, in: bytes)
    }
    return moment
  }

  /// Refuses `08:00-12:00`, unless start and end have the same behind them: then it is no end.
  private mutating func demandOffset(
    _ moment: WrittenMoment, _ column: TableColumn, of record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) throws(RowFault) {
    let other = column == .start ? TableColumn.end : .start
    let written = cells.fold(other, of: record, in: bytes) ? MomentReader.read(cells.folded) : nil
    let isRepeated = written.map {
      $0.mayBeSpan && $0.offset == moment.offset && $0.secondOfDay != moment.secondOfDay
    }
    _ = cells.fold(column, of: record, in: bytes)
    guard isRepeated == true else { throw fault(.timeOrSpan, column, of: record, in: bytes) }
  }

  /// The date in a column of its own; midnight behind it is how databases write a date.
  private mutating func date(
    _ column: TableColumn, of record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) throws(RowFault) -> CareDay? {
    guard cells.fold(column, of: record, in: bytes) else { return nil }
    guard let written = MomentReader.read(cells.folded), written.secondOfDay ?? 0 == 0, written.offset == nil,
      let day = try resolved(written.day, column, of: record, in: bytes)
    else { throw fault(.noDay, column, of: record, in: bytes) }
    return day
  }

  private mutating func resolved(
    _ day: WrittenMoment.Day?, _ column: TableColumn, of record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) throws(RowFault) -> CareDay? {
    switch day {
    case nil: return nil
    case .known(let day): return day
    case .numbers(let numbers):
      do {
        return try orders.resolve(numbers)
      } catch {
        throw fault(error, column, of: record, in: bytes)
      }
    }
  }
}
