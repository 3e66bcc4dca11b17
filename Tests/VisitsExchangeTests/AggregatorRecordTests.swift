import Testing
import VisitsModel

@testable import VisitsExchange

/// An agency in Connecticut, and Sarah's visit at Margaret Chen's on 2026-11-20 from 10:00 to 11:00 there.
private enum Hartford {
  static let zone = Zone("America/New_York") ?? .utc
  static let now = Outgoing.eight.adding(minutes: 120)
  static let home = Position(latitude: 41.7658, longitude: -72.6734, accuracy: 8)

  static let agency = VerificationAgency(
    providerID: "123456789", taxID: "987654321", npi: "1234567890",
    payers: [VerificationAgency.Payer(key: "medicaid", id: "CTDSS", program: "PCP")],
    services: [
      VerificationAgency.Service(words: "Personal care", code: code("T1019:U1:TT"), tableCode: "T1019:U1:TT"),
      VerificationAgency.Service(words: "Companion", code: code("S5135"), program: "CHP"),
    ],
    reasons: [
      VerificationAgency.Reason(reason: "forgotten", code: "04", resolution: "A"),
      VerificationAgency.Reason(reason: "office", code: "03", resolution: "14"),
    ])

  static let client: Client = {
    var client = Outgoing.client
    client.zone = nil
    client.nameParts = NameParts(given: ["Margaret", "Rose"], family: "Chen")
    client.addressParts = PostalAddress(
      lines: ["123 Oak St"], city: "Hartford", region: "CT", postalCode: "06103")
    client.memberIDs = KeyedIDs(["medicaid": "004512345"])
    return client
  }()

  static let worker: Worker = {
    var worker = Outgoing.worker
    worker.name = "Sarah Miller"
    worker.nameParts = NameParts(given: ["Sarah"], family: "Miller")
    worker.identifiers = KeyedIDs(["code": "C17", "ssn": "54321", "license": "L-9"])
    return worker
  }()

  static func sheet(_ profile: RecordSheet.Profile, _ change: (inout VerificationAgency) -> Void = { _ in })
    -> RecordSheet
  {
    var agency = agency
    change(&agency)
    return RecordSheet(profile, of: agency, zone: zone, now: now)
  }

  static func visit(_ life: Life, _ change: (inout PlacedVisit) -> Void = { _ in }) -> ExportedVisit {
    var exported = Outgoing.visit(life)
    exported.zone = zone
    exported.placed.client = client
    exported.placed.worker = worker
    exported.changes = [
      VisitStep(
        version: 2, at: Outgoing.eight.adding(minutes: 2), by: "sarah", from: .gateway, method: "visit.start"),
      VisitStep(
        version: 4, at: Outgoing.eight.adding(minutes: 90), by: "office", from: .socket, method: "visit.correct",
        reason: "forgotten"),
    ]
    change(&exported.placed)
    return exported
  }

  static func code(_ text: String) -> ServiceCode {
    guard let code = ServiceCode(text) else { preconditionFailure("no code") }
    return code
  }

  /// Came at 10:02, by her phone; left at 11:01, as the office has mended it.
  static let mended = Life.completed(
    checkIn: Outgoing.check(minutes: 2, at: home),
    checkOut: Check(
      at: Outgoing.eight.adding(minutes: 61), receivedAt: Outgoing.eight.adding(minutes: 76), position: home,
      method: .device,
      correction: Check.Correction(first: Outgoing.eight.adding(minutes: 75), reason: "forgotten")))
}

