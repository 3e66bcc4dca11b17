import TableColumns
import Testing
import VisitsExchange
import VisitsModel

@Suite("A table of workers or of clients")
struct PeopleTableTests {
  /// Whose table it is, as its headings tell.
  private func owner(_ headings: String, columns: [String: String] = [:]) -> String {
    switch TableReader(TableReading(columns: columns)).plan(ofAnyKindFrom: headings + "\n") {
    case .people(let plan): plan.kind == .worker ? "workers" : "clients"
    case .visits(let plan):
      plan.refusals.contains { $0.hasPrefix("table: its headings tell neither") } ? "nobody" : "visits"
    }
  }

  private func refusals(_ plan: PeoplePlan) -> [String] {
    plan.refused.map { ImportSummary.Refused(place: .row($0.row), reason: .fault($0.fault)).line() }
  }

  @Test(
    "the headings tell whose table it is",
    arguments: [
      ("Worker;Phone", "workers"), ("Mitarbeiter;Telefon", "workers"), ("Employee ID;Name", "workers"),
      ("Caregiver;Address;DOB", "workers"), ("Client;Phone", "clients"), ("Patient Name;Worker;Address", "clients"),
      ("Name;Vorname;Geburtsdatum", "clients"), ("Nom;Prénom;ADRESSE", "clients"), ("Name;Door code", "clients"),
      ("Klient;Mitarbeiter;Beginn;Ende", "visits"), ("Client;Date", "visits"), ("Client;Caregiver", "visits"),
      ("Worker;Address", "workers"), ("Client;Nickname;Phone", "clients"), ("Client;Address;Strat", "visits"),
      ("Employee;Phone;Start date", "visits"), ("Client;Procedure code", "visits"), ("Client;Voided", "visits"),
      ("Name;Phone", "nobody"), ("id;name", "nobody"), ("a;b", "nobody"),
    ])
  func owners(headings: String, expected: String) {
    #expect(owner(headings) == expected)
  }

  @Test("a heading that the caller names tells whose table it is, too")
  func mapping() {
    #expect(owner("Nick;Phone", columns: ["worker": "Nick"]) == "workers")
    #expect(owner("Nick;When", columns: ["start": "When"]) == "visits")
  }

  private func refusal(_ headings: String) -> String? {
    guard case .visits(let plan) = TableReader().plan(ofAnyKindFrom: headings + "\n") else { return nil }
    return plan.unreadable?.line()
  }

  @Test("a table of visits whose start has a heading that is not known is refused, and its clients are not imported")
  func visits() {
    #expect(refusal("Kunde;Visit begin;Bemerkung")?.hasPrefix("table: a column is missing for start, ") == true)
    #expect(refusal("Client;Strat;Hours")?.hasPrefix("table: the heading \"Strat\" is not known; ") == true)
  }

  @Test("a table that seems to be one of visits and has no start is refused with the format that takes its people")
  func seemingVisits() {
    let workers = refusal("Employee;Phone;Start date")
    #expect(workers?.hasPrefix("table: a column is missing for client, start, end/minutes; ") == true)
    #expect(workers?.hasSuffix("say whose table it is (format; on the command line --format workers)") == true)
    let clients = refusal("Client;Phone;Start date")
    #expect(clients?.hasSuffix("say whose table it is (format; on the command line --format clients)") == true)
    #expect(refusal("Client;Start")?.contains("--format") == false)
  }

