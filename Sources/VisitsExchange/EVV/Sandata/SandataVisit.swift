import JSON
import VisitsModel

/// A visit as Sandata's visit endpoint takes it (Sandata 1.5, 8.3; ``SandataForm`` names the document).
struct SandataVisit {
  let verified: VerifiedVisit
  let now: Instant
  /// Fields that are missing, in the order of the document.
  let gaps: [RecordGap]

  init(_ verified: VerifiedVisit, now: Instant) {
    self.verified = verified
    self.now = now
    gaps = Self.gaps(of: verified)
  }

  /// The record. Truths are written as texts, as the document's types have them.
  var text: String {
    let visit = verified.visit
    return JSONObjectText.make { record in
      verified.agency.addProvider(to: &record)
      // 1: 50 characters.
      record.add("VisitOtherID", visit.id.rawValue)
      // 2: an integer of at most 16 digits.
      record.add("SequenceID", json: SandataForm.sequence(now))
      if let worker = verified.worker {
        let (qualifier, identifier) = verified.agency.sandataIdentifier(of: worker)
        // 3 to 5.
        record.add("EmployeeQualifier", qualifier)
        record.add("EmployeeOtherID", worker.id.rawValue)
        record.add("EmployeeIdentifier", identifier)
      }
      // 7 to 9: the member id, twice.
      record.add("ClientIDQualifier", "ClientCustomID")
      record.add("ClientIdentifier", verified.memberID)
      record.add("ClientID", verified.memberID)
      record.add("ClientOtherID", SandataClient.otherID(of: verified.client))
      // 11: only of schedules, which are not sent.
      record.add("VisitCancelledIndicator", "false")
      // 12 and 13.
      record.add("PayerID", verified.payer?.id)
      record.add("PayerProgram", verified.program)
      // 14 to 18: NULL where there is no modifier.
      record.add("ProcedureCode", verified.code?.procedure)
      let modifiers = verified.code?.modifiers ?? []
      for number in 1...4 {
        let modifier = number <= modifiers.count ? "\"\(modifiers[number - 1])\"" : "null"
        record.add("Modifier\(number)", json: modifier)
      }
      // 19.
      record.add("VisitTimeZone", SandataForm.zone(verified.exported.zone))
      // 20 and 21: only of what was adjusted.
      for check in verified.checks where check.isManual {
        record.add(check.isIn ? "AdjInDateTime" : "AdjOutDateTime", SandataForm.dateTime(check.check.at))
      }
      // 22: false for a visit with calls that was called off (4.1, visit rules).
      record.add("BillVisit", visit.status == .cancelled ? "false" : "true")
      record.add("Calls", each: verified.checks, call)
      let changes = verified.checks.filter(\.isManual)
      if !changes.isEmpty { record.add("VisitChanges", each: changes, change) }
    }.text
  }

  /// A call: what a device told, or what the office entered (Calls 1 to 14).
  private func call(_ record: inout JSONObjectText, _ check: VerifiedCheck) {
    let proven = check.proven
    // 1: 16 characters. The last digits of a visit's id are random.
    let digits = verified.visit.id.rawValue.filter { $0 != "-" }.suffix(15)
    record.add("CallExternalID", "\(digits)\(check.isIn ? "i" : "o")")
    // 2 and 3.
    record.add("CallDateTime", SandataForm.dateTime(proven?.at ?? check.check.at))
    record.add("CallAssignment", check.isIn ? "Time In" : "Time Out")
    // 5: Mobile has a place; VisitChanges is required for Manual.
    record.add("CallType", proven == nil ? "Manual" : "Mobile")
    // 6.
    record.add("ProcedureCode", verified.code?.procedure)
    if let position = proven?.position {
      // 8 to 10: required where the type is Mobile.
      record.add("MobileLogin", verified.worker?.id.rawValue)
      record.add("CallLatitude", position.latitude)
      record.add("CallLongitude", position.longitude)
    }
    // 14: 1 is at home, 2 in the community.
    record.add("VisitLocationType", verified.isAtHome ? "1" : "2")
  }

  /// A change of a check (VisitChanges 1 to 7).
  private func change(_ record: inout JSONObjectText, _ check: VerifiedCheck) {
    let author = verified.author(of: check)
    let reason = verified.reason(of: check)
    let at = author?.at ?? check.check.receivedAt
    record.add("SequenceID", SandataForm.sequence(at))
    record.add("ChangeMadeBy", SandataForm.cut(author?.by ?? author?.from.rawValue ?? "visits", to: 64))
    record.add("ChangeDateTime", SandataForm.dateTime(at))
    record.add("ReasonCode", reason?.code)
    record.add("ChangeReasonMemo", check.reason)
    record.add("ResolutionCode", reason?.resolution)
  }

  private static func gaps(of verified: VerifiedVisit) -> [RecordGap] {
    let (client, agency) = (verified.client, verified.agency)
    var gaps = agency.sandataGaps
    if let worker = verified.worker {
      gaps += agency.sandataGap(of: worker).map { [$0] } ?? []
    } else {
      gaps.append(verified.workerGap("EmployeeIdentifier"))
    }
    gaps += verified.payerGaps(payer: "PayerID", member: "ClientIdentifier")
    if verified.payer != nil, verified.program == nil {
      gaps.append(RecordGap("PayerProgram", .setting("evv.payers.program", of: verified.payer?.key)))
    }
    if verified.code == nil { gaps.append(verified.codeGap("ProcedureCode")) }
    if SandataForm.zone(verified.exported.zone) == nil {
      let name = verified.exported.zone.identifier
      gaps.append(RecordGap("VisitTimeZone", value: name, .client(client.id, options: "--time-zone …")))
    }
    for check in verified.checks where check.isManual && verified.reason(of: check) == nil {
      gaps.append(RecordGap("ReasonCode", .setting("evv.reasons", of: check.reason)))
    }
    return gaps
  }
}

extension VerifiedVisit {
  /// The gaps of the payer and of the client's member id with it, by the aggregator's names of the fields.
  func payerGaps(payer field: String, member: String) -> [RecordGap] {
    guard let payer else {
      // With several payers, the client's member id says which one it is.
      let isChoice = agency.payers.count > 1 && client.memberIDs.isEmpty
      return [
        isChoice
          ? RecordGap(field, .client(client.id, options: "--member-id \(agency.payers[0].key)=…"))
          : RecordGap(field, .setting("evv.payers", of: service?.payer ?? client.memberIDs.ids.keys.sorted().first))
      ]
    }
    return memberID == nil
      ? [RecordGap(member, .client(client.id, options: "--member-id \(payer.key)=…"))] : []
  }
}
