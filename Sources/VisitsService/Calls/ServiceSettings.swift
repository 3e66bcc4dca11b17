package import VisitsModel

/// The operator's settings that the service uses.
package struct ServiceSettings: Sendable {
  /// The time zone in which the agency's days begin and end.
  package var agencyZone: Zone
  /// The language for callers that request none, as a BCP 47 tag.
  package var agencyLocale: String
  /// The thresholds at which a visit raises an alert, for example because it is late.
  package var lateRule: LateRule
  /// The distance in metres between a check-in or check-out and the client's address above which the check is flagged.
  package var farAwayMetres: Double
  /// The reason codes that a correction of a visit may give.
  package var correctionReasons: [String]
  /// The reason codes that an absence may have.
  package var absenceReasons: [String]
  /// The number of weeks ahead for which the visits of a series are created.
  package var horizonWeeks: Int
  /// The minutes that a worker needs from one client to the next, for suggestions of workers.
  package var travelMinutes: Int
  /// The number of events by which a subscriber may lag behind before its subscription ends. It counts once the
  /// subscriber has received all events up to the present.
  package var eventsBehind: Int64
  /// The most bytes of uploads in memory. An upload is a text that a caller sends in several parts.
  package var uploadBytes: Int
  /// The longest time for which an import may occupy the database writer and so delay all other changes.
  package var longestImport: Duration
  /// The phone number that a worker in danger calls, such as 911.
  package var emergencyNumber: String
  /// The agency's name; `nil` if the operator has set none.
  package var agencyName: String?
  /// The office's phone number, for workers; `nil` if the operator has set none.
  package var officePhone: String?
  /// The number of hours for which an invitation code is valid.
  package var invitationHours: Int64
  /// The agency's identifiers at the aggregators of electronic visit verification (EVV).
  package var verification: VerificationAgency
  /// The bytes that must still be free after a backup; `nil` for the default, see `BackupRoom`.
  package var backupReserve: Int64?
  /// The program's version.
  package var version: String
  /// The problems of this machine, which `system.status` shows.
  package var warnings: [Warning]
  /// The commands that page people in an emergency, and their delays.
  package var pager: Pager
  /// The command that is run for each raised alert; `nil` if the operator has set none.
  package var alertCommand: AlertCommand?

  /// Creates settings. Settings that are not given have the defaults of the configuration.
  package init(
    agencyZone: Zone, agencyLocale: String = "en", lateRule: LateRule = LateRule(), farAwayMetres: Double = 200,
    correctionReasons: [String] = ["forgotten", "device", "noSignal", "wrongVisit", "other"],
    absenceReasons: [String] = ["sick", "holiday", "training", "other"],
    horizonWeeks: Int = 8, travelMinutes: Int = 15, eventsBehind: Int64 = 10_000, uploadBytes: Int = 64 << 20,
    longestImport: Duration = .seconds(5), emergencyNumber: String = "911",
    agencyName: String? = nil, officePhone: String? = nil, invitationHours: Int64 = 24,
    verification: VerificationAgency = VerificationAgency(), backupReserve: Int64? = nil, version: String,
    warnings: [Warning] = [], pager: Pager = .none,
    alertCommand: AlertCommand? = nil
  ) {
    self.agencyZone = agencyZone
    self.agencyLocale = agencyLocale
    self.lateRule = lateRule
    self.farAwayMetres = farAwayMetres
    self.correctionReasons = correctionReasons
    self.absenceReasons = absenceReasons
    self.horizonWeeks = horizonWeeks
    self.travelMinutes = travelMinutes
    self.eventsBehind = eventsBehind
    self.uploadBytes = uploadBytes
    self.longestImport = longestImport
    self.emergencyNumber = emergencyNumber
    self.agencyName = agencyName
    self.officePhone = officePhone
    self.invitationHours = invitationHours
    self.verification = verification
    self.backupReserve = backupReserve
    self.version = version
    self.warnings = warnings
    self.pager = pager
    self.alertCommand = alertCommand
  }
}
