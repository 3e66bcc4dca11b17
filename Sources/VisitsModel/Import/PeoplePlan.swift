/// What a table of workers or of clients says, ready to be kept as the office's own change: nothing is changed by reading
/// it.
package struct PeoplePlan: Sendable, Hashable {
  /// A row that is not taken.
  package struct Refused: Sendable, Hashable {
    /// Which row, as a spreadsheet counts them.
    package let row: Int
    /// Why.
    package let fault: TextFault
  }

  /// Whose table it is.
  package let kind: PersonKind
  /// How its headings were read; `nil`: it cannot be read.
  package var table: TableUse?
  /// The people, in the order of the text.
  package var people: [PlannedPerson] = []
  /// Why the text cannot be read at all, when it cannot.
  package var unreadable: ImportSummary.Refused?
  /// The rows that are not taken, in the order of the text.
  package private(set) var refused: [Refused] = []
  /// How many more rows are not taken, beyond the limit of those that are kept.
  package private(set) var refusedMore = 0

  /// A plan that does nothing.
  package init(kind: PersonKind) { self.kind = kind }

  /// Takes note of a row that is not taken; beyond the limit it is only counted.
  package mutating func refuse(_ row: Int, _ fault: TextFault, limit: Int) {
    guard refused.count < limit else { return refusedMore += 1 }
    refused.append(Refused(row: row, fault: fault))
  }
}

/// A worker or a client as a row of a table tells them. What an empty cell stands for is not told.
package struct PlannedPerson: Sendable, Hashable {
  /// Which row, as a spreadsheet counts them.
  package let row: Int
  /// The readable id; `nil`: the name tells who it is.
  package var id: String?
  /// The full name. Without it there is an id.
  package var name: String?
  /// The given name, where it is known apart from the family name.
  package var givenName: String?
  /// The family name, where it is known apart from the given name.
  package var familyName: String?
  /// A telephone number.
  package var phone: String?
  /// The zone of a worker's days, or of a client's place.
  package var zone: Zone?
  /// Whether the worker still works here, or the client still receives care.
  package var isActive: Bool?
  /// The language that a worker sees, BCP 47.
  package var locale: String?
  /// A client's address in one line.
  package var address: String?
  /// The parts of that address.
  package var addressParts = PostalAddress()
  /// A client's date of birth.
  package var birthDate: CareDay?
  /// Whom to call for a client.
  package var emergencyContact: String?
  /// How to get in at a client's.
  package var accessNote: String?

  /// A row that tells nothing yet.
  package init(row: Int) { self.row = row }
}
