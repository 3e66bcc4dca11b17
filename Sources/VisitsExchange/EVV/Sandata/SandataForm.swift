import JSON
import VisitsModel

/// The forms in which Sandata takes values.
///
/// All fields of this folder are those of "CT-(DSS-DMHAS) Home Health & Personal Care EVV Vendor Specification v1.5"
/// (Sandata Technologies, 14 February 2024; base version 7.14), cited as "Sandata 1.5" with section and index. What that
/// document says not to provide is left out; so is what this program does not know.
enum SandataForm {
  /// `2016-12-20T16:10:28Z` (Sandata 1.5, 2.4, DateTime): to the second, in UTC.
  static func dateTime(_ instant: Instant) -> String {
    Instant(milliseconds: instant.milliseconds - (instant.milliseconds % 1000 + 1000) % 1000).utcText
  }

  /// `20161220161028`: a SequenceID that grows with each record of the same thing, a rejected one included (Sandata 1.5,
  /// 5; the form in 8.3, VisitGeneralInformation 2).
  static func sequence(_ instant: Instant) -> String { dateTime(instant).filter(\.isNumber) }

  /// The name of a zone in Sandata's list (Sandata 1.5, 9.8); `nil`: it has none.
  static func zone(_ zone: Zone) -> String? {
    listed.contains(zone.identifier) ? zone.identifier : zones[zone.identifier]
  }

  /// A name without anything that Sandata rejects: letters, hyphens, periods, apostrophes (Sandata 1.5, 9.7), and the
  /// spaces between them.
  static func isName(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "-.' ".unicodeScalars.contains($0) }
  }

  /// As much of a text as Sandata keeps: it cuts longer ones off itself (Sandata 1.5, 4.1).
  static func cut(_ text: String, to length: Int) -> String { String(text.prefix(length)) }

  private static let listed: Set<String> = [
    "US/Alaska", "US/Aleutian", "US/Arizona", "US/Central", "US/East-Indiana", "US/Eastern", "US/Hawaii",
    "US/Indiana-Starke", "US/Michigan", "US/Mountain", "US/Pacific", "US/Samoa", "America/Indiana/Indianapolis",
    "America/Indiana/Knox", "America/Indiana/Marengo", "America/Indiana/Petersburg", "America/Indiana/Vevay",
    "America/Indiana/Vincennes",
  ]

  /// The links of the IANA database from the older names to the ones of today (file `backward`).
  private static let zones = [
    "America/Anchorage": "US/Alaska", "America/Adak": "US/Aleutian", "America/Phoenix": "US/Arizona",
    "America/Chicago": "US/Central", "America/New_York": "US/Eastern", "Pacific/Honolulu": "US/Hawaii",
    "America/Detroit": "US/Michigan", "America/Denver": "US/Mountain", "America/Los_Angeles": "US/Pacific",
    "Pacific/Pago_Pago": "US/Samoa",
  ]
}

extension VerificationAgency {
  /// Adds `ProviderIdentification` (Sandata 1.5, 8.1 to 8.3, 1 and 2).
  func addProvider(to record: inout JSONObjectText) {
    record.add("ProviderIdentification") { provider in
      provider.add("ProviderQualifier", providerQualifier)
      provider.add("ProviderID", providerID)
    }
  }

  /// What of the agency itself is not known.
  var sandataGaps: [RecordGap] {
    providerID == nil ? [RecordGap("ProviderID", .setting("evv.providerId", of: nil))] : []
  }

  /// EmployeeQualifier, and a worker's identifier in its form: of the social security number four zeros and the last five
  /// digits (Sandata 1.5, 8.3, VisitGeneralInformation 3 and 5; 8.2, EmployeeGeneralInformation 1, 2 and 5).
  func sandataIdentifier(of worker: Worker) -> (qualifier: String, identifier: String?) {
    let id = worker.identifiers[workerIdentifier.rawValue]
    return workerIdentifier == .ssn
      ? ("EmployeeSSN", id.map { "0000\($0)" }) : ("EmployeeCustomID", id)
  }

  /// The gap where a worker has no such identifier.
  func sandataGap(of worker: Worker) -> RecordGap? {
    guard worker.identifiers[workerIdentifier.rawValue] == nil else { return nil }
    return RecordGap(
      "EmployeeIdentifier", .worker(worker.id, options: "--identifier \(workerIdentifier.rawValue)=…"))
  }
}

extension NameParts {
  /// The gaps of a person's name, whose fields begin with "Client" or "Employee".
  func sandataGaps(of person: String, _ remedy: (String) -> RecordGap.Remedy) -> [RecordGap] {
    let parts = [("FirstName", given.first, "--given-name …"), ("LastName", family, "--family-name …")]
    return parts.compactMap { name, part, option in
      guard let part else { return RecordGap("\(person)\(name)", remedy(option)) }
      return SandataForm.isName(part) ? nil : RecordGap("\(person)\(name)", value: part, remedy(option))
    }
  }
}
