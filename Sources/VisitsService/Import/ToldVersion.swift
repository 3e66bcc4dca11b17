import VisitsModel
import VisitsStore

/// The version of the calendar's event from which a visit was last imported, stored as one word.
struct ToldVersion {
  /// The component of a calendar to which the version belongs. A series and the changes of its days have separate
  /// versions (RFC 5546, 2.1.5).
  enum Kind: String {
    /// The event itself: a whole series, or an event that does not repeat.
    case series = "s"
    /// A change of one day, in the same text as its series.
    case day = "d"
    /// A change of one day, in a text without its series.
    case dayAlone = "a"
  }

  let kind: Kind
  let version: EventVersion

  /// Creates the version that the text gives for a day of an event; `nil` if the text gives none.
  init?(_ occurrence: PlannedOccurrence) {
    guard let version = occurrence.version else { return nil }
    kind = !occurrence.isChange ? .series : occurrence.isAlone ? .dayAlone : .day
    self.version = version
  }

  /// Parses the version from the values that the last import stored for a visit; `nil` if they contain none.
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

  /// The stored form: the kind, the sequence number, a slash, and the timestamp in milliseconds since 1970. An example
  /// is `s3/1764255600000`. If the event has a time of last change, it follows after another slash.
  var text: String {
    let times = [version.stamp] + (version.modified == nil ? [] : [version.modified])
    return "\(kind.rawValue)\(version.sequence)/"
      + times.map { time in time.map { String($0.milliseconds) } ?? "" }.joined(separator: "/")
  }
}
