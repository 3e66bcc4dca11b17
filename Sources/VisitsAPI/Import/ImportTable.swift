import JSON
import TableColumns

extension Import {
  /// How a table was understood.
  package struct Table: WireObject {
    /// The columns that were read.
    package var columns: [Column]
    /// The headings that were passed over.
    package var ignored: [String]
    /// How many visits may have been moved, and were not.
    package var leftBehind: Int
    /// Whom its rows are about; `nil`: visits.
    package var people: People?

    package init(columns: [Column], ignored: [String], leftBehind: Int, people: People? = nil) {
      self.columns = columns
      self.ignored = ignored
      self.leftBehind = leftBehind
      self.people = people
    }

    package static let members: [Member<Table>] = [
      Member("columns", { $0.columns }, "Which heading was read as which column."),
      Member("ignored", { $0.ignored }, "The headings of columns that were passed over."),
      Member(
        "leftBehind", { $0.leftBehind },
        "How many scheduled visits of the added ones' clients and days came from rows without an id before, and stand "
          + "in this table no more. They stay: a row without an id that has another start is a new visit."),
      Member(optional: "people", { $0.people }, "Whom its rows are about, where they are not about visits."),
    ]
  }

  /// The people of a table without visits.
  package enum People: String, WireWord {
    case workers
    case clients
  }

  /// A column that was read.
  package struct Column: WireObject {
    /// Our name.
    package var column: String
    /// The table's own heading.
    package var heading: String

    package init(column: String, heading: String) {
      self.column = column
      self.heading = heading
    }

    package static let members: [Member<Column>] = [
      Member("column", { $0.column }, "The column's name."),
      Member("heading", { $0.heading }, "The table's own heading."),
    ]
  }
}

extension Schema {
  /// The table's own headings by our column's name, with what each column is and by which headings it is known.
  static var tableColumns: Schema {
    var properties = JSONObject()
    for column in TableColumn.allCases {
      var json = JSONObject()
      let texts = TableKind.allCases.filter { $0.columns.contains(column) }.map { kind in
        "Of \(kind.rawValue): \(column.explanation(in: kind)) Known headings: "
          + column.headings(in: kind).joined(separator: "; ") + "."
      }
      json["description"] = .string(texts.joined(separator: " "))
      json["type"] = "string"
      json["minLength"] = 1
      json["maxLength"] = 200
      properties[column.rawValue] = .object(json)
    }
    let guide = [TableGuide.headings, TableGuide.moments, TableGuide.identity, TableGuide.people].joined(separator: " ")
    return Schema([
      "type": "object", "description": .string(guide), "properties": .object(properties),
      "additionalProperties": string(1, 200).json,
    ])
  }
}
