import VisitsModel

/// A caregiver of the sample agency.
struct SampleWorker {
  let id: String
  let given: String
  let family: String
  let phone: String

  static let all = [
    SampleWorker(id: "sarah", given: "Sarah", family: "Miller", phone: "780-555-0110"),
    SampleWorker(id: "daniel-okafor", given: "Daniel", family: "Okafor", phone: "780-555-0111"),
    SampleWorker(id: "linh-tran", given: "Linh", family: "Tran", phone: "780-555-0112"),
  ]

  func resource() -> SampleResource {
    SampleResource(
      type: "Practitioner", id: id,
      members: """
        "active":true,"name":[{"use":"official","family":"\(family)","given":["\(given)"]}],\
        "telecom":[{"system":"phone","value":"\(phone)","use":"mobile"}]
        """)
  }
}

/// A client of the sample agency.
struct SampleClient {
  let id: String
  let given: String
  let family: String
  let birthDate: String
  let street: String
  let phone: String

  static let all = [
    client("margaret-chen", "Margaret", "Chen", "1941-03-12", "123 Oak St", "780-555-0121"),
    client("john-smith", "John", "Smith", "1938-07-30", "456 Maple Ave", "780-555-0122"),
    client("agnes-kowalchuk", "Agnes", "Kowalchuk", "1945-11-02", "10918 88 Ave NW", "780-555-0123"),
    client("george-papadakis", "George", "Papadakis", "1950-01-19", "9820 104 St NW", "780-555-0124"),
    client("doreen-macleod", "Doreen", "MacLeod", "1936-05-25", "11215 76 Ave NW", "780-555-0125"),
    client("tomasz-zolkiewski", "Tomasz", "Żółkiewski", "1947-09-08", "5512 Riverbend Rd NW", "780-555-0126"),
    client("elsie-beaudry", "Elsie", "Beaudry", "1933-12-14", "8606 109 St NW", "780-555-0127"),
    client("walter-nguyen", "Walter", "Nguyen", "1952-04-03", "14207 Stony Plain Rd NW", "780-555-0128"),
    client("priya-raman", "Priya", "Raman", "1961-08-21", "2331 119 St NW", "780-555-0129"),
    client("henry-lafleur", "Henry", "Lafleur", "1944-02-29", "6703 Fulton Rd NW", "780-555-0130"),
  ]

  private static func client(
    _ id: String, _ given: String, _ family: String, _ birthDate: String, _ street: String, _ phone: String
  ) -> SampleClient {
    SampleClient(id: id, given: given, family: family, birthDate: birthDate, street: street, phone: phone)
  }

  func resource(in zone: Zone) -> SampleResource {
    SampleResource(
      type: "Patient", id: id,
      members: """
        "extension":[{"url":"http://hl7.org/fhir/StructureDefinition/timezone","valueCode":"\(zone.identifier)"}],\
        "active":true,"name":[{"use":"official","family":"\(family)","given":["\(given)"]}],\
        "telecom":[{"system":"phone","value":"\(phone)","use":"home"}],"birthDate":"\(birthDate)",\
        "address":[{"use":"home","line":["\(street)"],"city":"Edmonton","state":"AB","country":"CA"}]
        """)
  }
}
