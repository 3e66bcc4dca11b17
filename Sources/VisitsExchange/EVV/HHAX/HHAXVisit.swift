import VisitsModel

/// A visit as a row of HHAeXchange's EVV visit import (``columns`` names the document).
///
/// Cells of which this program knows nothing stay empty, those of claims and of travel among them.
struct HHAXVisit {
  let verified: VerifiedVisit
  /// The agency's zone, on whose clocks all times are.
  let zone: Zone
  /// Fields that are missing, in the order of the columns.
  let gaps: [RecordGap]
  /// Fields that stay empty, since nothing tells them: the row is written all the same.
  let unknown: [RecordGap]

  init(_ verified: VerifiedVisit, zone: Zone) {
    self.verified = verified
    self.zone = zone
    gaps = Self.gaps(of: verified)
    unknown =
      verified.isPlaceLost
      ? [RecordGap("Clock-In Service Location Address Line 1", .moved(verified.client.id))] : []
  }

  /// The line of headings.
  static let header = RowText.plain(columns)

  /// The visit's row.
  var row: String {
    let cells = cells
    return RowText.plain(Self.columns.map { cells[$0] ?? "" })
  }

  private var cells: [String: String] {
    var cells: [String: String?] = [
      // A (required, digits), B (situational), C (required).
      "Agency Tax ID": verified.agency.taxID, "Office NPI": verified.agency.npi, "Payer ID": verified.payer?.id,
      // D to G: the member, by the payer's id and by ours.
      "Medicaid Number": verified.memberID, "Member First Name": verified.client.nameParts.given.first,
      "Member Last Name": verified.client.nameParts.family, "Member ID": verified.client.id.rawValue,
      // S.
      "Procedure Code": Self.tableCode(of: verified),
      // Q: the last of the id's digits, which are random; the interface hands back 20 characters of it ("Homecare EDI
      // Export Interface", 3rd Party Schedule ID).
      "Schedule ID": String(verified.visit.id.rawValue.filter { $0 != "-" }.suffix(20)),
      // U and V.
      "Schedule Start Time": time(verified.visit.start), "Schedule End Time": time(verified.visit.end),
      // BA and BZ: a visit that was called off after somebody came is taken back.
      "Is Deletion": verified.visit.status == .cancelled ? "Y" : "N", "Missed Visit": "N",
    ]
    if let worker = verified.worker {
      // H to L.
      cells["Caregiver Code"] = worker.identifiers[WorkerIdentifierKind.code.rawValue]
      cells["Caregiver Registry ID"] = worker.identifiers[WorkerIdentifierKind.registry.rawValue]
      cells["Caregiver License Number"] = worker.identifiers[WorkerIdentifierKind.license.rawValue]
      cells["Caregiver First Name"] = worker.nameParts.given.first
      cells["Caregiver Last Name"] = worker.nameParts.family
    }
    for check in verified.checks { add(check, to: &cells) }
    if let check = verified.checks.first(where: \.isManual) {
      let reason = verified.reason(of: check)
      let author = verified.author(of: check)
      let editor: String? = author?.by ?? author?.from.rawValue
      // AW to AZ: required where a time was entered or mended by hand.
      cells["Visit Edit Reason Code"] = reason?.code
      cells["Visit Edit Action Taken"] = reason?.resolution
      cells["Visit Edit Made By"] = editor
      cells["Notes"] = check.reason
    }
    return cells.compactMapValues { $0 }
  }

  private func add(_ check: VerifiedCheck, to cells: inout [String: String?]) {
    let (edge, clock) = check.isIn ? ("Start", "Clock-In") : ("End", "Clock-Out")
    // W and X: the times that count; Y and Z: those that a device told.
    cells["Visit \(edge) Time"] = time(check.check.at)
    cells["EVV \(edge) Time"] = check.proven.map { time($0.at) }
    // AO, AP, AS, AT.
    cells["\(clock) Latitude"] = check.proven.map { "\($0.position.latitude)" }
    cells["\(clock) Longitude"] = check.proven.map { "\($0.position.longitude)" }
    // AA to AF, AG to AL.
    let (place, address) = ("\(clock) Service Location", verified.place ?? PostalAddress())
    cells["\(place) Address Line 1"] = address.lines.first
    cells["\(place) Address Line 2"] = address.lines.dropFirst().first
    cells["\(place) City"] = address.city
    cells["\(place) State"] = address.region
    cells["\(place) Zip Code"] = address.postalCode
    cells["\(place) Type"] = verified.isAtHome ? "Home" : "Community"
  }

  /// `2026-11-21 08:00` on the agency's clocks.
  private func time(_ instant: Instant) -> String { zone.minuteText(instant) }

  /// The payer's code of the service in HHAeXchange's table (EDI Code Table Guide). The document does not say how
  /// modifiers stand beside a procedure code: where a service has some, the operator says what the table says.
  private static func tableCode(of verified: VerifiedVisit) -> String? {
    if let code = verified.service?.tableCode { return code }
    guard let code = verified.code, code.modifiers.isEmpty else { return nil }
    return code.procedure
  }

  private static func isAlphanumeric(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "a")...UInt8(ascii: "z"): true
      default: false
      }
    }
  }

  private static func gaps(of verified: VerifiedVisit) -> [RecordGap] {
    var gaps: [RecordGap] = []
    if verified.agency.taxID == nil { gaps.append(RecordGap("Agency Tax ID", .setting("evv.taxId", of: nil))) }
    gaps += verified.payerGaps(payer: "Payer ID", member: "Medicaid Number")
    // D: "alphanumeric with no special characters".
    if let payer = verified.payer, let id = verified.memberID, !isAlphanumeric(id) {
      gaps.append(
        RecordGap("Medicaid Number", value: id, .client(verified.client.id, options: "--member-id \(payer.key)=…")))
    }
    if let worker = verified.worker {
      if worker.identifiers[WorkerIdentifierKind.code.rawValue] == nil {
        gaps.append(RecordGap("Caregiver Code", .worker(worker.id, options: "--identifier code=…")))
      }
    } else {
      gaps.append(verified.workerGap("Caregiver Code"))
    }
    if tableCode(of: verified) == nil {
      let code = verified.code.map { verified.visit.service ?? $0.text }
      gaps.append(
        code.map { RecordGap("Procedure Code", .setting("evv.services.tableCode", of: $0)) }
          ?? verified.codeGap("Procedure Code"))
    }
    if let check = verified.checks.first(where: \.isManual) {
      let reason = verified.reason(of: check)
      if reason == nil {
        gaps.append(RecordGap("Visit Edit Reason Code", .setting("evv.reasons", of: check.reason)))
      }
      if reason?.resolution == nil {
        gaps.append(RecordGap("Visit Edit Action Taken", .setting("evv.reasons.resolution", of: check.reason)))
      }
    }
    return gaps
  }
}
