package import JSON
package import JSONRPC

/// `home`: where a worker begins (seed 004).
package enum Home: Method {
  /// What `home` takes.
  package struct Parameters: MethodParameters {
    /// Whose.
    package let worker: String
    /// Which day; default now in the worker's zone.
    package let date: DayInput?
    /// An etag that the caller has: what has not changed is not sent again.
    package let ifNoneMatch: String?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      worker = try reader.worker("Whose Home.")
      date = try reader.day("date", "The care day of the visits left; default today in the worker's zone.")
      ifNoneMatch = try reader.optional("ifNoneMatch", .etag, "An etag: what has not changed is not sent.")
    }
  }

  /// The view, or that it is as it was.
  package enum Answer: WireValue {
    case view(HomeView)
    case notModified(etag: String)

    package static var schema: Schema { .any(of: [HomeView.schema, NotModified.schema]) }

    package func write(to writer: inout JSONWriter) {
      switch self {
      case .view(let view): view.write(to: &writer)
      case .notModified(let etag): NotModified(etag: etag).write(to: &writer)
      }
    }
  }

  package static let name = "home"
  package static let summary =
    "A worker's Home: the last session, the goal bank, the clients, the visits left today, and the emergency."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}
