/// What `visits undo` says.
package enum UndoPhrase: String, CommandPhrase {
  case nothing = "undo.nothing"
  case none = "undo.none"
  case takesBack = "undo.takesBack"
  case cannot = "undo.cannot"
  case noWay = "undo.noWay"
  case changed = "undo.changed"
  case before = "undo.before"
}
