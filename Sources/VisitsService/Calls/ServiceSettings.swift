package import VisitsModel

/// What the operator's settings mean to the service.
package struct ServiceSettings: Sendable {
  /// Where the agency's days begin and end.
  package var agencyZone: Zone
  /// The language when a caller names none, BCP 47.
  package var agencyLocale: String
  /// When a visit is late.
  package var lateRule: LateRule
  /// Metres from the client's address over which a check is flagged.
  package var farAwayMetres: Double
  /// The reason codes of a correction.
  package var correctionReasons: [String]
  /// How many weeks ahead the visits of a series are made.
  package var horizonWeeks: Int
  /// How many events a subscriber may fall behind that was told everything before.
  package var eventsBehind: Int64
  /// The most bytes that are kept of texts that are being sent in parts.
  package var uploadBytes: Int
  /// How long an import may hold up all other changes.
  package var longestImport: Duration
  /// What a worker in danger is told to call.
  package var emergencyNumber: String
  /// The agency's name; `nil`: the operator has set none.
  package var agencyName: String?
  /// The office's phone number, for workers; `nil`: the operator has set none.
  package var officePhone: String?
  /// How long a device's code can be used.
  package var invitationHours: Int64
  /// What the agency is to aggregators of visit verification.
  package var verification: VerificationAgency
  /// The program's version.
  package var version: String
  /// What was found wrong with the machine.
  package var warnings: [Warning]
  /// Who is paged in an emergency.
  package var pager: Pager
  /// What hears of alerts; `nil`: nothing.
  package var alertCommand: AlertCommand?

  /// The settings.
  package init(
    agencyZone: Zone, agencyLocale: String = "en", lateRule: LateRule = LateRule(), farAwayMetres: Double = 200,
    correctionReasons: [String] = ["forgotten", "device", "noSignal", "wrongVisit", "other"],
    horizonWeeks: Int = 8, eventsBehind: Int64 = 10_000, uploadBytes: Int = 64 << 20,
    longestImport: Duration = .seconds(5), emergencyNumber: String = "911",
    agencyName: String? = nil, officePhone: String? = nil, invitationHours: Int64 = 24,
    verification: VerificationAgency = VerificationAgency(), version: String,
    warnings: [Warning] = [], pager: Pager = .none,
    alertCommand: AlertCommand? = nil
  ) {
    self.agencyZone = agencyZone
    self.agencyLocale = agencyLocale
    self.lateRule = lateRule
    self.farAwayMetres = farAwayMetres
    self.correctionReasons = correctionReasons
    self.horizonWeeks = horizonWeeks
    self.eventsBehind = eventsBehind
    self.uploadBytes = uploadBytes
    self.longestImport = longestImport
    self.emergencyNumber = emergencyNumber
    self.agencyName = agencyName
    self.officePhone = officePhone
    self.invitationHours = invitationHours
    self.verification = verification
    self.version = version
    self.warnings = warnings
    self.pager = pager
    self.alertCommand = alertCommand
  }
}
