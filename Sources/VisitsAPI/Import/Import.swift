import JSON
package import JSONRPC

/// `import`: another system's export.
package enum Import: Method {
  /// What `import` takes.
  package struct Parameters: OnceParameters {
    /// The format.
    package let format: Format
    /// The file's text, or a part of it.
    package let content: String
    /// A table's own headings by our column's name.
    package let columns: [String: String]
    /// Which of a table's dates comes first.
    package let dateOrder: DateOrder?
    /// Who makes all visits of a calendar.
    package let worker: String?
    /// Whether a table's or a calendar's visits may overlap others of their worker.
    package let allowOverlap: Bool?
    /// Whether a table's or a calendar's visits may be planned while their worker is away.
    package let allowAbsence: Bool?
    /// Say what it would do, and do nothing.
    package let dryRun: Bool?
    /// Take what can be taken.
    package let skipInvalid: Bool?
    /// Which part of the text this is; `nil`: all of it.
    package let portion: Portion?
    /// The caller's own id of this change.
    package let requestId: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      format = try reader.required(
        "format", .word(),
        "The format: fhir (a Bundle, R4), csv (a table, of visits, workers or clients as its headings tell), workers or "
          + "clients (a table of these) or ics (a calendar).")
      content = try reader.required(
        "content", .text(1, 1 << 26),
        "The file's text, or a part of it: a message has at most limits.messageBytes, 1 MiB unless the operator has "
          + "set more.")
      let columns = try reader.optional(
        "columns", .headings, "Tables: the table's own headings by our column's name, where they are not found.")
      dateOrder = try reader.optional(
        "dateOrder", .word(),
        "Tables: which comes first in dates such as 03/04/2026, where they do not tell themselves.")
      worker = try reader.optional("worker", .worker, "ics: who makes all visits of the calendar.")
      allowOverlap = try reader.optional(
        "allowOverlap", .flag, "csv, ics: whether visits may overlap others of the same worker.")
      allowAbsence = try reader.optional(
        "allowAbsence", .flag, "csv, ics: whether visits may be planned while their worker is away.")
      dryRun = try reader.optional("dryRun", .flag, "Say what it would do, and do nothing.")
      skipInvalid = try reader.optional("skipInvalid", .flag, "Take what can be taken.")
      portion = try Portion(from: &reader)
      requestId = try reader.requestId()
      self.columns = columns ?? [:]
      let ofTables = [("columns", columns != nil), ("dateOrder", dateOrder != nil)]
      if !format.isTable, let field = ofTables.first(where: \.1)?.0 {
        throw .invalidParams(field: field, "The parameter \"\(field)\" is for tables: leave it out, or send csv.")
      }
      if format != .ics, worker != nil {
        throw .invalidParams(
          field: "worker", "The parameter \"worker\" is for calendars: leave it out, or send ics.")
      }
      let ofVisits = [("allowOverlap", allowOverlap != nil), ("allowAbsence", allowAbsence != nil)]
      if format != .csv, format != .ics, let field = ofVisits.first(where: \.1)?.0 {
        throw .invalidParams(
          field: field,
          "The parameter \"\(field)\" is for tables and calendars: leave it out, or send csv or ics.")
      }
      let ofWholes =
        ofTables + ofVisits + [
          ("worker", worker != nil), ("dryRun", dryRun != nil), ("skipInvalid", skipInvalid != nil),
        ]
      if let portion, !portion.isLast, let field = ofWholes.first(where: \.1)?.0 {
        throw .invalidParams(field: field, "The parameter \"\(field)\" is for the last part: leave it out here.")
      }
    }
  }

  /// The formats that can be read.
  package enum Format: String, WireWord {
    case fhir
    case csv
    case workers
    case clients
    case ics

    /// Whether it is a table.
    var isTable: Bool { [.csv, .workers, .clients].contains(self) }
  }

  /// Which comes first in a date that is written in numbers.
  package enum DateOrder: String, WireWord {
    case dayFirst
    case monthFirst
  }

  /// A numbered part of a text.
  package struct Portion: Sendable, Hashable {
    /// The most parts of a text.
    static let limit = 100_000

    /// The id that the caller has made for this text.
    package let upload: String
    /// Which part, from 1.
    package let number: Int
    /// Whether it is the last, with which the text is taken in.
    package let isLast: Bool

    /// `nil` when nothing is said of parts.
    fileprivate init?(from reader: inout ParameterReader) throws(RPCError) {
      let upload = try reader.optional("upload", .upload, "In parts: the caller's own id of this text.")
      let part = try reader.optional("part", .integer(1...Self.limit), "In parts: which this is, from 1, in order.")
      let last = try reader.optional("last", .flag, "In parts: true with the last, which takes in all of them.")
      switch (upload, part) {
      case (let upload?, let part?): (self.upload, number, isLast) = (upload, part, last == true)
      case (nil, nil) where last == nil: return nil
      case (nil, _):
        throw .invalidParams(
          field: "upload", "Of which text is this a part? Send \"upload\", an id of your own, with each of its parts.")
      case (_?, nil):
        throw .invalidParams(field: "part", "Which part of the upload is this? Send \"part\", counted from 1.")
      }
    }
  }

  package static let name = "import"
  package static let summary = "Takes in another system's export; all or nothing unless skipInvalid."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .requestIdReused, .unavailable, .busy, .tooLarge]
}

extension Shape<String> {
  fileprivate static let upload = text(1, 64)
}

extension Shape<[String: String]> {
  fileprivate static let headings = Shape(
    .tableColumns, example: [:], "an object of texts, such as {\"start\": \"Visit begin\"}"
  ) { json in
    guard let object = json.object, object.members.count <= 64 else { return nil }
    var headings: [String: String] = [:]
    for member in object.members {
      guard let heading = Shape<String>.text(1, 200).read(member.value) else { return nil }
      headings[member.name] = heading
    }
    return headings
  }
}
