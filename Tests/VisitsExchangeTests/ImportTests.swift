import Testing
import VisitsExchange
import VisitsModel

@Suite("Bundles as other systems export them")
struct ImportTests {
  private func plan(_ name: String) throws -> ImportPlan {
    FHIRBundleReader(now: now).plan(from: try fixture(name))
  }

  @Test("a HAPI search page: several identifiers and names, versions, a participant without an actor")
  func hapi() throws {
    let plan = try plan("hapi-search")
    #expect(plan.refused.isEmpty)
    #expect(
      plan.lines == [
        "worker 12 | Sarah Miller | en-CA | Practitioner/12 1234567893",
        "client 77 | Margaret Chen | 123 Oak St, Edmonton | 1941-03-12 | 780-555-0121 | Daniel Chen, son, 780-555-0142 "
          + "| https://hapi.example/fhir/Binary/9 | America/Edmonton | Patient/77 MRN-77 9123 456 789",
        "visit Appointment/1041 | 2026-11-20T15:00:00Z to 2026-11-20T16:00:00Z | Patient/77 | Practitioner/12 "
          + "| Personal care | Ring twice.\nThe dog is friendly. | scheduled",
        "visit Appointment/1042 | 2026-11-20T17:00:00Z to 2026-11-20T17:45:00Z | Patient/77 | Practitioner/12 "
          + "| cancelled | Patient: Canceled via automated reminder system",
        "visit Appointment/1044 | 2026-11-21T06:30:00Z to 2026-11-21T07:30:00Z | Patient/77 | open | scheduled",
        "withdrawn Appointment/1043",
      ])
    #expect(
      plan.remarks == [
        "Bundle: holds 4 of the 5 records that the search found; import the further pages, too",
        "entry[7] OperationOutcome: the other system says: informational",
        "entry[3] Appointment/1044: participant[2].actor: \"https://hapi.example/fhir/Location/99\" is not in this "
          + "Bundle, so the client's address is taken",
      ])
    #expect(plan.clients[0].identities[0] == UpstreamIdentity(system: "https://hapi.example/fhir", value: "Patient/77"))
    #expect(plan.passedOver.isEmpty)
  }

  @Test("an Epic search: opaque ids give slugs made of names, the usual name wins, a stay elsewhere is not yet")
  func epic() throws {
    let plan = try plan("epic-search")
    #expect(plan.refused.isEmpty)
    #expect(
      plan.lines == [
        "worker sarah-miller | Sarah Miller | Practitioner/ef9TegF2nfECi-0Skirbvpg3",
        "client john-smith | John Smith | 456 Maple Ave, Edmonton | 780-555-0122 "
          + "| Patient/eAB3mDIBBcyUKviyzrxsnAw3 E3421 Z6129",
        "visit Appointment/eqKN.DMOk9s | 2026-11-20T17:00:00Z to 2026-11-20T18:00:00Z "
          + "| Patient/eAB3mDIBBcyUKviyzrxsnAw3 | Practitioner/ef9TegF2nfECi-0Skirbvpg3 | EMC Home Care "
          + "| Home Visit | scheduled",
      ])
    #expect(
      plan.remarks == [
        "Bundle: holds 1 of the 3 records that the search found; import the further pages, too",
        "entry[1] Patient/eAB3mDIBBcyUKviyzrxsnAw3: birthDate: \"1938-07\" is no whole date, or no time, and is not kept",
        "entry[0] Appointment/eqKN.DMOk9s: participant[3].actor: \"Interpreter pool\" takes part and has no record, so "
          + "it is unknown whether that is a worker or a place; refer to the record, or remove it",
      ])
  }

  @Test("an Oracle Health search: proposed and pending, a role instead of a person, a worker who did not come")
  func oracle() throws {
    let plan = try plan("oracle-health-search")
    #expect(plan.refused.isEmpty)
    #expect(
      plan.lines == [
        "worker 593923 | Ann Carter | inactive | Practitioner/593923",
        "client 12724066 | SMART, NANCY | 1980-08-11 | Patient/12724066",
        "client 12724067 | Only-Family | 77 Pine Rd, St Albert, AB, Canada | inactive | Patient/12724067",
        "visit Appointment/4822366 | 2026-11-20T20:15:00Z to 2026-11-20T20:30:00Z | Patient/12724066 | open "
          + "| Home visit | scheduled",
        "visit Appointment/4822367 | 2026-11-20T21:00:00Z to 2026-11-20T21:30:00Z | Patient/12724066 "
          + "| Practitioner/593923 | scheduled",
        "visit Appointment/4822368 | 2026-11-19T21:00:00Z to 2026-11-19T21:30:00Z | Patient/12724067 "
          + "| Practitioner/593923 | missed | worker | Carer was ill",
      ])
  }

  @Test("a Medplum collection: two workers at once, Encounters, a place that is not home, a waiting list")
  func medplum() throws {
    let plan = try plan("medplum-collection")
    #expect(plan.refused.isEmpty)
    #expect(
      plan.lines == [
        "worker 0191f0a2-7c11-7d3c-8a55-0f7d3b1f6a01 | Daniel Okafor | +1 780 555 0111 "
          + "| Practitioner/0191f0a2-7c11-7d3c-8a55-0f7d3b1f6a01",
        "worker linh-tran | Linh Trần | Practitioner/Linh.Tran",
        "client elsie-beaudry-cote | Élsie Beaudry-Côté | 10 Edmonton Trail, Apt 4, Edmonton | America/Edmonton "
          + "| Patient/Elsie_B",
        "visit Appointment/two-hands | 1 of 2 | 2026-11-19T19:00:00Z to 2026-11-19T19:45:00Z | Patient/Elsie_B "
          + "| Practitioner/0191f0a2-7c11-7d3c-8a55-0f7d3b1f6a01 | Daughter's house, 8 Birch Cres, Sherwood Park AB "
          + "| completed",
        "visit Appointment/two-hands#2 | 2 of 2 | 2026-11-19T19:00:00Z to 2026-11-19T19:45:00Z | Patient/Elsie_B "
          + "| Practitioner/Linh.Tran | Daughter's house, 8 Birch Cres, Sherwood Park AB | completed "
          + "| in 2026-11-19T18:58:00Z | out 2026-11-19T19:44:00Z",
        "visit Appointment/waiting | 2026-11-21T19:00:00Z to 2026-11-21T19:45:00Z | Patient/Elsie_B | open | scheduled",
        "visit Appointment/now | 2026-11-20T19:00:00Z to 2026-11-20T19:45:00Z | Patient/Elsie_B "
          + "| Practitioner/Linh.Tran | inProgress | in 2026-11-20T18:59:30Z",
      ])
    #expect(plan.passedOver == [ImportSummary.PassedOver(kind: "Observation", reason: .notRead, count: 1)])
    // The fixture's visit under way begins three hours after the clock of the test.
    #expect(plan.visits[3].life.checkIn?.isClockSuspect == true)
    #expect(plan.visits[1].life.checkIn?.isClockSuspect == false)
  }

  @Test("a Synthea transaction: urn:uuid addresses, a search for a Practitioner, no ids")
  func synthea() throws {
    let plan = try plan("synthea-transaction")
    #expect(plan.refused.isEmpty)
    let patient = "b29a7f4e-3c1c-1f0f-9f3c-2f1f2d3e4a5b"
    let practitioner = "urn:uuid:0d2ba0a4-5b14-4b8e-9a0e-7f1c4b6d8e10"
    #expect(
      plan.lines == [
        "worker rey-kub800 | Rey Kub800 | \(practitioner) 9999943898",
        "client \(patient) | Adah626 Noemí Schowalter414 | 785 Schuster Spur Unit 24, Peabody | 1950-01-26 "
          + "| 555-810-5309 | Patient/\(patient) urn:uuid:\(patient) \(patient) b29a7f4e",
        "visit urn:uuid:5e1c9e8a-7a67-4d76-a2f4-55a1e58d4f01 | 2026-11-20T14:00:00Z to 2026-11-20T15:00:00Z "
          + "| Patient/\(patient) | \(practitioner) | scheduled",
      ])
  }

  @Test("a careless export: no names, contained people and places, controls in names, a merged record")
  func sloppy() throws {
    let plan = try plan("sloppy-export")
    #expect(plan.refused.isEmpty)
    #expect(
      plan.lines == [
        "worker inner-worker | Inner Worker | 7",
        "client p1 | Client p1 | Leduc | Patient/p1",
        "client client | Client P 2 | Patient/P 2",
        "client p3 | Łukasz Żółć | Patient/p3",
        "client p4 | 陈明 | inactive | replaced by Patient/p3 | Patient/p4",
        "visit Appointment/a1 | 2026-11-20T15:00:00Z to 2026-11-20T15:30:00Z | Patient/p3 | 7 | Room 5, 10 Main St "
          + "| scheduled",
        "visit Appointment/a2 | 2026-11-20T16:00:00Z to 2026-11-20T16:30:00Z | Patient/p1 | 7 | scheduled",
      ])
    #expect(
      plan.remarks == [
        "entry[0] Patient/p1: name: has no name that is in use",
        "entry[0] Patient/p1: birthDate: \"1950\" is no whole date, or no time, and is not kept",
        "entry[1] Patient/P 2: name: has no name that is in use",
        "entry[2] Patient/p3: extension: \"MST\" is no IANA time zone, so the agency's is taken",
        "entry[3] Patient/p4: link[0]: another record has replaced this one there",
        "entry[4] Appointment/a1: participant[3].actor: \"Somewhere\" is a further place; the visit is planned at the "
          + "first one",
      ])
  }

  @Test("reading twice gives the same plan, and a plan's identities find each other again in another Bundle")
  func repeatable() throws {
    #expect(try plan("hapi-search") == plan("hapi-search"))
    #expect(try plan("synthea-transaction") == plan("synthea-transaction"))
  }
}
