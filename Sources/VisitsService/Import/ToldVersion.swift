import VisitsModel
import VisitsStore

/// The version of a calendar's event that a visit was last imported from, stored as one word.
struct ToldVersion {
  /// What of an event it was told by: each has versions of its own (RFC 5546, 2.1.5).
  enum Kind: String {
    /// The event, or its series.
    case series = "s"
    /// A change of one day that came with its series.
    case day = "d"
    /// One that came alone.
    case dayAlone = "a"
  }

  let kind: Kind
  let version: EventVersion

  /// `nil`: the text tells none.
  init?(_ occurrence: PlannedOccurrence) {
    guard let version = occurrence.version else { return nil }
    kind = !occurrence.isChange ? .series : occurrence.isAlone ? .dayAlone : .day
    self.version = version
  }

  /// The version that a visit was told by; `nil`: none is known.
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

  /// `s3/1764255600000`, with the time of the last change behind it where that is told.
  var text: String {
    let times = [version.stamp] + (version.modified == nil ? [] : [version.modified])
    return "\(kind.rawValue)\(version.sequence)/"
      + times.map { time in time.map { String($0.milliseconds) } ?? "" }.joined(separator: "/")
  }
}
