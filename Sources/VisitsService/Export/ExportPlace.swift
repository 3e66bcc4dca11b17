import VisitsModel
import VisitsStore

/// Where an export stands between two parts. The caller keeps it, so that a part can be asked for again, of a daemon that
/// was restarted too.
struct ExportPlace: Sendable {
  /// What comes next.
  enum Stage: Sendable, Hashable {
    /// The workers of a Bundle behind this one.
    case workers(after: WorkerID?)
    /// The clients of a Bundle behind this one.
    case clients(after: ClientID?)
    /// The visits behind this mark.
    case visits(after: VisitFilter.Mark?)
  }

  /// The window as the first part found it: what "today" means may change on the way.
  var from: Instant?
  var to: Instant?
  /// The zones that a calendar has defined, and for when.
  var zones: [Zone] = []
  var covering = Instant(milliseconds: 0)..<Instant(milliseconds: 0)
  var stage: Stage

  /// More zones than any agency works in; what lies in others is written in UTC.
  static let zoneLimit = 16
}

extension ExportPlace {
  /// As callers send it back: `from;to;zone,zone;from..to;stage`.
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

  /// What a caller sends back.
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
