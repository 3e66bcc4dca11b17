import VisitsModel
import VisitsStore

/// The position at which an export continues with its next part. The caller gets it with each part and sends it back.
/// So a part can be requested again, even after a restart of the daemon.
struct ExportPlace: Sendable {
  /// The kind of item that is written next, with the last item that was written.
  enum Stage: Sendable, Hashable {
    /// Workers are written next, beginning behind this id; `nil` for the first worker.
    case workers(after: WorkerID?)
    /// Clients are written next, beginning behind this id; `nil` for the first client.
    case clients(after: ClientID?)
    /// Visits are written next, beginning behind this mark; `nil` for the first visit.
    case visits(after: VisitFilter.Mark?)
  }

  /// The time window of the exported visits, as resolved for the first part. If the caller's window says "today", that
  /// may mean another day when a later part is written.
  var from: Instant?
  var to: Instant?
  /// The time zones that an exported calendar defines. `covering` is the period for which it defines them.
  var zones: [Zone] = []
  var covering = Instant(milliseconds: 0)..<Instant(milliseconds: 0)
  var stage: Stage

  /// The most time zones in an exported calendar, more than any agency needs. Times in further zones are written in
  /// UTC.
  static let zoneLimit = 16
}

extension ExportPlace {
  /// The position as text, which callers send back: `from;to;zone,zone;from..to;stage`.
  var text: String {
    func number(_ instant: Instant?) -> String { instant.map { String($0.milliseconds) } ?? "" }
    let place =
      switch stage {
      case .workers(let after): "w\(after?.rawValue ?? "")"
      case .clients(let after): "c\(after?.rawValue ?? "")"
      case .visits(let after): "v\(after?.text ?? "")"
      }
    return [
      number(from), number(to), zones.map(\.identifier).joined(separator: ","),
      "\(number(covering.lowerBound))..\(number(covering.upperBound))", place,
    ].joined(separator: ";")
  }

  /// Parses the position that a caller has sent back.
  init(sentBack text: String) throws {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    let refusal = Refusal.invalid(field: "after", .noPage(text))
    guard parts.count == 5 else { throw refusal }
    func instant(_ text: String) throws -> Instant? {
      guard !text.isEmpty else { return nil }
      guard let milliseconds = Int64(text), case let instant = Instant(milliseconds: milliseconds),
        Instant.writable.contains(instant)
      else { throw refusal }
      return instant
    }
    let names = parts[2].split(separator: ",")
    let zones = names.prefix(Self.zoneLimit).compactMap { Zone(String($0)) }
    let bounds = try parts[3].split(separator: "..", omittingEmptySubsequences: false).map { try instant(String($0)) }
    guard zones.count == names.count, bounds.count == 2, let lower = bounds[0], let upper = bounds[1], lower <= upper
    else { throw refusal }
    self.init(
      from: try instant(parts[0]), to: try instant(parts[1]), zones: zones, covering: lower..<upper,
      stage: try Self.stage(parts[4], refusal))
  }

  private static func stage(_ text: String, _ refusal: Refusal) throws -> Stage {
    let id = String(text.dropFirst())
    switch text.first {
    case "w":
      guard id.isEmpty || WorkerID(rawValue: id) != nil else { throw refusal }
      return .workers(after: WorkerID(rawValue: id))
    case "c":
      guard id.isEmpty || ClientID(rawValue: id) != nil else { throw refusal }
      return .clients(after: ClientID(rawValue: id))
    case "v": return .visits(after: id.isEmpty ? nil : try VisitFilter.Mark(sentBack: id))
    default: throw refusal
    }
  }
}
