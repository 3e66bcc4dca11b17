import VisitsModel

/// Writes visits as a table, a row each, under headings that ``TableReader`` knows: read again, the same is planned.
///
/// A table plans, so `status` says only whether a visit is to take place. What came of it stands under headings that
/// nobody reads back.
package enum ScheduleTable {
  /// The line of headings.
  package static let header = RowText.row(
    ["id", "client", "worker", "start", "end", "time zone", "address", "service", "service code", "note", "status"]
      + told)

  /// The headings over what nobody reads back.
  static let told = ["state", "reason", "missed by", "check-in", "check-out", "version"]

  /// A visit's row. Times are those of the clocks where it takes place.
  package static func row(of exported: ExportedVisit) -> String {
    let (visit, zone) = (exported.placed.visit, exported.zone)
    return RowText.row([
      visit.id.rawValue, visit.client.rawValue, visit.worker?.rawValue, zone.sheetText(visit.start),
      zone.sheetText(visit.end), zone.identifier, visit.address, visit.service,
      visit.serviceCode?.text, visit.note,
      visit.status == .cancelled ? "cancelled" : "planned", visit.status.rawValue, visit.life.reason,
      visit.life.missedBy?.rawValue, visit.life.checkIn.map { zone.sheetText($0.at) },
      visit.life.checkOut.map { zone.sheetText($0.at) }, String(visit.version),
    ])
  }
}
