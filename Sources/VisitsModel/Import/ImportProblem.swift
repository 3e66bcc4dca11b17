/// What is wrong with a row of a table, beside what would be wrong with a visit that is planned by hand.
package enum RowProblem: Sendable, Hashable {
  /// Nobody has that name or id; the nearest name that somebody has goes with it.
  case unknownPerson(PersonKind, String, nearest: String?)
  /// Several people have that name: their ids.
  case severalPeople(PersonKind, String, ids: [String])
  /// The text's id of the visit was used before, for a visit of somebody else.
  case anotherClient
  /// The visit is somebody else's, by a calendar of theirs: their name.
  case anotherCalendar(worker: String)
  /// The visit has begun, or is over: a table changes nothing of it any more.
  case notScheduled(VisitID, Status)
  /// A newer version of the event was taken in before (RFC 5546, 2.1.5).
  case obsolete
  /// The visit was taken back in the agency's system, and the row says nothing new of it.
  case withdrawn
  /// An earlier row says something else of the same visit: where it stands.
  case repeated(place: TextPlace)
}

/// What is wrong with a part of a text that is sent in parts.
package enum UploadProblem: Sendable, Hashable {
  /// Nothing is kept of the parts before it.
  case unknown
  /// Another part is next.
  case outOfOrder(part: Int, expected: Int)
  /// The same part came before with another text or format.
  case differs(part: Int)
  /// One text alone has more bytes than are kept.
  case tooLarge(limit: Int)
  /// The texts of all callers together have more bytes than are kept.
  case full(limit: Int)
}
