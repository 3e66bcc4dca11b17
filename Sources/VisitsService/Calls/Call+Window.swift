import VisitsAPI
import VisitsModel
import VisitsStore

extension Call {
  /// Returns the filter for the visits in a time window that the caller may see.
  ///
  /// - Parameters:
  ///   - worker: The worker whose visits to include; `nil` for all.
  ///   - client: The client whose visits to include; `nil` for all.
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

/// A mark after the last item of a page. The next page begins behind it. The items of the list are sorted by their
/// start.
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
  /// The mark as text. A caller sends it back to get the next page.
  var text: String { "\(start.milliseconds):\(id.rawValue)" }

  /// Parses a mark that a caller has sent back.
  init(sentBack text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let start = Int64(parts[0]), let id = ID(rawValue: String(parts[1])) else {
      throw Refusal.invalid(field: "after", .noPage(text))
    }
    self.init(start: Instant(milliseconds: start), id: id)
  }
}

extension PageParameters {
  /// The most items on the page. The caller sets the limit; it is 100 by default.
  var most: Int { limit ?? 100 }

  /// Returns the mark at which the previous page ended; `nil` for the first page.
  func mark<Mark: StartMark>() throws -> Mark? { try after.map { try Mark(sentBack: $0) } }
}
