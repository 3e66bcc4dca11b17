package import JSONRPC

/// `report`: what became of the visits of a window.
package enum Report: Method {
  /// What `report` takes.
  package struct Parameters: MethodParameters {
    /// When; both bounds are needed.
    package let window: WindowParameters
    /// For each of whom.
    package let by: Grouping?
    /// How many rows at most; default 1000.
    package let limit: Int?
    /// Where the page before ended.
    package let after: Int?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      window = try WindowParameters(from: &reader)
      by = try reader.optional("by", .word(), "For each worker or each client; without it, the total alone.")
      limit = try reader.optional("limit", .integer(1...1000), "How many rows at most; default 1000.")
      after = try reader.optional("after", .integer(0...1_000_000), "Where the page before ended.")
    }
  }

  /// For each of whom there is a row.
  package enum Grouping: String, WireWord {
    case worker
    case client
  }

  /// Counts of visits.
  package struct Counts: WireObject {
    /// To take place: those of every state but cancelled.
    package var planned: Int
    /// Made.
    package var completed: Int
    /// Begun after the threshold.
    package var late: Int
    /// Nobody came, or nobody opened.
    package var missed: Int
    /// Called off.
    package var cancelled: Int
    /// To take place, and without a worker.
    package var open: Int
    /// Of the planned visits.
    package var hoursPlanned: Double
    /// Between check-in and check-out, where both are known.
    package var hoursWorked: Double
    /// Missed of planned visits; `nil` where none was planned.
    package var missedShare: Double?

    package init(
      planned: Int, completed: Int, late: Int, missed: Int, cancelled: Int, open: Int, hoursPlanned: Double,
      hoursWorked: Double, missedShare: Double?
    ) {
      self.planned = planned
      self.completed = completed
      self.late = late
      self.missed = missed
      self.cancelled = cancelled
      self.open = open
      self.hoursPlanned = hoursPlanned
      self.hoursWorked = hoursWorked
      self.missedShare = missedShare
    }

    package static let members: [Member<Counts>] = [
      Member("planned", { $0.planned }, "Visits to take place: those of every state but cancelled."),
      Member("completed", { $0.completed }, "Made."),
      Member("late", { $0.late }, "Begun after the threshold; time-critical clients have a shorter one."),
      Member("missed", { $0.missed }, "Nobody came, or nobody opened."),
      Member("cancelled", { $0.cancelled }, "Called off."),
      Member("open", { $0.open }, "To take place, and without a worker."),
      Member("hoursPlanned", { $0.hoursPlanned }, "Hours of the planned visits, to the hundredth."),
      Member("hoursWorked", { $0.hoursWorked }, "Hours between check-in and check-out where both are known."),
      Member(
        nullable: "missedShare", { $0.missedShare },
        "Missed of planned visits (NICE QS123), 0 to 1 with four digits; null where none was planned."),
    ]
  }

  /// One worker or client.
  package struct Row: WireObject {
    /// Their id; `nil`: the visits without a worker.
    package var id: String?
    /// Their name, or that the visits are open.
    package var name: String
    /// What became of their visits.
    package var counts: Counts

    package init(id: String?, name: String, counts: Counts) {
      self.id = id
      self.name = name
      self.counts = counts
    }

    package static let members: [Member<Row>] = [
      Member(nullable: "id", { $0.id }, "Their id; null: the visits without a worker."),
      Member("name", { $0.name }, "Their name, or that the visits are open."),
      Member("counts", { $0.counts }, "What became of their visits."),
    ]
  }

  /// A page of the report.
  package struct Answer: WireObject {
    /// The first moment.
    package var from: Timestamp
    /// The moment that is no longer in it.
    package var to: Timestamp
    /// Of all, whatever the page.
    package var total: Counts
    /// Each worker or client with a visit, in the order of their ids; open visits first.
    package var rows: [Row]
    /// Send it as `after` for the rest; null at the end.
    package var next: Int?

    package init(from: Timestamp, to: Timestamp, total: Counts, rows: [Row], next: Int?) {
      self.from = from
      self.to = to
      self.total = total
      self.rows = rows
      self.next = next
    }

    package static let members: [Member<Answer>] = [
      Member("from", { $0.from }, "The first moment."),
      Member("to", { $0.to }, "The moment that is no longer in it."),
      Member("total", { $0.total }, "Of all, whatever the page."),
      Member("rows", { $0.rows }, "Each worker or client with a visit, in the order of their ids; open visits first."),
      Member(nullable: "next", { $0.next }, "Send it as after for the rest; null at the end."),
    ]
  }

  package static let name = "report"
  package static let summary = "What became of the visits of a window: planned, completed, late, missed, hours."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = []
}
