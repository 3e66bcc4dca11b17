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

    package init(columns: [Column], ignored: [String], leftBehind: Int) {
      self.columns = columns
      self.ignored = ignored
      self.leftBehind = leftBehind
    }

    package static let members: [Member<Table>] = [
      Member("columns", { $0.columns }, "Which heading was read as which column."),
      Member("ignored", { $0.ignored }, "The headings of columns that were passed over."),
      Member(
        "leftBehind", { $0.leftBehind },
        "How many scheduled visits of the added ones' clients and days came from rows without an id before, and stand "
          + "in this table no more. They stay: a row without an id that has another start is a new visit."),
    ]
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
      json["description"] = .string(
        "\(column.explanation) Known headings: \(column.headings.joined(separator: "; ")).")
      json["type"] = "string"
      json["minLength"] = 1
      json["maxLength"] = 200
      properties[column.rawValue] = .object(json)
    }
    let guide = [TableGuide.headings, TableGuide.moments, TableGuide.identity].joined(separator: " ")
    return Schema([
      "type": "object", "description": .string(guide), "properties": .object(properties),
      "additionalProperties": string(1, 200).json,
    ])
  }
}
