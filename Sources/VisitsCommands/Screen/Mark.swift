import JSON

/// The signs of states. Each state has its own, so that it is never told by colour alone.
enum Mark {
  /// The sign of a visit's state (`screens.md`, Today), where the API sends the state's name only.
  static func visit(_ status: String?) -> String {
    switch status {
    case "completed": "✓"
    case "scheduled": "○"
    case "inProgress": "◐"
    case "missed": "✗"
    case "cancelled": "–"
    default: "?"
    }
  }

  /// The colour of a visit's state.
  static func paint(_ status: String?) -> Paint {
    switch status {
    case "completed": .green
    case "inProgress": .yellow
    case "missed": .red
    case "cancelled": .dim
    default: .plain
    }
  }

  /// The sync indicator, its words first: "Synced ✓".
  static func sync(_ sync: JSONValue?) -> (text: String, paint: Paint) {
    let label = sync?["label"]?.string?.onOneLine ?? ""
    switch sync?["state"]?.string {
    case "synced": return ("\(label) ✓", .green)
    case "savedLocally": return ("\(label) ☁", .dim)
    case "failed": return ("\(label) ⚠", .red)
    default: return (label, .dim)
    }
  }
}
