import JSON
import VisitsModel

/// A client as Sandata's client endpoint takes it, before any visit (Sandata 1.5, 8.1).
struct SandataClient {
  let client: Client
  let zone: Zone
  let agency: VerificationAgency
  let now: Instant
  /// Fields that are missing, in the order of the document.
  let gaps: [RecordGap]

  init(_ client: Client, zone: Zone, of agency: VerificationAgency, now: Instant) {
    self.client = client
    self.zone = zone
    self.agency = agency
    self.now = now
    gaps = Self.gaps(of: client, zone: zone, agency)
  }

  /// The record.
  var text: String {
    let (parts, address) = (client.nameParts, client.addressParts)
    let id = Self.memberID(of: client, agency)
    return JSONObjectText.make { record in
      agency.addProvider(to: &record)
      // ClientGeneralInformation 1 and 2: the state's id of the member.
      record.add("ClientQualifier", "ClientCustomID")
      record.add("ClientIdentifier", id)
      // 3 to 5: 30 characters, one for the initial.
      record.add("ClientFirstName", parts.given.first.map { SandataForm.cut($0, to: 30) })
      record.add("ClientMiddleInitial", parts.given.dropFirst().first.map { SandataForm.cut($0, to: 1) })
      record.add("ClientLastName", parts.family.map { SandataForm.cut($0, to: 30) })
      // 6, 8, 9, 10, 11.
      record.add("ClientMedicaidID", id)
      record.add("SequenceID", json: SandataForm.sequence(now))
      record.add("ClientOtherID", Self.otherID(of: client))
      record.add("ClientTimeZone", SandataForm.zone(zone))
      record.add("ClientCustomID", id)
      // ClientAddress 1 to 8, of which one is the primary address.
      record.add("ClientAddress", each: [address]) { record, address in
        record.add("ClientAddressType", "Home")
        record.add("ClientAddressIsPrimary", "true")
        record.add("ClientAddressLine1", address.lines.first.map { SandataForm.cut($0, to: 30) })
        record.add("ClientAddressLine2", address.lines.dropFirst().first.map { SandataForm.cut($0, to: 30) })
        record.add("ClientCounty", address.district.map { SandataForm.cut($0, to: 25) })
        record.add("ClientCity", address.city.map { SandataForm.cut($0, to: 30) })
        record.add("ClientState", address.region)
        record.add("ClientZip", Self.zip(address.postalCode))
      }
    }.text
  }

  /// ClientOtherID: the program's own id, as long as Sandata takes it, 24 characters (ClientGeneralInformation 9).
  static func otherID(of client: Client) -> String? {
    client.id.rawValue.utf8.count <= 24 ? client.id.rawValue : nil
  }

  /// The member id with the first payer of the operator's who has the client.
  private static func memberID(of client: Client, _ agency: VerificationAgency) -> String? {
    agency.payers.lazy.compactMap { client.memberIDs[$0.key] }.first
  }

  /// Nine digits; zeros where only five are known (ClientAddress 8).
  private static func zip(_ code: String?) -> String? {
    let digits = (code ?? "").filter { $0 != "-" && $0 != " " }
    guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    return digits.count == 5 ? "\(digits)0000" : digits.count == 9 ? digits : nil
  }

  private static func gaps(of client: Client, zone: Zone, _ agency: VerificationAgency) -> [RecordGap] {
    let address = client.addressParts
    func remedy(_ options: String) -> RecordGap.Remedy { .client(client.id, options: options) }
    var gaps = agency.sandataGaps
    if agency.payers.isEmpty { gaps.append(RecordGap("PayerID", .setting("evv.payers", of: nil))) }
    if let payer = agency.payers.first, memberID(of: client, agency) == nil {
      gaps.append(RecordGap("ClientIdentifier", remedy("--member-id \(payer.key)=…")))
    }
    gaps += client.nameParts.sandataGaps(of: "Client", remedy)
    if SandataForm.zone(zone) == nil {
      gaps.append(RecordGap("ClientTimeZone", value: zone.identifier, remedy("--time-zone …")))
    }
    // Without one complete address the client is rejected (4.1, client rules).
    if address.lines.isEmpty { gaps.append(RecordGap("ClientAddressLine1", remedy("--street …"))) }
    if address.city == nil { gaps.append(RecordGap("ClientCity", remedy("--city …"))) }
    let isState = address.region?.utf8.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) ?? false
    if !isState || address.region?.utf8.count != 2 {
      gaps.append(RecordGap("ClientState", value: address.region, remedy("--region …")))
    }
    if zip(address.postalCode) == nil {
      gaps.append(RecordGap("ClientZip", value: address.postalCode, remedy("--postal-code …")))
    }
    return gaps
  }
}
