import Testing
import VisitsModel

@testable import VisitsDaemon

@Suite("What the agency is to aggregators of visit verification")
struct VerificationSettingsTests {
  @Test("is a section with payers, services and reasons")
  func read() throws {
    let settings = try load(
      """
      evv:
        providerId: "012345678"
        workerIdentifier: ssn
        taxId: "987654321"
        payers:
          - {payer: medicaid, id: CTDSS, program: PCP}
          - payer: humana
            id: "18119"
        services:
          - {service: Personal care, code: t1019, modifiers: [U1, TT], tableCode: "T1019:U1:TT", payer: medicaid}
          - {service: Companion, code: S5135}
        reasons:
          - {reason: forgotten, code: "04", resolution: A}
          - {reason: office, code: "03"}
      """)
    #expect(
      settings.evv
        == VerificationAgency(
          providerID: "012345678", workerIdentifier: .ssn, taxID: "987654321",
          payers: [
            VerificationAgency.Payer(key: "medicaid", id: "CTDSS", program: "PCP"),
            VerificationAgency.Payer(key: "humana", id: "18119"),
          ],
          services: [
            VerificationAgency.Service(
              words: "Personal care", code: try #require(ServiceCode("T1019:U1:TT")), tableCode: "T1019:U1:TT",
              payer: "medicaid"),
            VerificationAgency.Service(words: "Companion", code: try #require(ServiceCode("S5135"))),
          ],
          reasons: [
            VerificationAgency.Reason(reason: "forgotten", code: "04", resolution: "A"),
            VerificationAgency.Reason(reason: "office", code: "03"),
          ]))
    #expect(try load("").evv == VerificationAgency())
    #expect(try load("evv: {payers: []}").evv.payers == [])
  }

  @Test(
    "that is wrong is refused with line, key and the nearest key",
    arguments: [
      ("taxId: 12-345", #"visitsd.yaml:2: evv.taxId is "12-345"; it must be 9 digits."#),
      ("workerIdentifier: npi", #"visitsd.yaml:2: evv.workerIdentifier is "npi"; it must be code or ssn."#),
      ("payers: medicaid", "visitsd.yaml:2: evv.payers must be a list, such as [one, two]."),
      ("payers: [medicaid]", "visitsd.yaml:2: evv.payers must hold keys with values, indented below it."),
      (
        "payers: [{payer: medicaid}]",
        "visitsd.yaml:2: evv.payers.id has no value; give it one, or leave the key out for the default."
      ),
      (
        "payers: [{payer: Medicaid, id: X}]",
        #"visitsd.yaml:2: evv.payers.payer is "Medicaid"; it must be a word of at most 32 small letters, digits and "#
          + "hyphens."
      ),
      (
        "payers: [{payer: a, id: X, progam: P}]",
        #"visitsd.yaml:2: unknown key "evv.payers.progam". Did you mean "evv.payers.program"?"#
      ),
      (
        "services: [{service: A, code: T1019, modifiers: [U1, U2, U3, U4, U5]}]",
        #"visitsd.yaml:2: evv.services.modifiers is "U1, U2, U3, U4, U5"; it must be at most 4."#
      ),
      (
        "services: [{service: A, code: T1019, payer: medicad}]\n  payers: [{payer: medicaid, id: X}]",
        #"visitsd.yaml:2: evv.services.payer is "medicad"; it must be a payer of evv.payers. Did you mean "medicaid"?"#
      ),
      (
        "reasons: [{reason: forgot, code: A}]",
        #"visitsd.yaml:2: evv.reasons.reason is "forgot"; it must be office or one of visits.correctionReasons."#
      ),
    ])
  func wrong(_ text: String, _ message: String) {
    let error = #expect(throws: SettingsError.self) { try load("evv:\n  \(text)") }
    #expect(error?.description.hasSuffix("/" + message) == true, "\(error?.description ?? "")")
  }

  @Test("is taken over by a reload")
  func reload() throws {
    let before = try load("")
    let outcome = before.reloaded(try load("evv: {taxId: \"987654321\"}"))
    #expect(outcome.taken == ["evv.taxId"])
    #expect(outcome.settings.evv.taxID == "987654321")
    #expect(outcome.waiting == [])
  }
}
