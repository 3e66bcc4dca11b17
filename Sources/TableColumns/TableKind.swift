/// What the rows of a table are.
package enum TableKind: String, CaseIterable, Sendable {
  case visits
  case workers
  case clients

  /// The columns that such a table may have.
  package var columns: [TableColumn] {
    switch self {
    case .visits:
      [
        .id, .client, .clientFirstName, .clientLastName, .worker, .workerFirstName, .workerLastName, .date, .day,
        .start, .end, .endDate, .minutes, .hours, .timeZone, .address, .service, .serviceCode, .note, .status,
        .cancelled, .allDay,
      ]
    case .workers: [.id, .name, .givenName, .familyName, .phone, .language, .timeZone, .active]
    case .clients:
      [
        .id, .name, .givenName, .familyName, .address, .street, .city, .region, .postalCode, .phone, .birthDate,
        .emergencyContact, .accessNote, .timeZone, .active,
      ]
    }
  }

  /// Of each of these such a table must have one at least.
  package var required: [[TableColumn]] {
    self == .visits ? TableColumn.required : [[.name, .givenName, .familyName, .id]]
  }
}
