import VisitsAPI
import VisitsModel
import VisitsStore

extension Call {
  /// The visits that a window means, as far as the caller may see them.
  ///
  /// - Parameters:
  ///   - worker: Only of this worker.
  ///   - client: Only of this client.
  func filter(
    _ window: WindowParameters, worker: String?, client: String?, in reader: StoreReader
  ) throws -> VisitFilter {
    let worker = try narrowed(worker).map { try reader.shownWorker($0) }
    let client = try client.map { try reader.shownClient($0, to: self) }
    let zone = try zone(TypedTimeContext(timeZone: window.timeZone, offset: nil), or: worker?.zone ?? client?.zone)
    let from = try bound(window.from, field: "from", in: zone)
    let to = try bound(window.to, field: "to", in: zone)
    // Said, since an empty list would say that nobody is visited then.
    if let from, let to, to <= from { throw Refusal.invalid(field: "to", .emptyWindow(from: from, to: to)) }
    return VisitFilter(from: from, to: to, worker: worker?.id, client: client?.id)
  }
}

/// Where a page ended of a list that is in order of start.
protocol StartMark {
  associatedtype ID: RawRepresentable<String>

  /// The start of its last thing.
  var start: Instant { get }
  /// That thing.
  var id: ID { get }

  init(start: Instant, id: ID)
}

extension VisitFilter.Mark: StartMark {}

extension SessionFilter.Mark: StartMark {}

extension StartMark {
  /// As callers send it back.
  var text: String { "\(start.milliseconds):\(id.rawValue)" }

  /// What a caller sends back.
  init(sentBack text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let start = Int64(parts[0]), let id = ID(rawValue: String(parts[1])) else {
      throw Refusal.invalid(field: "after", .noPage(text))
    }
    self.init(start: Instant(milliseconds: start), id: id)
  }
}

extension PageParameters {
  /// How many it holds at most.
  var most: Int { limit ?? 100 }

  /// Where the page before ended; `nil`: it is the first.
  func mark<Mark: StartMark>() throws -> Mark? { try after.map { try Mark(sentBack: $0) } }
}
