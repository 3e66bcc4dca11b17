package import JSON

extension Import {
  /// What an import did, or that a part of its text is here.
  package enum Answer: WireValue {
    case done(Done)
    case received(Received)

    package static var schema: Schema { .any(of: [Done.schema, Received.schema]) }

    package func write(to writer: inout JSONWriter) {
      switch self {
      case .done(let done): done.write(to: &writer)
      case .received(let received): received.write(to: &writer)
      }
    }
  }

  /// What an import did.
  package struct Done: WireObject {
    /// How many were new.
    package var added: Int
    /// How many are different now.
    package var changed: Int
    /// How many were as they are.
    package var unchanged: Int
    /// What was not taken, in the order of the text.
    package var refused: [Refused]
    /// How much more was not taken, if it is too much to be listed.
    package var refusedMore: Int?
    /// How much could be taken without that, where nothing was.
    package var rest: Int?
    /// How many visits are cancelled in the text and were never planned here.
    package var neverPlanned: Int?
    /// What is about visits that have begun or are over, which a table leaves as they are.
    package var kept: [Refused]?
    /// How much more is about such visits.
    package var keptMore: Int?
    /// How a table was understood.
    package var table: Table?
    /// What of a calendar was passed over.
    package var outside: Outside?
    /// How many people here may be people whom the Bundle names.
    package var duplicates: Int?
    /// What of a Bundle or a calendar was passed over.
    package var passedOver: [PassedOver]?
    /// What was taken, but deserves a look.
    package var notes: [Refused]?
    /// How much more deserves a look.
    package var notesMore: Int?
    /// What a dry run would add, in words.
    package var wouldAdd: [String]?

    package init(
      added: Int, changed: Int, unchanged: Int, refused: [Refused], refusedMore: Int? = nil, rest: Int? = nil,
      neverPlanned: Int? = nil, kept: [Refused]? = nil, keptMore: Int? = nil, table: Table? = nil,
      outside: Outside? = nil, duplicates: Int? = nil, passedOver: [PassedOver]? = nil, notes: [Refused]? = nil,
      notesMore: Int? = nil, wouldAdd: [String]? = nil
    ) {
      self.added = added
      self.changed = changed
      self.unchanged = unchanged
      self.refused = refused
      self.refusedMore = refusedMore
      self.rest = rest
      self.neverPlanned = neverPlanned
      self.kept = kept
      self.keptMore = keptMore
      self.table = table
      self.outside = outside
      self.duplicates = duplicates
      self.passedOver = passedOver
      self.notes = notes
      self.notesMore = notesMore
      self.wouldAdd = wouldAdd
    }

    package static let members: [Member<Done>] = [
      Member("added", { $0.added }, "How many were new."),
      Member("changed", { $0.changed }, "How many are different now."),
      Member("unchanged", { $0.unchanged }, "How many were as they are."),
      Member("refused", { $0.refused }, "What was not taken, and why; in the order of the text, the first 1,000."),
      Member(optional: "refusedMore", { $0.refusedMore }, "How many more were not taken."),
      Member(
        optional: "rest", { $0.rest }, "Where nothing was taken: how many would be new or different with skipInvalid."),
      Member(
        optional: "neverPlanned", { $0.neverPlanned },
        "How many visits are cancelled in the text and were never planned here, where there are any."),
      Member(
        optional: "kept", { $0.kept },
        "What differs from a visit that has begun or is over, or is of an older version of an event, and changes nothing; "
          + "the first 1,000."),
      Member(optional: "keptMore", { $0.keptMore }, "How many more such rows there are."),
      Member(optional: "table", { $0.table }, "Tables: how the table was understood."),
      Member(
        optional: "outside", { $0.outside },
        "ics: the events outside the days that are taken in, which were passed over, where there are any."),
      Member(
        optional: "duplicates", { $0.duplicates },
        "fhir: how many people here may be people whom a Bundle has brought, where there are any."),
      Member(
        optional: "passedOver", { $0.passedOver },
        "fhir, ics: the records that were passed over, by kind and reason, where there are any."),
      Member(
        optional: "notes", { $0.notes },
        "fhir, ics: what was taken in, but deserves a look: a tentative event, a client who has declined, a second place; "
          + "the first 1,000."),
      Member(optional: "notesMore", { $0.notesMore }, "How many more such notes there are."),
      Member(
        optional: "wouldAdd", { $0.wouldAdd },
        "dryRun: the visits, workers and clients that would be added, in words, where there are any; the first 100."),
    ]
  }

  /// Records of one kind that were passed over for one reason.
  package struct PassedOver: WireObject {
    /// The kind, as the format calls it.
    package var kind: String
    /// Why.
    package var reason: PassedOverReason
    /// How many.
    package var count: Int
    /// All of that in words.
    package var words: String

    package init(kind: String, reason: PassedOverReason, count: Int, words: String) {
      self.kind = kind
      self.reason = reason
      self.count = count
      self.words = words
    }

    package static let members: [Member<PassedOver>] = [
      Member("kind", { $0.kind }, "The kind, as the format calls it: Encounter, VTODO."),
      Member("reason", { $0.reason }, "Why."),
      Member("count", { $0.count }, "How many."),
      Member("words", { $0.words }, "In words: 6 Encounters passed over: no Appointment in this file or here."),
    ]
  }

  /// Why records are passed over.
  package enum PassedOverReason: String, WireWord {
    case notRead
    case noAppointment
    case notBegun
    case notNamed
    case unreadable
    case neverPlanned
    case nested
  }

  /// Events of a calendar that were passed over.
  package struct Outside: WireObject {
    /// How many, each series one.
    package var events: Int
    /// The first day that is taken in, `2026-11-14`.
    package var from: String
    /// The last.
    package var to: String
    /// Those days in words.
    package var days: String

    package init(events: Int, from: String, to: String, days: String) {
      self.events = events
      self.from = from
      self.to = to
      self.days = days
    }

    package static let members: [Member<Outside>] = [
      Member("events", { $0.events }, "How many, each series one."),
      Member("from", { $0.from }, "The first day that is taken in."),
      Member("to", { $0.to }, "The last."),
      Member("days", { $0.days }, "Those days in words: Nov 14, 2026 – Jan 16, 2027."),
    ]
  }

  /// Something that was not taken.
  package struct Refused: WireObject {
    /// Where it stands in the text.
    package var place: String
    /// Why.
    package var reason: String

    package init(place: String, reason: String) {
      self.place = place
      self.reason = reason
    }

    package static let members: [Member<Refused>] = [
      Member("place", { $0.place }, "Where it stands in the text."),
      Member("reason", { $0.reason }, "Why."),
    ]
  }

  /// A part that is not the last.
  package struct Received: WireObject {
    /// Which part.
    package var part: Int
    /// How many bytes of the text are here, as UTF-8.
    package var received: Int

    package init(part: Int, received: Int) {
      self.part = part
      self.received = received
    }

    package static let members: [Member<Received>] = [
      Member("part", { $0.part }, "Which part."),
      Member("received", { $0.received }, "How many bytes of the text are here, as UTF-8."),
    ]
  }
}
