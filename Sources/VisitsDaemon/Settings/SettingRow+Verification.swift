import JSONRPC
import VisitsModel

/// The section `evv`: what the agency is to aggregators of electronic visit verification.
extension SettingRow {
  static let verification: [SettingRow] = [
    .optional(
      "evv.providerId", \.evv.providerID, .text(1...64), example: "123456789",
      "The agency's id with the aggregator, such as its Medicaid provider id (Sandata: ProviderID).",
      without: "no record can be made for Sandata"),
    .fixed(
      "evv.providerQualifier", \.evv.providerQualifier, .text(1...20),
      "What that id is (Sandata: ProviderQualifier)."),
    .fixed(
      "evv.workerIdentifier", \.evv.workerIdentifier, .workerIdentifier,
      "Which identifier of a worker Sandata knows: code, the agency's own (EmployeeCustomID), or ssn, the last five digits "
        + "of the social security number (EmployeeSSN)."),
    .optional(
      "evv.taxId", \.evv.taxID, .digits(9), example: "123456789",
      "The agency's tax id, without a hyphen (HHAeXchange: Agency Tax ID).",
      without: "no record can be made for HHAeXchange"),
    .optional(
      "evv.npi", \.evv.npi, .digits(10), example: "1234567890",
      "The office's national provider identifier, where the payer asks for it (HHAeXchange: Office NPI).",
      without: "none is told"),
    payers, services, reasons,
  ]

  private static let payers = entries(
    "evv.payers", \.evv.payers,
    [
      Member(name: "payer", kind: .payerKey, isRequired: true),
      Member(name: "id", kind: .text(1...64), isRequired: true), Member(name: "program", kind: .text(1...9)),
    ],
    """
    The payers of the agency's clients: payer, your word for it, under which clients have member ids (visits clients change \
    --member-id); id, the aggregator's (Sandata: PayerID; HHAeXchange: Payer ID); and program, which a visit belongs to \
    unless its service names another (Sandata: PayerProgram).
    """,
    expected: "payer, a word of small letters, digits and hyphens, with id and, where there is one, program",
    example: ["- {payer: medicaid, id: CTDSS, program: PCP}"]
  ) { entry in
    guard let key = entry.one("payer"), let id = entry.one("id") else { return nil }
    return VerificationAgency.Payer(key: key, id: id, program: entry.one("program"))
  }

  private static let services = entries(
    "evv.services", \.evv.services,
    [
      Member(name: "service", kind: .text(1...200), isRequired: true),
      Member(name: "code", kind: .procedureCode, isRequired: true),
      Member(name: "modifiers", kind: .modifier, most: 4), Member(name: "tableCode", kind: .text(1...50)),
      Member(name: "payer", kind: .payerKey), Member(name: "program", kind: .text(1...9)),
    ],
    """
    What your services are to payers: service, in the words that visits have; code, the procedure code, and up to four \
    modifiers in the payer's order (Sandata: ProcedureCode, Modifier1 to Modifier4); tableCode, how HHAeXchange's table of \
    the payer writes the code where it has modifiers (Procedure Code); payer and program where they are not the client's \
    only one and the payer's. A visit's own code (visits evv code) counts for more.
    """,
    expected: "service and code, with modifiers, tableCode, payer and program where they are needed",
    example: ["- {service: Personal care, code: T1019, modifiers: [U1]}"]
  ) { entry in
    let parts = (entry["code"] ?? []) + (entry["modifiers"] ?? [])
    guard let words = entry.one("service"), let code = ServiceCode(parts.joined(separator: ":")) else { return nil }
    return VerificationAgency.Service(
      words: words, code: code, tableCode: entry.one("tableCode"), payer: entry.one("payer"),
      program: entry.one("program"))
  }

