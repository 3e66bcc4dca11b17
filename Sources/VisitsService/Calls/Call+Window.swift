import VisitsAPI
import VisitsModel
import VisitsStore

extension Call {
  /// Returns the filter for the visits of a window that the caller may see.
  ///
  /// - Parameters:
  ///   - worker: Only visits of this worker.
  ///   - client: Only visits of this client.
  func filter(
    _ window: WindowParameters, worker: String?, client: String?, in reader: StoreReader
  ) throws -> VisitFilter {
    let worker = try narrowed(worker).map { try reader.shownWorker($0) }
    let client = try client.map { try reader.shownClient($0, to: self) }
    let zone = try zone(TypedTimeContext(timeZone: window.timeZone, offset: nil), or: worker?.zone ?? client?.zone)
    let from = try bound(window.from, field: "from", in: zone)
    let to = try bound(window.to, field: "to", in: zone)
    // Refuse an empty window: an empty list would look like a day without visits.
    if let from, let to, to <= from { throw Refusal.invalid(field: "to", .emptyWindow(from: from, to: to)) }
    return VisitFilter(from: from, to: to, worker: worker?.id, client: client?.id)
  }
}

/// The end of a page in a list that is sorted by start.
protocol StartMark {
  associatedtype ID: RawRepresentable<String>

  /// The start of the page's last item.
  var start: Instant { get }
  /// The id of the page's last item.
  var id: ID { get }

  init(start: Instant, id: ID)
}

extension VisitFilter.Mark: StartMark {}

extension SessionFilter.Mark: StartMark {}

extension StartMark {
  /// The text that callers send back to get the next page.
  var text: String { "\(start.milliseconds):\(id.rawValue)" }

  /// Parses the text that a caller has sent back.
  init(sentBack text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let start = Int64(parts[0]), let id = ID(rawValue: String(parts[1])) else {
      throw Refusal.invalid(field: "after", .noPage(text))
    }
    self.init(start: Instant(milliseconds: start), id: id)
  }
}

extension PageParameters {
  /// The most items on the page.
  var most: Int { limit ?? 100 }

  /// Returns the end of the previous page; `nil` for the first page.
  func mark<Mark: StartMark>() throws -> Mark? { try after.map { try Mark(sentBack: $0) } }
}
