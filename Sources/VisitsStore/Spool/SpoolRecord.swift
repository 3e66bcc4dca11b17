package import VisitsModel

/// An alarm that the database could not take.
package struct SpoolRecord: Sendable, Hashable {
  /// The request's own id: what was imported once is not made again.
  package let requestId: String
  /// When we heard of it.
  package let at: Instant
  /// What is to be made of it, in the words of whoever spooled it.
  package let content: [UInt8]

  /// A record.
  package init(requestId: String, at: Instant, content: [UInt8]) {
    self.requestId = requestId
    self.at = at
    self.content = content
  }
}

/// What is wrong with the spool, until somebody has seen to it.
package enum SpoolTrouble: Sendable, Hashable {
  /// It cannot be made or opened.
  case unusable(path: String, SpoolFault)
  /// Something in it cannot be read, and may have been an alarm.
  case damaged(path: String)
  /// A copy of it with what could not be brought into the database lies there still.
  case kept(copy: String)
}

/// Why an alarm is not in the spool.
package enum SpoolFault: Error, Sendable, Hashable {
  /// There is no spool: it could not be made.
  case missing
  /// It holds as much as it can, or as much as it may of one owner; or the record alone is longer than one may be.
  case full
  /// The system failed the write (`errno`).
  case failed(Int32)
}
