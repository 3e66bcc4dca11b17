extension TableColumn {
  /// What stands in it, in one sentence; of a column that several kinds of tables have, in a table of visits.
  package var meaning: String {
    switch self {
    case .id: "The table's own id of the visit, or the id of a visit here; the next import finds the visit by it."
    case .client: "The client, by id or full name."
    case .clientFirstName: "The client's first name, if names are in two columns."
    case .clientLastName: "The client's last name."
    case .worker: "The worker, by id or full name; \"open\" for an unassigned visit."
    case .workerFirstName: "The worker's first name, if names are in two columns."
    case .workerLastName: "The worker's last name."
    case .date: "The date, if the start is only a time."
    case .day: "The same, if there is no date."
    case .start: "The planned start: date and time, or a time beside a date."
    case .end: "The planned end; a time alone means the first such time after the start, at most 16 hours later."
    case .endDate: "The end's date, if the end is only a time."
    case .minutes: "The visit's length, if there is no end: 45, 0:45, 1 h 30."
    case .hours: "The same in hours: 1.5."
    case .timeZone: "The IANA time zone of local times; without it the client's."
    case .address: "The address, if it is not the client's."
    case .service: "The service."
    case .serviceCode:
      "The payer's code for the service: a procedure code and its modifiers, such as T1019:U1. Without a column "
        + "service, also the service."
    case .note: "What the worker must know; it may have several lines."
    case .status: "planned or cancelled."
    case .cancelled: "Whether it is cancelled: yes or no."
    case .allDay: "Whether it lasts all day, which no visit does: yes or no."
    case .name: "The full name."
    case .givenName: TableColumn.clientFirstName.meaning
    case .familyName: TableColumn.clientLastName.meaning
    case .phone: "A telephone number."
    case .language: "The worker's language, such as en or pt-BR."
    case .active: "Whether the client still receives care."
    case .street: "Street and number, if the address is in several columns."
    case .city: "The city."
    case .region: "The province or state."
    case .postalCode: "The postal code."
    case .birthDate: "The date of birth, such as 1941-03-09."
    case .emergencyContact: "Whom to call in an emergency."
    case .accessNote: "How to get in: where the key is."
    }
  }

  /// Whether a table of visits must have it; `nil` when it need not.
  package var requirement: String? {
    guard let group = Self.required.first(where: { $0.contains(self) }) else { return nil }
    let others = group.filter { $0 != self }.map(\.name)
    return others.isEmpty ? "Required." : "Required, or else \(others.joined(separator: " or "))."
  }

  /// What stands in it, and whether it must be there.
  package var explanation: String { [meaning, requirement].compactMap { $0 }.joined(separator: " ") }
}