@Suite("Records for Sandata")
struct SandataRecordTests {
  @Test("a visit is its calls, as devices told them, and what was mended")
  func visit() {
    #expect(
      Hartford.sheet(.sandata).record(of: Hartford.visit(Hartford.mended))
        == .text(
          #"{"ProviderIdentification":{"ProviderQualifier":"MedicaidID","ProviderID":"123456789"},"#
            + #""VisitOtherID":"0193f0a2-7c11-7d3c-8a55-0f7d3b1f6a01","SequenceID":20261120170000,"#
            + #""EmployeeQualifier":"EmployeeCustomID","EmployeeOtherID":"sarah","EmployeeIdentifier":"C17","#
            + #""ClientIDQualifier":"ClientCustomID","ClientIdentifier":"004512345","ClientID":"004512345","#
            + #""ClientOtherID":"margaret-chen","VisitCancelledIndicator":"false","PayerID":"CTDSS","#
            + #""PayerProgram":"PCP","ProcedureCode":"T1019","Modifier1":"U1","Modifier2":"TT","Modifier3":null,"#
            + #""Modifier4":null,"VisitTimeZone":"US/Eastern","AdjOutDateTime":"2026-11-20T16:01:00Z","#
            + #""BillVisit":"true","Calls":[{"CallExternalID":"a550f7d3b1f6a01i","CallDateTime":"2026-11-20T15:02:00Z","#
            + #""CallAssignment":"Time In","CallType":"Mobile","ProcedureCode":"T1019","MobileLogin":"sarah","#
            + #""CallLatitude":41.7658,"CallLongitude":-72.6734,"VisitLocationType":"1"},"#
            + #"{"CallExternalID":"a550f7d3b1f6a01o","CallDateTime":"2026-11-20T16:15:00Z","#
            + #""CallAssignment":"Time Out","CallType":"Mobile","ProcedureCode":"T1019","MobileLogin":"sarah","#
            + #""CallLatitude":41.7658,"CallLongitude":-72.6734,"VisitLocationType":"1"}],"#
            + #""VisitChanges":[{"SequenceID":"20261120163000","ChangeMadeBy":"office","#
            + #""ChangeDateTime":"2026-11-20T16:30:00Z","ReasonCode":"04","ChangeReasonMemo":"forgotten","#
            + #""ResolutionCode":"A"}]}"#))
  }

  @Test("what the office entered is a manual call with a reason, and what was called off is not billed")
  func manual() throws {
    let entered = Check(
      at: Outgoing.eight.adding(minutes: 5), receivedAt: Outgoing.eight.adding(minutes: 80), method: .office)
    let record = Hartford.sheet(.sandata).record(
      of: Hartford.visit(.cancelled(reason: "Went home", checkIn: entered)) {
        $0.visit.place(at: "9 Elm St, Hartford", PostalAddress(lines: ["9 Elm St"], city: "Hartford"))
      })
    guard case .text(let text) = record else { return #expect(Bool(false), "\(record)") }
    #expect(text.contains(#""AdjInDateTime":"2026-11-20T15:05:00Z","BillVisit":"false""#))
    #expect(
      text.contains(
        #""CallDateTime":"2026-11-20T15:05:00Z","CallAssignment":"Time In","CallType":"Manual","ProcedureCode":"T1019","#
          + #""VisitLocationType":"2"}]"#))
    #expect(text.contains(#""ChangeMadeBy":"sarah","ChangeDateTime":"2026-11-20T15:02:00Z","ReasonCode":"03""#))
  }

  @Test("the client and the worker are told before, with names and address apart")
  func people() {
    let sheet = Hartford.sheet(.sandata) { $0.workerIdentifier = .ssn }
    #expect(
      sheet.record(of: Hartford.client, zone: Hartford.zone)
        == .text(
          #"{"ProviderIdentification":{"ProviderQualifier":"MedicaidID","ProviderID":"123456789"},"#
            + #""ClientQualifier":"ClientCustomID","ClientIdentifier":"004512345","ClientFirstName":"Margaret","#
            + #""ClientMiddleInitial":"R","ClientLastName":"Chen","ClientMedicaidID":"004512345","#
            + #""SequenceID":20261120170000,"ClientOtherID":"margaret-chen","ClientTimeZone":"US/Eastern","#
            + #""ClientCustomID":"004512345","ClientAddress":[{"ClientAddressType":"Home","#
            + #""ClientAddressIsPrimary":"true","ClientAddressLine1":"123 Oak St","ClientCity":"Hartford","#
            + #""ClientState":"CT","ClientZip":"061030000"}]}"#))
    #expect(
      sheet.record(of: Hartford.worker)
        == .text(
          #"{"ProviderIdentification":{"ProviderQualifier":"MedicaidID","ProviderID":"123456789"},"#
            + #""EmployeeQualifier":"EmployeeSSN","EmployeeIdentifier":"000054321","EmployeeOtherID":"sarah","#
            + #""SequenceID":20261120170000,"EmployeeSSN":"000054321","EmployeeLastName":"Miller","#
            + #""EmployeeFirstName":"Sarah"}"#))
  }

  @Test("each field that is missing is named, with where it is set")
  func gaps() throws {
    let bare = RecordSheet(.sandata, of: VerificationAgency(), zone: Hartford.zone, now: Hartford.now)
    var visit = Hartford.visit(Hartford.mended)
    visit.placed.client = Outgoing.client
    visit.placed.worker = Outgoing.worker
    visit.zone = Outgoing.edmonton
    let chen = Outgoing.client.id
    let sarah = Outgoing.worker.id
    #expect(
      bare.gaps(of: visit) == [
        RecordGap("ProviderID", .setting("evv.providerId", of: nil)),
        RecordGap("EmployeeIdentifier", .worker(sarah, options: "--identifier code=…")),
        RecordGap("PayerID", .setting("evv.payers", of: nil)),
        RecordGap("ProcedureCode", .setting("evv.services", of: "Personal care")),
        RecordGap("VisitTimeZone", value: "America/Edmonton", .client(chen, options: "--time-zone …")),
        RecordGap("ReasonCode", .setting("evv.reasons", of: "forgotten")),
        RecordGap("ClientFirstName", .client(chen, options: "--given-name …")),
        RecordGap("ClientLastName", .client(chen, options: "--family-name …")),
        RecordGap("ClientTimeZone", value: "America/Edmonton", .client(chen, options: "--time-zone …")),
        RecordGap("ClientAddressLine1", .client(chen, options: "--street …")),
        RecordGap("ClientCity", .client(chen, options: "--city …")),
        RecordGap("ClientState", .client(chen, options: "--region …")),
        RecordGap("ClientZip", .client(chen, options: "--postal-code …")),
        RecordGap("EmployeeFirstName", .worker(sarah, options: "--given-name …")),
        RecordGap("EmployeeLastName", .worker(sarah, options: "--family-name …")),
      ])
    guard case .lacking(let gaps) = bare.record(of: visit) else { return #expect(Bool(false)) }
    #expect(gaps.count == 6)
  }

  @Test("a visit's own code, program and payer count for more, and a member id is asked for by its payer")
  func own() {
    let sheet = Hartford.sheet(.sandata) {
      $0.payers.append(VerificationAgency.Payer(key: "humana", id: "HUM"))
      $0.services[1].payer = "humana"
    }
    let visit = Hartford.visit(Hartford.mended) { $0.visit.serviceCode = Hartford.code("s5135") }
    #expect(
      sheet.record(of: visit)
        == .lacking([
          RecordGap("ClientIdentifier", .client(Outgoing.client.id, options: "--member-id humana=…"))
        ]))
    let known = Hartford.visit(Hartford.mended) {
      $0.visit.serviceCode = Hartford.code("S5135:U2")
      $0.client.memberIDs = KeyedIDs(["humana": "H7"])
    }
    guard case .lacking(let gaps) = sheet.record(of: known) else { return #expect(Bool(false)) }
    // No service has the code, so that the client's only payer is meant, which has no program.
    #expect(gaps == [RecordGap("PayerProgram", .setting("evv.payers.program", of: "humana"))])
  }

  @Test("a visit to which nobody came, or which is not over, is no record")
  func none() {
    let sheet = Hartford.sheet(.sandata)
    #expect(sheet.record(of: Hartford.visit(.scheduled)) == .none)
    #expect(sheet.record(of: Hartford.visit(.missed(by: .client, reason: "Out"))) == .none)
    #expect(sheet.record(of: Hartford.visit(.inProgress(checkIn: Outgoing.check(minutes: 2)))) == .none)
    #expect(sheet.gaps(of: Hartford.visit(.scheduled)) == [])
  }

  @Test("the records of a part are one request on a line")
  func joined() {
    #expect(Hartford.sheet(.sandata).joined(["{}", "{}"]) == "[{},{}]\n")
    #expect(Hartford.sheet(.sandata).joined([]) == "")
  }
}

@Suite("Records for HHAeXchange")
struct HHAXRecordTests {
  /// The cells of a row by their headings; none of these texts has a comma in it.
  private func cells(_ record: RecordSheet.Record) throws -> [String: String] {
    guard case .text(let row) = record else {
      Issue.record("\(record)")
      return [:]
    }
    #expect(row.hasSuffix("\r\n"))
    let cells = row.dropLast().split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    #expect(cells.count == 96)
    return Dictionary(uniqueKeysWithValues: zip(HHAXVisit.columns, cells).filter { !$0.1.isEmpty })
  }

  @Test("a row has the planned times, those that count and those that a device told, on the agency's clocks")
  func visit() throws {
    #expect(
      try cells(Hartford.sheet(.hhax).record(of: Hartford.visit(Hartford.mended))) == [
        "Agency Tax ID": "987654321", "Office NPI": "1234567890", "Payer ID": "CTDSS", "Medicaid Number": "004512345",
        "Member First Name": "Margaret", "Member Last Name": "Chen", "Member ID": "margaret-chen",
        "Caregiver Code": "C17", "Caregiver License Number": "L-9", "Caregiver First Name": "Sarah",
        "Caregiver Last Name": "Miller", "Schedule ID": "7d3c8a550f7d3b1f6a01", "Procedure Code": "T1019:U1:TT",
        "Schedule Start Time": "2026-11-20 10:00", "Schedule End Time": "2026-11-20 11:00",
        "Visit Start Time": "2026-11-20 10:02", "Visit End Time": "2026-11-20 11:01",
        "EVV Start Time": "2026-11-20 10:02", "EVV End Time": "2026-11-20 11:15",
        "Clock-In Service Location Address Line 1": "123 Oak St", "Clock-In Service Location City": "Hartford",
        "Clock-In Service Location State": "CT", "Clock-In Service Location Zip Code": "06103",
        "Clock-In Service Location Type": "Home", "Clock-Out Service Location Address Line 1": "123 Oak St",
        "Clock-Out Service Location City": "Hartford", "Clock-Out Service Location State": "CT",
        "Clock-Out Service Location Zip Code": "06103", "Clock-Out Service Location Type": "Home",
        "Clock-In Latitude": "41.7658", "Clock-In Longitude": "-72.6734", "Clock-Out Latitude": "41.7658",
        "Clock-Out Longitude": "-72.6734", "Visit Edit Reason Code": "04", "Visit Edit Action Taken": "A",
        "Visit Edit Made By": "office", "Notes": "forgotten", "Is Deletion": "N", "Missed Visit": "N",
      ])
  }

  /// Margaret Chen has moved to 9 Elm St after the visit.
  private static func moved(since: Int64, _ change: (inout PlacedVisit) -> Void = { _ in }) -> ExportedVisit {
    var exported = Hartford.visit(Hartford.mended) { placed in
      change(&placed)
      placed.client.address = "9 Elm St, New Haven"
      placed.client.addressParts = PostalAddress(lines: ["9 Elm St"], city: "New Haven", postalCode: "06511")
    }
    var homes = HomeHistory()
    homes.record(
      Hartford.client.address, Hartford.client.addressParts, at: Outgoing.eight.adding(minutes: since))
    homes.record(
      exported.placed.client.address, exported.placed.client.addressParts, at: Outgoing.eight.adding(minutes: 1440))
    exported.homes = homes
    return exported
  }

  @Test("the place is the home of the day, which the visit keeps, or the history of the client's homes")
  func home() throws {
    let kept = Self.moved(since: -1440) { $0.visit.keepPlace(of: Hartford.client, at: Outgoing.eight) }
    for visit in [kept, Self.moved(since: -1440)] {
      let cells = try cells(Hartford.sheet(.hhax).record(of: visit))
      #expect(cells["Clock-In Service Location Address Line 1"] == "123 Oak St")
      #expect(cells["Clock-Out Service Location Zip Code"] == "06103")
      #expect(cells["Clock-In Service Location Type"] == "Home")
      #expect(Hartford.sheet(.hhax).gaps(of: visit) == [])
    }
  }

  @Test("a home of the day that nobody knows is no other one, and the check names it")
  func unknownHome() throws {
    let visit = Self.moved(since: 720)
    let cells = try cells(Hartford.sheet(.hhax).record(of: visit))
    #expect(cells["Clock-In Service Location Address Line 1"] == nil)
    #expect(cells["Clock-In Service Location Zip Code"] == nil)
    #expect(
      Hartford.sheet(.hhax).gaps(of: visit)
        == [RecordGap("Clock-In Service Location Address Line 1", .moved(Outgoing.client.id))])
  }

  @Test("a visit without a worker or without a service is no row")
  func withoutElements() throws {
    let visit = Hartford.visit(Hartford.mended) { placed in
      placed.worker = nil
      placed.visit.worker = nil
      placed.visit.service = nil
    }
    let id = visit.placed.visit.id
    #expect(
      Hartford.sheet(.hhax).record(of: visit)
        == .lacking([
          RecordGap("Caregiver Code", .visit(id, command: "assign", options: "--worker …")),
          RecordGap("Procedure Code", .visit(id, command: "evv code", options: "--code …")),
        ]))
    guard case .lacking(let gaps) = Hartford.sheet(.sandata).record(of: visit) else { return #expect(Bool(false)) }
    #expect(gaps.map(\.field) == ["EmployeeIdentifier", "ProcedureCode"])
  }

  @Test("the columns are the 96 of the interface, in their order")
  func columns() {
    #expect(HHAXVisit.columns.count == 96)
    #expect(HHAXVisit.header.hasPrefix("Agency Tax ID,Office NPI,Payer ID,Medicaid Number,Member First Name,"))
    #expect(HHAXVisit.header.hasSuffix(",User Field 9,User Field 10\r\n"))
    // Cell BA, the 53rd.
    #expect(HHAXVisit.columns[52] == "Is Deletion")
  }

  @Test("a code with modifiers is written as the payer's table has it, or not at all")
  func tableCode() {
    let sheet = Hartford.sheet(.hhax) { $0.services[0].tableCode = nil }
    #expect(
      sheet.record(of: Hartford.visit(Hartford.mended))
        == .lacking([RecordGap("Procedure Code", .setting("evv.services.tableCode", of: "Personal care"))]))
  }

  @Test("what is missing is named by HHAeXchange's own names")
  func gaps() {
    let sheet = Hartford.sheet(.hhax) {
      $0.taxID = nil
      $0.reasons = [VerificationAgency.Reason(reason: "forgotten", code: "04")]
    }
    let visit = Hartford.visit(Hartford.mended) {
      $0.client.memberIDs = KeyedIDs()
      $0.worker?.identifiers = KeyedIDs()
    }
    #expect(
      sheet.gaps(of: visit).map(\.field) == [
        "Agency Tax ID", "Medicaid Number", "Caregiver Code", "Visit Edit Action Taken",
      ])
  }
}
