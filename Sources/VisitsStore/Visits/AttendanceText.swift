import VisitsModel

/// Stores a visit's additional reports of devices as JSON in one column. Such a report contradicts the visit's own
/// values: for example, the office had already given the visit to another worker. Separate columns are not worthwhile,
/// because few visits have such reports and no search uses them.
enum AttendanceText {
  /// Returns the text for the column; `nil` if the visit has no additional reports.
  static func write(_ attendances: [Attendance]) -> String? {
    guard !attendances.isEmpty else { return nil }
    var writer = SnapshotWriter()
    writer.write(attendances)
    return writer.text()
  }

  static func read(_ text: String) throws -> [Attendance] { try SnapshotReader.read(text).attendances() }
}

extension SnapshotWriter {
  mutating func write(_ attendances: [Attendance]) {
    write("attendances", attendances) { writer, attendance in
      writer.write("worker", attendance.worker.rawValue)
      writer.write("checkIn", attendance.checkIn)
      writer.write("checkOut", attendance.checkOut)
    }
  }
}

extension SnapshotFields {
  func attendances() throws(StoreFault) -> [Attendance] {
    var attendances: [Attendance] = []
    for attendance in try objects("attendances") {
      attendances.append(
        Attendance(
          worker: try attendance.named("worker"), checkIn: try attendance.check("checkIn"),
          checkOut: try attendance.check("checkOut")))
    }
    return attendances
  }
}
