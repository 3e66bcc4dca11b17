import VisitsAPI
import VisitsModel

extension Import.Table {
  /// The same, as callers are told it.
  init(_ use: TableUse) {
    self.init(
      columns: use.columns.map { Import.Column(column: $0.name, heading: $0.heading) }, ignored: use.ignored,
      leftBehind: use.leftBehind)
  }
}
