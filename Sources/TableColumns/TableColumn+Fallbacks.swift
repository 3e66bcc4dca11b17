extension TableColumn {
  /// Headings that stand for the column only where the table says the same nowhere else: other programs write them beside
  /// a better one. HHAeXchange has the visit's real start beside the planned one, Google the title of an event, which in
  /// an agency's calendar is the client, where a table of visits has a column for clients.
  package var fallbacks: [String] {
    switch self {
    case .id: ["visit id", "visit key"]
    case .client: ["subject", "client id", "patient id", "member id"]
    case .worker: ["employee id", "caregiver id", "caregiver code"]
    case .start: ["visit start", "visit start time"]
    case .end: ["visit end", "visit end time"]
    case .address: ["location", "Ort"]
    case .note: ["description", "Beschreibung"]
    case .cancelled: ["deleted", "is deleted", "visit deleted", "void", "voided", "is voided"]
    default: []
    }
  }

  /// The columns that tell the same as this one, itself among them: where one of them stands, no fallback counts.
  package var alternatives: [TableColumn] {
    switch self {
    case .client: [.client, .clientFirstName, .clientLastName]
    case .worker: Self.workers
    default: [self]
    }
  }
}
