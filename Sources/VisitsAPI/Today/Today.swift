package import JSON
package import JSONRPC

/// `today`: a worker's Today, or everybody's on one board; or another day.
package enum Today: Method {
  /// Whose day it is.
  package enum Subject: Sendable, Hashable {
    case worker(String)
    /// The coordinators' board.
    case everybody
  }

  /// What `today` takes.
  package struct Parameters: MethodParameters {
    /// Whose day.
    package let subject: Subject
    /// Which day; default now in the worker's zone, on the board in the agency's.
    package let date: DayInput?
    /// An etag that the caller has: what has not changed is not sent again.
    package let ifNoneMatch: String?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      let named = try reader.optional(
        "worker", .worker, "Whose day; this or all. A device may leave both out: its own worker's.")
      let all = try reader.optional("all", .flag, "True: everybody's, the coordinators' board; this or worker.")
      date = try reader.day("date", "The care day; default today in the worker's zone, of all in the agency's.")
      ifNoneMatch = try reader.optional("ifNoneMatch", .etag, "An etag: what has not changed is not sent.")
      let worker = named ?? (all == true ? nil : reader.ownWorker)
      switch (worker, all == true) {
      case (let worker?, false): subject = .worker(worker)
      case (nil, true): subject = .everybody
      case (nil, false) where reader.isDescribing: subject = .everybody
      case (_?, true):
        throw .invalidParams(
          field: "all", "The parameters \"worker\" and \"all\" exclude each other: send one of them.")
      case (nil, false):
        throw .invalidParams(
          field: "worker", "Whose day? Send \"worker\" with a worker's id, or \"all\": true for everybody's.")
      }
    }
  }

  /// The view, or that it is as it was.
  package enum Answer: WireValue {
    case view(TodayView)
    case board(BoardView)
    case notModified(etag: String)

    package static var schema: Schema {
      .any(of: [TodayView.schema, BoardView.schema, NotModified.schema])
    }

    package func write(to writer: inout JSONWriter) {
      switch self {
      case .view(let view): view.write(to: &writer)
      case .board(let board): board.write(to: &writer)
      case .notModified(let etag): NotModified(etag: etag).write(to: &writer)
      }
    }
  }

  package static let name = "today"
  package static let summary =
    "A worker's Today: heading, sync indicator, cards in order of start; with all, the office's board of everybody."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}