  private static let reasons = entries(
    "evv.reasons", \.evv.reasons,
    [
      Member(name: "reason", kind: .code, isRequired: true),
      Member(name: "code", kind: .text(1...10), isRequired: true),
      Member(name: "resolution", kind: .text(1...10)),
    ],
    """
    What the reasons of corrections are to the aggregator: reason, one of visits.correctionReasons, or office for a check \
    that the office entered or that no device proves; code (Sandata: ReasonCode; HHAeXchange: Visit Edit Reason Code); and \
    resolution (Sandata: ResolutionCode; HHAeXchange: Visit Edit Action Taken).
    """,
    expected: "reason and code, with resolution where there is one",
    example: ["- {reason: forgotten, code: \"06\", resolution: A}", "- {reason: office, code: \"03\"}"]
  ) { entry in
    guard let reason = entry.one("reason"), let code = entry.one("code") else { return nil }
    return VerificationAgency.Reason(reason: reason, code: code, resolution: entry.one("resolution"))
  }

  private typealias Member = EntryReader.Member

  private static func entries<Value: Equatable & Sendable>(
    _ key: String, _ path: SettingPath<[Value]>, _ members: [Member], _ about: String, expected: String,
    example: [String], make: @escaping @Sendable (EntryReader.Entry) -> Value?
  ) -> SettingRow {
    SettingRow(
      key: key, about: about, expected: expected, isList: true, otherwise: nil, example: example,
      shown: { _ in "[]" }, takeOver: takingOver(path)
    ) { given, machine, settings in
      let reader = EntryReader(given, members, on: machine)
      settings[keyPath: path] = reader.entries.compactMap(make)
      return reader.problems
    }
  }
}

extension SettingKind where Value == WorkerIdentifierKind {
  /// Which identifier of a worker an aggregator knows.
  static var workerIdentifier: SettingKind {
    SettingKind("code or ssn") { text in
      [.code, .ssn].first { $0.rawValue == text }
    } write: {
      $0.rawValue
    }
  }
}

extension SettingKind where Value == String {
  /// So many digits.
  static func digits(_ count: Int) -> SettingKind {
    SettingKind("\(count) digits") { text in
      text.utf8.count == count && text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? text : nil
    } write: {
      $0
    }
  }

  /// The agency's word for a payer.
  static var payerKey: SettingKind {
    SettingKind("a word of at most 32 small letters, digits and hyphens") { text in
      KeyedIDs.isKey(text) ? text : nil
    } write: {
      $0
    }
  }

  /// A procedure code without modifiers.
  static var procedureCode: SettingKind {
    SettingKind("a procedure code of at most five letters and digits") { text in
      ServiceCode(text).flatMap { $0.modifiers.isEmpty ? $0.procedure : nil }
    } write: {
      $0
    }
  }

  /// A modifier of a procedure code.
  static var modifier: SettingKind {
    SettingKind("a modifier of two letters and digits") { text in
      ServiceCode("T1019:\(text)")?.modifiers.first
    } write: {
      $0
    }
  }
}

extension Settings {
  /// What of the section `evv` does not go together: a service of a payer that is not listed, or a reason that nobody
  /// gives.
  func verificationProblems(_ given: [GivenSetting]) -> [SettingsProblem] {
    func problem(_ key: String, _ member: String, _ value: String, _ expected: String, _ names: [String])
      -> SettingsProblem?
    {
      guard let row = given.last(where: { $0.row.key == key }) else { return nil }
      return SettingsProblem(
        origin: row.origin, key: "\(key).\(member)", value: value,
        reason: .badValue(expected: expected, nearest: Nearest.name(to: value, among: names)))
    }
    let payers = evv.payers.map(\.key)
    let reasons = visits.correctionReasons + [VerificationAgency.office]
    return evv.services.compactMap(\.payer).filter { !payers.contains($0) }.compactMap {
      problem("evv.services", "payer", $0, "a payer of evv.payers", payers)
    }
      + evv.reasons.map(\.reason).filter { !reasons.contains($0) }.compactMap {
        problem("evv.reasons", "reason", $0, "office or one of visits.correctionReasons", reasons)
      }
  }
}
