package import JSONRPC

/// `today`: a worker's Today, or another day.
package enum Today: Method {
  /// What `today` takes.
  package struct Parameters: MethodParameters {
    /// Whose day.
    package let worker: String
    /// Which day; default now in the worker's zone.
    package let date: DayInput?
    /// An etag that the caller has: what has not changed is not sent again.
    package let ifNoneMatch: String?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      worker = try reader.required("worker", .worker, "Whose day.")
      date = try reader.day("date", "The care day; default today in the worker's zone.")
      ifNoneMatch = try reader.optional("ifNoneMatch", .etag, "An etag: what has not changed is not sent.")
    }
  }

  /// The view, or that it is as it was.
  package enum Answer: WireValue {
    case view(TodayView)
    case notModified(etag: String)

    package static var schema: Schema {
      .any(of: [TodayView.schema, NotModified.schema])
    }

    package func write(to writer: inout JSONWriter) {
      switch self {
      case .view(let view): view.write(to: &writer)
      case .notModified(let etag): NotModified(etag: etag).write(to: &writer)
      }
    }
  }

  private struct NotModified: WireObject {
    var etag: String

    static let members: [Member<NotModified>] = [
      Member("notModified", { _ in true }, "True."),
      Member("etag", { $0.etag }, "The etag that the caller has."),
    ]
  }

  package static let name = "today"
  package static let summary = "A worker's Today: heading, sync indicator, cards in order of start."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}
