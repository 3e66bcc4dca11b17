/// The headings of a report, and what is said of exports.
package enum ReportPhrase: String, CommandPhrase {
  case planned = "report.planned"
  case completed = "report.completed"
  case late = "report.late"
  case missed = "report.missed"
  case cancelled = "report.cancelled"
  case open = "report.open"
  case hours = "report.hours"
  case worked = "report.worked"
  case share = "report.share"
  case total = "report.total"
  case bothDays = "report.bothDays"
  case csvOrJSON = "report.csvOrJson"
  case exported = "export.count"
  case evvFormat = "export.evvFormat"
  case wouldBeRefused = "evv.wouldBeRefused"
}
