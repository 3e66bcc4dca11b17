import VisitsModel
import VisitsStore

/// The version of a calendar's event that a visit was last imported from, stored as one word.
struct ToldVersion {
  /// The part of an event that has the version; each part has versions of its own (RFC 5546, 2.1.5).
  enum Kind: String {
    /// The event or its series.
    case series = "s"
    /// A change of one day that was sent with its series.
    case day = "d"
    /// A change of one day that was sent alone.
    case dayAlone = "a"
  }

  let kind: Kind
  let version: EventVersion

  /// Creates the version of an occurrence; `nil` if the text has none.
  init?(_ occurrence: PlannedOccurrence) {
    guard let version = occurrence.version else { return nil }
    kind = !occurrence.isChange ? .series : occurrence.isAlone ? .dayAlone : .day
    self.version = version
  }

  /// Parses the version that was stored with a visit's last import; `nil` if there is none.
  init?(_ told: ToldOfVisit) {
    guard let text = told[PlannedRow.Part.version], let kind = text.first.flatMap({ Kind(rawValue: String($0)) })
    else { return nil }
    let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let sequence = Int(parts[0]) else { return nil }
    self.kind = kind
    version = EventVersion(
      sequence: sequence, stamp: Int64(parts[1]).map(Instant.init(milliseconds:)),
      modified: parts.count == 3 ? Int64(parts[2]).map(Instant.init(milliseconds:)) : nil)
  }

  /// The stored form: kind, sequence and timestamp in milliseconds, for example `s3/1764255600000`. The time of the
  /// last change follows after another slash if the event has one.
  var text: String {
    let times = [version.stamp] + (version.modified == nil ? [] : [version.modified])
    return "\(kind.rawValue)\(version.sequence)/"
      + times.map { time in time.map { String($0.milliseconds) } ?? "" }.joined(separator: "/")
  }
}
