extension TableColumn {
  /// Every heading by which the column is known in a table of this kind, its name first.
  package func headings(in kind: TableKind) -> [String] {
    kind == .visits ? headings : [name] + synonyms(in: kind) + fallbacks(in: kind)
  }

  /// The content of the column in a table of this kind, in one sentence.
  package func meaning(in kind: TableKind) -> String {
    switch (self, kind) {
    case (_, .visits): meaning
    case (.id, _): "The id: a-z, 0-9 and hyphens."
    case (.givenName, .workers): TableColumn.workerFirstName.meaning
    case (.familyName, .workers): TableColumn.workerLastName.meaning
    case (.active, .workers): "Whether the worker still works here."
    case (.timeZone, .workers): "The worker's time zone, such as America/Edmonton."
    case (.timeZone, .clients): "The client's time zone, such as America/Edmonton."
    case (.address, .clients): "Where visits take place."
    default: meaning
    }
  }

  /// The content of the column in a table of this kind, and whether the column must be there.
  package func explanation(in kind: TableKind) -> String { kind == .visits ? explanation : meaning(in: kind) }

  /// Headings that stand for the column in a table of this kind where no other says the same: see ``fallbacks``.
  package func fallbacks(in kind: TableKind) -> [String] {
    switch (self, kind) {
    case (_, .visits): fallbacks
    case (.phone, _): ["mobile", "mobile phone", "cell", "cell phone", "Handy", "Mobil", "Mobiltelefon", "portable"]
    default: []
    }
  }

  /// The headings that people write over the column in a table of workers or of clients, beside its name.
  ///
  /// A heading over names may say whose names they are, as in a table of visits.
  private func synonyms(in kind: TableKind) -> [String] {
    let isOfClients = kind == .clients
    switch self {
    case .id: return isOfClients ? Self.clientIDs : Self.workerIDs
    case .name: return Self.names + Self.headings(of: isOfClients ? .client : .worker)
    case .givenName: return Self.givenNames + Self.headings(of: isOfClients ? .clientFirstName : .workerFirstName)
    case .familyName: return Self.familyNames + Self.headings(of: isOfClients ? .clientLastName : .workerLastName)
    case .phone:
      return ["phone number", "telephone", "telephone number", "tel", "Telefon", "Telefonnummer", "téléphone"]
    case .language: return ["locale", "preferred language", "Sprache", "langue"]
    case .active: return ["is active", "aktiv", "actif", "active worker", "active client"]
    case .birthDate:
      return [
        "date of birth", "birthday", "DOB", "born", "Geburtsdatum", "Geburtstag", "geboren", "geboren am",
        "date de naissance", "né le", "née le",
      ]
    case .street: return ["street address", "Straße", "Straße und Hausnummer", "rue", "numéro et rue"]
    case .city: return ["town", "Stadt", "Ort", "Wohnort", "ville"]
    case .region: return ["state", "province", "state or province", "Bundesland", "Kanton", "canton"]
    case .postalCode: return ["postcode", "zip", "zip code", "PLZ", "Postleitzahl", "code postal"]
    case .emergencyContact:
      return [
        "emergency contacts", "contact in an emergency", "next of kin", "Notfallkontakt", "Angehörige",
        "contact d'urgence", "personne à prévenir",
      ]
    case .accessNote:
      return [
        "access", "access notes", "key", "key location", "key code", "door code", "entry code", "Zugang", "Schlüssel",
        "Türcode", "accès", "clé", "code d'entrée", "digicode",
      ]
    case .address, .timeZone: return synonyms
    default: return []
    }
  }

  private static func headings(of column: TableColumn) -> [String] { [column.name] + column.synonyms }

  private static let names = ["full name", "display name", "vollständiger Name", "nom", "nom complet"]
  private static let givenNames = ["first name", "given names", "forename", "Vorname", "Vornamen", "prénom", "prénoms"]
  private static let familyNames = ["last name", "surname", "Nachname", "Familienname", "nom de famille"]
  private static let workerIDs = [
    "worker id", "worker number", "employee id", "employee number", "employee no", "caregiver id", "caregiver code",
    "staff id", "staff number", "Personalnummer", "Personal-Nr", "Mitarbeiter-ID", "Mitarbeiternummer", "matricule",
  ]
  private static let clientIDs = [
    "client id", "client number", "client no", "patient id", "patient number", "customer id", "customer number",
    "member id", "Klienten-ID", "Klientennummer", "Kundennummer", "Kunden-Nr", "Patientennummer", "numéro de client",
    "numéro de patient",
  ]
}
