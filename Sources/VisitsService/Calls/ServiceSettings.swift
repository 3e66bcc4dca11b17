package import VisitsModel

/// The operator's settings that the service uses.
package struct ServiceSettings: Sendable {
  /// The time zone of the agency's days.
  package var agencyZone: Zone
  /// The language for callers that name none, BCP 47.
  package var agencyLocale: String
  /// The thresholds of alerts about late visits.
  package var lateRule: LateRule
  /// The distance of a check from the client's address, in metres, above which it is flagged.
  package var farAwayMetres: Double
  /// The allowed reason codes of a correction.
  package var correctionReasons: [String]
  /// The number of weeks for which the visits of a series are created ahead.
  package var horizonWeeks: Int
  /// The number of events that a subscriber may fall behind once it has received everything.
  package var eventsBehind: Int64
  /// The most bytes of uploads in memory: texts that are sent in parts.
  package var uploadBytes: Int
  /// The longest time for which an import may delay all other changes.
  package var longestImport: Duration
  /// The phone number for a worker in danger.
  package var emergencyNumber: String
  /// The agency's name; `nil` if the operator has set none.
  package var agencyName: String?
  /// The office's phone number, for workers; `nil` if the operator has set none.
  package var officePhone: String?
  /// The number of hours for which an invitation code is valid.
  package var invitationHours: Int64
  /// The agency's identifiers with aggregators of visit verification.
  package var verification: VerificationAgency
  /// The program's version.
  package var version: String
  /// The problems found on this machine.
  package var warnings: [Warning]
  /// The people who are paged in an emergency.
  package var pager: Pager
  /// The command that is run for each alert; `nil` for none.
  package var alertCommand: AlertCommand?

  /// Creates settings with the defaults of the configuration.
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
