import JSON

/// A change of this user, with the commands that take it back.
struct RememberedChange {
  /// A thing that the change touched.
  struct Thing {
    /// Its noun, as the methods of the API begin.
    let noun: String
    let id: String
    /// The version that the change met, where the command looked at it.
    let before: Int64?
    /// The version that the change led to.
    var after: Int64
  }

  /// The command that made it, as it was typed.
  let command: String
  /// The words of the commands that take it back, in the order in which they are run; none: nothing leads back.
  var undo: [[String]]
  /// Why nothing leads back.
  var why: String?
  /// The things that it touched.
  var things: [Thing]
}

extension RememberedChange {
  /// The change as it stands in a file.
  var json: JSONValue {
    let things = things.map { thing -> JSONValue in
      let members: JSONObject = [
        "noun": thing.noun.json, "id": thing.id.json, "before": thing.before.map { .integer($0) },
        "after": .integer(thing.after),
      ]
      return .object(members)
    }
    let members: JSONObject = [
      "command": command.json, "undo": .array(undo.map { .array($0.map(\.json)) }), "why": why?.json,
      "things": .array(things),
    ]
    return .object(members)
  }

  /// The change of a file; `nil` for anything else.
  init?(_ json: JSONValue) {
    guard let command = json["command"]?.string, let undo = json["undo"]?.array, let things = json["things"]?.array
    else { return nil }
    self.command = command
    self.undo = undo.map { ($0.array ?? []).compactMap(\.string) }
    why = json["why"]?.string
    self.things = things.compactMap { thing in
      guard let noun = thing["noun"]?.string, let id = thing["id"]?.string, let after = thing["after"]?.integer else {
        return nil
      }
      return Thing(noun: noun, id: id, before: thing["before"]?.integer, after: after)
    }
  }
}
