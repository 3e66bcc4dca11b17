package import JSONRPC

/// `week`: a worker's week, from Monday to Sunday.
package enum Week: Method {
  /// What `week` takes.
  package struct Parameters: MethodParameters {
    /// Whose week.
    package let worker: String
    /// Any day of it; default now in the worker's zone.
    package let date: DayInput?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      worker = try reader.worker("Whose week.")
      date = try reader.day("date", "Any day of the week; default today in the worker's zone.")
    }
  }

  package typealias Answer = WeekView

  package static let name = "week"
  package static let summary = "A worker's week from Monday to Sunday: each day's counts and cards."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}
