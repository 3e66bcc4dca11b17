extension TableColumn {
  /// What stands in it, in one sentence; of a column that several kinds of tables have, in a table of visits.
  package var meaning: String {
    switch self {
    case .id: "The table's own id of the visit, or the id of a visit here; it makes a row the same visit next time."
    case .client: "Who is visited, by id or whole name."
    case .clientFirstName: "The client's first name, where names stand in two columns."
    case .clientLastName: "The client's last name."
    case .worker: "Who makes the visit, by id or whole name; \"open\" for nobody yet."
    case .workerFirstName: "The worker's first name, where names stand in two columns."
    case .workerLastName: "The worker's last name."
    case .date: "The date of a start that is only a time."
    case .day: "The same, where there is no date."
    case .start: "The planned start: date and time, or a time beside a date."
    case .end: "The planned end; only a time means the first such time after the start, at most 16 hours later."
    case .endDate: "The date of an end that is only a time."
    case .minutes: "How long the visit lasts, where no end stands: 45, 0:45, 1 h 30."
    case .hours: "The same in hours: 1.5."
    case .timeZone: "The IANA time zone of local times; without it the client's."
    case .address: "Where, if not at the client's address."
    case .service: "The service."
    case .serviceCode:
      "What the payer calls that: a procedure code and its modifiers, such as T1019:U1. Without a column service, what "
        + "is done."
    case .note: "What the worker must know; it may have several lines."
    case .status: "planned or cancelled."
    case .cancelled: "Whether it is called off: yes or no."
    case .allDay: "Whether it lasts all day, which no visit does: yes or no."
    case .name: "The full name."
    case .givenName: TableColumn.clientFirstName.meaning
    case .familyName: TableColumn.clientLastName.meaning
    case .phone: "A telephone number."
    case .language: "The language of what the worker sees, such as en or pt-BR."
    case .active: "Whether the client still receives care."
    case .street: "Street and number, where the address stands in several columns."
    case .city: "The city."
    case .region: "The province or state."
    case .postalCode: "The postal code."
    case .birthDate: "The date of birth, such as 1941-03-09."
    case .emergencyContact: "Whom to call."
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
