/// What a column of a table can tell of a visit, a worker or a client.
///
/// A name in one cell is kept as written, "Chen, Margaret" too: who knows the people decides whom it means.
package enum TableColumn: String, CaseIterable, Sendable {
  case id
  case client, clientFirstName, clientLastName
  case worker, workerFirstName, workerLastName
  /// The day of a start that is only a time.
  case date
  /// The same under a heading that stands over weekdays as well: it counts only where no `date` stands.
  case day
  case start, end, endDate
  /// A bare number is one of minutes.
  case minutes
  /// A bare number is one of hours.
  case hours
  case timeZone
  case address, service
  /// Where no `service` stands, the words of that.
  case serviceCode
  case note, status
  /// Yes or no, where another program tells it apart from the status.
  case cancelled
  /// Yes or no: calendar programs write it of every event.
  case allDay
  /// The name of a worker or a client in a table of people.
  case name, givenName, familyName
  case phone, language
  /// Yes or no.
  case active
  case street, city, region, postalCode
  case birthDate, emergencyContact, accessNote

  /// The name as a person reads it: "client first name".
  package var name: String {
    // Bytes, not Characters: each start of visits builds these names, and looking up a Character's properties is slow.
    var words: [UInt8] = []
    for letter in rawValue.utf8 {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
      words += isCapital ? [UInt8(ascii: " "), letter | 0x20] : [letter]
    }
    return String(decoding: words, as: UTF8.self)
  }

  /// Every heading by which the column is known in a table of visits, its name first.
  package var headings: [String] { [name] + synonyms + fallbacks }

  /// Of each of these a table of visits must have one at least.
  package static let required: [[TableColumn]] = [
    [.client, .clientFirstName, .clientLastName], [.start], [.end, .minutes, .hours],
  ]

  /// The columns that say who is to make a visit.
  package static let workers: [TableColumn] = [.worker, .workerFirstName, .workerLastName]
}
