package import JSON
package import JSONRPC

/// `task.day`: a client's checklist of a day.
package enum TaskDay: Method {
  /// What `task.day` takes.
  package struct Parameters: MethodParameters {
    /// Whose.
    package let client: String
    /// Which day; default today where the client is.
    package let date: DayInput?
    /// An etag that the caller has: what has not changed is not sent again.
    package let ifNoneMatch: String?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      client = try reader.required("client", .client, "Whose day.")
      date = try reader.day("date", "The care day; default today where the client is.")
      ifNoneMatch = try reader.optional("ifNoneMatch", .etag, "An etag: what has not changed is not sent.")
    }
  }

  /// The view, or that it is as it was.
  package enum Answer: WireValue {
    /// The checklist.
    case view(TaskDayView)
    /// The caller has it already, under this etag.
    case notModified(etag: String)

    package static var schema: Schema { .any(of: [TaskDayView.schema, NotModified.schema]) }

    package func write(to writer: inout JSONWriter) {
      switch self {
      case .view(let view): view.write(to: &writer)
      case .notModified(let etag): NotModified(etag: etag).write(to: &writer)
      }
    }
  }

  package static let name = "task.day"
  package static let summary = "A client's care tasks of a day as a checklist, with what was recorded of each."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}
