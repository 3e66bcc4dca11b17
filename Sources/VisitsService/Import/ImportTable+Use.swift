import VisitsAPI
import VisitsModel

extension Import.Table {
  /// Creates the part of the answer that states how the columns of an imported table were used.
  init(_ use: TableUse) {
    self.init(
      columns: use.columns.map { Import.Column(column: $0.name, heading: $0.heading) }, ignored: use.ignored,
      leftBehind: use.leftBehind, people: use.people.map { $0 == .worker ? Import.People.workers : .clients })
  }
}