  @Test("a table that does not tell is refused with the formats that say it")
  func undecided() throws {
    guard case .visits(let plan) = TableReader().plan(ofAnyKindFrom: "Name;Phone\nAnn;1\n") else {
      Issue.record("read as a table of people")
      return
    }
    #expect(
      plan.refusals == [
        "table: its headings tell neither of visits nor of people (\"Name\" and \"Phone\"); name the columns of visits "
          + "(columns; on the command line --columns), or say whose table it is (format; on the command line "
          + "--format workers or --format clients)"
      ])
  }

  @Test("every heading that is told of a column is read as that column", arguments: [PersonKind.worker, .client])
  func headings(kind: PersonKind) {
    let table = kind == .worker ? TableKind.workers : .clients
    for column in table.columns {
      for heading in column.headings(in: table) {
        let plan = TableReader().people(kind, from: "\(heading);\(column == .id ? "name" : "id")\n")
        #expect(plan.unreadable == nil, "\(heading)")
        #expect(plan.table?.columns.first { $0.heading == heading }?.name == column.rawValue, "\(heading)")
        #expect(plan.table?.ignored == [], "\(heading)")
      }
    }
  }

  @Test("reads all that is known of a worker")
  func worker() throws {
    let text = """
      Employee ID;Caregiver;Telefon;Sprache;Time zone;Aktiv
      E-17;Sarah Müller;+1 780 555 0101;en_US;America/Edmonton;nein
      """
    let plan = TableReader().people(.worker, from: text)
    var sarah = PlannedPerson(row: 2)
    sarah.id = "e-17"
    sarah.name = "Sarah Müller"
    sarah.phone = "+1 780 555 0101"
    sarah.locale = "en-US"
    sarah.zone = Zone("America/Edmonton")
    sarah.isActive = false
    #expect(plan.people == [sarah])
    #expect(plan.table?.people == .worker)
    #expect(refusals(plan) == [])
  }

  @Test("reads all that is known of a client")
  func client() throws {
    let text = """
      Client,Street,City,State,Zip,Phone,DOB,Next of kin,Door code,Active
      Margaret Chen,123 Oak St,Edmonton,AB,T5J 0A1,780 555 0100,3/9/1941,"Li Chen, daughter","4711#
      at the side",yes
      Ole Berg,,,,,,12/31/1950,,,
      """
    let plan = TableReader().people(.client, from: text)
    var margaret = PlannedPerson(row: 2)
    margaret.name = "Margaret Chen"
    margaret.addressParts = PostalAddress(
      lines: ["123 Oak St"], city: "Edmonton", region: "AB", postalCode: "T5J 0A1")
    margaret.phone = "780 555 0100"
    margaret.birthDate = CareDay(year: 1941, month: 3, day: 9)
    margaret.emergencyContact = "Li Chen, daughter"
    margaret.accessNote = "4711#\nat the side"
    margaret.isActive = true
    var ole = PlannedPerson(row: 3)
    ole.name = "Ole Berg"
    ole.birthDate = CareDay(year: 1950, month: 12, day: 31)
    #expect(plan.people == [margaret, ole])
    #expect(refusals(plan) == [])
  }

  @Test(
    "a name is put together of its parts, and parted where the family name stands first",
    arguments: [
      ("Worker;Phone\nSarah Miller;1", "Sarah Miller", nil, nil),
      ("Worker;Phone\nMiller, Sarah Ann;1", "Sarah Ann Miller", "Sarah Ann", "Miller"),
      ("Worker;Phone\nSarah Miller, RN;1", "Sarah Miller, RN", nil, nil),
      ("Name;Vorname\nMüller;Sarah", "Sarah Müller", "Sarah", "Müller"),
      ("First name;Last name\nSarah;Miller", "Sarah Miller", "Sarah", "Miller"),
      ("First name;Last name\n;Miller", "Miller", nil, "Miller"),
      ("Full name;First name;Last name\nSarah A. Miller;Sarah;Miller", "Sarah A. Miller", "Sarah", "Miller"),
    ] as [(String, String, String?, String?)])
  func names(text: String, name: String, given: String?, family: String?) throws {
    let person = try #require(TableReader().people(.worker, from: text).people.first)
    #expect(person.name == name)
    #expect(person.givenName == given)
    #expect(person.familyName == family)
  }

  @Test("an address beside a city is the street, and one alone is the whole line")
  func addresses() throws {
    let parts = try #require(
      TableReader().people(.client, from: "Name;Address;City\nA;123 Oak St;Edmonton").people.first)
    #expect(parts.address == nil)
    #expect(parts.addressParts == PostalAddress(lines: ["123 Oak St"], city: "Edmonton"))
    let line = try #require(
      TableReader().people(.client, from: "Name;Address\nA;\"123 Oak St, Edmonton\"").people.first)
    #expect(line.address == "123 Oak St, Edmonton")
    #expect(line.addressParts.isEmpty)
  }

  @Test("a mobile number counts where no other number stands")
  func phones() {
    let both = TableReader().people(.worker, from: "Worker;Mobile;Phone\nAnn;1;2")
    #expect(both.people.map(\.phone) == ["2"])
    #expect(both.table?.ignored == ["Mobile"])
    #expect(TableReader().people(.worker, from: "Worker;Mobile\nAnn;1").people.map(\.phone) == ["1"])
  }

  @Test("a row that cannot be read is refused with its cell and what to do; the others are taken")
  func rows() {
    let plan = TableReader().people(
      .client,
      from: """
        Id;Client;Time zone;Active;Date of birth
        E 17;Ann;;;
        ;;Europe/Berlin;;
        b;;;maybe;
        c;Cy;Edmonton;;
        d;Di;;;09.03.41
        e;Ed;;;later
        f;Flo;;;09.03.1941
        """)
    #expect(plan.people.map(\.id) == ["f"])
    #expect(plan.people.first?.birthDate == CareDay(year: 1941, month: 3, day: 9))
    #expect(
      refusals(plan) == [
        "row 2: Id \"E 17\": cannot be an id; use 1 to 64 of a-z, 0-9 and -, not beginning with -, or leave the cell "
          + "empty",
        "row 3: has neither a name nor an id; add one of them",
        "row 4: Active \"maybe\": says neither yes nor no",
        "row 5: Time zone \"Edmonton\": is no IANA time zone; write it as America/Edmonton",
        "row 6: Date of birth \"09.03.41\": is no date that is known; write it as 2026-11-21",
        "row 7: Date of birth \"later\": is no date that is known; write it as 2026-11-21",
      ])
    let worker = TableReader().people(.worker, from: "Worker;Language\nAnn;Polish")
    #expect(refusals(worker) == ["row 2: Language \"Polish\": is no language tag; write it as en or pt-BR"])
  }

  @Test("a table is refused as a whole as one of visits is")
  func wholeTables() {
    let misspelt = TableReader().people(.worker, from: "Worker;Phnoe\nAnn;1")
    #expect(
      misspelt.unreadable?.line()
        == "table: the heading \"Phnoe\" is not known; if \"phone\" is meant, correct it, if something else is, rename it "
        + "or name its column (columns; on the command line --columns \"phone=Phnoe\")")
    let nameless = TableReader().people(.worker, from: "Phone;Language\n1;en")
    #expect(nameless.unreadable?.line().hasPrefix("table: a column is missing for name; the headings are ") == true)
    let dates = TableReader().people(.client, from: "Client;DOB\nAnn;3/9/1941")
    #expect(dates.unreadable?.line().hasPrefix("table: \"3/9/1941\" in row 2 can mean two dates") == true)
    let said = TableReader(TableReading(dateOrder: .dayFirst)).people(.client, from: "Client;DOB\nAnn;3/9/1941")
    #expect(said.people.first?.birthDate == CareDay(year: 1941, month: 9, day: 3))
  }

  @Test("so many refused rows are kept as are told, and the others counted")
  func limits() {
    let reader = TableReader(limits: TableLimits(refusals: 2))
    let plan = reader.people(.worker, from: "Worker;Id\n;A B\n;A B\n;A B\n")
    #expect(plan.refused.map(\.row) == [2, 3])
    #expect(plan.refusedMore == 1)
  }
}
