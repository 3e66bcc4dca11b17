package import JSONRPC

/// `export`: visits as a file for another program.
///
/// Each part is read at its own moment, so that nothing is held between them: a visit that is moved meanwhile may stand
/// in the file where it was, where it is, or in both places.
package enum Export: Method {
  /// What `export` takes.
  package struct Parameters: MethodParameters {
    /// The format.
    package let format: Format
    /// How electronic visit verification is written; `nil`: jsonl.
    package let evvFormat: EVVFormat?
    /// In whose form; `nil`: in ours.
    package let profile: AggregatorProfile?
    /// Which of the aggregator's records; `nil`: visits.
    package let records: AggregatorRecords?
    /// When.
    package let window: WindowParameters
    /// Only of this worker.
    package let worker: String?
    /// Only of this client.
    package let client: String?
    /// How many visits at most.
    package let limit: Int?
    /// Where the part before ended.
    package let after: String?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      format = try reader.required(
        "format", .word(),
        "The format: csv (a table), ics (a calendar), fhir (a Bundle, R4) or evv (electronic visit verification).")
      evvFormat = try reader.optional("evvFormat", .word(), "evv: jsonl (JSON Lines, the default) or csv (a table).")
      profile = try reader.optional(
        "profile", .word(),
        "evv: in the form of an aggregator, sandata (alternate EVV 7: JSON, a line for each request) or hhax (EVV visit "
          + "import 5: a table).")
      records = try reader.optional(
        "records", .word(),
        "With the profile sandata: visits (the default), or the clients or employees of these visits, whom it must know "
          + "before.")
      window = try WindowParameters(from: &reader)
      worker = try reader.optional("worker", .worker, "Only of this worker; a device's are always its worker's own.")
      client = try reader.optional("client", .client, "Only of this client.")
      limit = try reader.optional(
        "limit", .integer(1...1000), "How many visits at most in this part; default 1000. A part may hold fewer.")
      after = try reader.optional(
        "after", .text(1, 1024), "Where the part before ended; the other parameters must be the same as for that.")
      if format != .evv, profile != nil {
        throw .invalidParams(
          field: "profile",
          "The parameter \"profile\" is for visit verification: leave it out, or send the format evv.")
      }
      if profile != nil, evvFormat != nil {
        throw .invalidParams(
          field: "evvFormat", "A profile has its own form: leave out \"evvFormat\", or \"profile\".")
      }
      if profile != .sandata, records != nil, records != .visits {
        throw .invalidParams(
          field: "records", "The parameter \"records\" is for the profile sandata: leave it out, or send that.")
      }
      if format != .evv, evvFormat != nil {
        throw .invalidParams(
          field: "evvFormat",
          "The parameter \"evvFormat\" is for visit verification: leave it out, or send the format evv.")
      }
    }
  }

  /// The formats.
  package enum Format: String, WireWord {
    case csv
    case ics
    case fhir
    case evv
  }

  /// How electronic visit verification is written.
  package enum EVVFormat: String, WireWord {
    case jsonl
    case csv
  }

  /// A record whose times can be read otherwise than they are.
  package struct Doubt: WireObject {
    /// The visit.
    package var visit: String
    /// The times of the record, with both readings.
    package var words: String

    package init(visit: String, words: String) {
      self.visit = visit
      self.words = words
    }

    package static let members: [Member<Doubt>] = [
      Member("visit", { $0.visit }, "The visit."),
      Member("words", { $0.words }, "The times of the record, with both readings."),
    ]
  }

  /// A part of the file.
  package struct Answer: WireObject {
    /// The text: what all parts hold, one after the other, is the file.
    package var content: String
    /// Send it as `after` for the next part; null at the end.
    package var next: String?
    /// The format's name, RFC 6838.
    package var mediaType: String
    /// How many visits are in this part.
    package var count: Int
    /// How many records of this part an aggregator would refuse, and so are not in it.
    package var leftOut: Int?
    /// The records of this part whose times can be read otherwise than they are.
    package var doubts: [Doubt]?

    package init(
      content: String, next: String?, mediaType: String, count: Int, leftOut: Int? = nil, doubts: [Doubt]? = nil
    ) {
      self.content = content
      self.next = next
      self.mediaType = mediaType
      self.count = count
      self.leftOut = leftOut
      self.doubts = doubts
    }

    package static let members: [Member<Answer>] = [
      Member("content", { $0.content }, "The text: what all parts hold, one after the other, is the file."),
      Member(nullable: "next", { $0.next }, "Send it as after for the next part; null at the end."),
      Member("mediaType", { $0.mediaType }, "The format's name, such as text/calendar; charset=utf-8."),
      Member("count", { $0.count }, "How many visits are in this part, or other records."),
      Member(
        optional: "leftOut", { $0.leftOut },
        "With a profile: how many records of this part lack what the aggregator needs, and are not in it; evv.check names "
          + "the fields."),
      Member(
        optional: "doubts", { $0.doubts },
        "In csv and with the profile hhax, whose times have no offset: the rows of this part that can be read otherwise."
      ),
    ]
  }

  package static let name = "export"
  package static let summary = "Visits of a window, and what was recorded during them, as a file for another program."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}
