import Testing
import VisitsExchange
import VisitsModel

/// Tables of other programs, rebuilt from what they publish of their headings.
@Suite("Tables of other programs")
struct ForeignHeadingsTests {
  @Test("a calendar that Google exports as a table names the client in the subject")
  func google() {
    let plan = planned(
      """
      Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private
      Margaret Chen,11/21/2026,8:00 AM,11/21/2026,9:30 AM,False,Bring the key,"12 Oak St, Edmonton",True
      Office closed,11/26/2026,,11/27/2026,,True,,,False

      """)
    #expect(
      plan.lines == [
        "row 2 | Margaret Chen | open | 2026-11-21 08:00 to 2026-11-21 09:30 | 12 Oak St, Edmonton | Bring the key"
      ])
    #expect(
      plan.refusals == [
        "row 3: is all day, and a visit needs times; give it a start and an end, or remove it"
      ])
    #expect(plan.table?.ignored == ["Private"])
  }

  @Test("of HHAeXchange's visits the planned times count, not the real ones beside them")
  func hhax() {
    let plan = planned(
      """
      Agency Tax ID,Medicaid Number,Member First Name,Member Last Name,Member ID,Caregiver Code,Caregiver First Name,\
      Caregiver Last Name,Schedule ID,Visit ID,Procedure Code,Schedule Start Time,Schedule End Time,Visit Start Time,\
      Visit End Time,EVV Start Time,EVV End Time,Notes,Is Deletion
      123456789,M1,Rosa,Alvarez,77,C9,Lena,Okafor,S-1,V-1,T1019:U1,2026-11-21 08:00,2026-11-21 12:00,2026-11-21 08:07,\
      2026-11-21 12:02,2026-11-21 08:07,2026-11-21 12:02,Two stairs,N
      123456789,M1,Rosa,Alvarez,77,C9,Lena,Okafor,S-2,V-2,T1019:U1,2026-11-22 08:00,2026-11-22 12:00,,,,,,Y

      """)
    #expect(plan.refusals == [])
    #expect(
      plan.lines == [
        "row 2 | Rosa Alvarez | Lena Okafor | 2026-11-21 08:00 to 2026-11-21 12:00 | id S-1 | T1019:U1 | Two stairs",
        "row 3 | Rosa Alvarez | Lena Okafor | 2026-11-22 08:00 to 2026-11-22 12:00 | id S-2 | T1019:U1 | cancelled",
      ])
    #expect(plan.table?.ignored.contains("Visit Start Time") == true)
  }

  @Test("of what HHAeXchange has billed the schedule counts")
  func billed() {
    let plan = planned(
      """
      Patient ID,Caregiver ID,3rd Party Schedule ID,Schedule Date,Schedule Start,Schedule End,Billing Service Code,\
      Visit Start,Visit End
      chen,sarah,X1,2026-11-21,2026-11-21 08:00,2026-11-21 09:00,T1019,2026-11-21 08:03,2026-11-21 09:01

      """)
    #expect(plan.refusals == [])
    #expect(plan.lines == ["row 2 | chen | sarah | 2026-11-21 08:00 to 2026-11-21 09:00 | id X1 | T1019"])
  }

  @Test("Sandata's names of fields are headings, too")
  func sandata() {
    let plan = planned(
      """
      VisitOtherID,ClientFirstName,ClientLastName,EmployeeFirstName,EmployeeLastName,ProcedureCode,VisitTimeZone,\
      ScheduleStartTime,ScheduleEndTime
      A-17,Rosa,Alvarez,Lena,Okafor,T1019,US/Eastern,2026-11-21T13:00:00Z,2026-11-21T17:00:00Z

      """)
    #expect(plan.refusals == [])
    #expect(
      plan.lines == [
        "row 2 | Rosa Alvarez | Lena Okafor | 2026-11-21 13:00Z to 2026-11-21 17:00Z | id A-17 | T1019"
      ])
  }

  @Test("a code beside the words of a service is the payer's code of it, and one that is none is refused")
  func codes() {
    let plan = planned(
      """
      client,start,end,service,Procedure Code
      A,2026-11-21 08:00,2026-11-21 09:00,Personal care,t1019:u1
      A,2026-11-22 08:00,2026-11-22 09:00,Personal care,
      A,2026-11-23 08:00,2026-11-23 09:00,Personal care,home help

      """)
    #expect(plan.entries.map { $0.serviceCode?.text } == ["T1019:U1", nil])
    #expect(plan.entries.map(\.service) == ["Personal care", "Personal care"])
    #expect(
      plan.refusals == [
        "row 4: Procedure Code \"home help\": is no procedure code; write it with its modifiers as T1019:U1"
      ])
    #expect(plan.table?.columns.map(\.name) == ["client", "start", "end", "service", "serviceCode"])
    let alone = planned("client,start,end,Procedure Code\nA,2026-11-21 08:00,2026-11-21 09:00,home help\n")
    #expect(alone.entries.map(\.service) == ["home help"])
    #expect(alone.table?.columns.map(\.name) == ["client", "start", "end", "service"])
  }

  @Test("what AlayaCare calls a visit's members are headings, and one that is cancelled is cancelled")
  func alayaCare() {
    let plan = planned(
      """
      alayacare_visit_id,visit_id,client_id,employee_id,start_at,end_at,status,cancelled,service_code_name,\
      service_instructions
      901,v9,chen,sarah,2026-11-21T08:00:00-07:00,2026-11-21T09:00:00-07:00,scheduled,false,Respite,Knock twice
      902,v10,chen,sarah,2026-11-22T08:00:00-07:00,2026-11-22T09:00:00-07:00,scheduled,true,Respite,

      """)
    #expect(plan.refusals == [])
    #expect(
      plan.lines == [
        "row 2 | chen | sarah | 2026-11-21 15:00Z to 2026-11-21 16:00Z | id 901 | Respite | Knock twice",
        "row 3 | chen | sarah | 2026-11-22 15:00Z to 2026-11-22 16:00Z | id 902 | Respite | cancelled",
      ])
  }

  @Test("a real start counts where no planned one stands, and a table's own clients before a subject")
  func fallbacks() {
    #expect(
      planned("Client,Subject,Visit Start,Visit End\nA,Wash,2026-11-21 08:00,2026-11-21 09:00\n").lines
        == ["row 2 | A | open | 2026-11-21 08:00 to 2026-11-21 09:00"])
  }

  @Test("a yes or no that is neither is refused")
  func noAnswer() {
    #expect(
      planned("client,start,end,cancelled\nA,2026-11-21 08:00,2026-11-21 09:00,maybe\n").refusals
        == ["row 2: cancelled \"maybe\": says neither yes nor no"])
  }
}

@Suite("Two columns of one name")
struct HeadingsOfOneNameTests {
  private let table = "client;Beginn;Ende;Beginn\nA;2026-11-21 08:00;2026-11-21 09:00;2026-11-21 07:00\n"

  @Test("are told with an option that picks one, which can be followed")
  func advice() {
    #expect(
      planned(table).refusals == [
        "table: the headings \"Beginn\" and \"Beginn\" both stand for start; name the one that counts (columns; on the "
          + "command line --columns \"start=Beginn#2\")"
      ])
    #expect(
      planned(table, columns: ["start": "Beginn#2"]).lines
        == ["row 2 | A | open | 2026-11-21 07:00 to 2026-11-21 09:00"])
    #expect(
      planned(table, columns: ["start": "Beginn#1"]).lines
        == ["row 2 | A | open | 2026-11-21 08:00 to 2026-11-21 09:00"])
  }

  @Test("named without a number are told how one is given")
  func several() {
    #expect(
      planned(table, columns: ["start": "Beginn"]).refusals == [
        "table: several headings are \"Beginn\", which was named for start; put a number behind it: \"Beginn#2\" is the "
          + "second from the left"
      ])
    #expect(planned(table, columns: ["start": "Beginn#3"]).refusals.count == 1)
    #expect(planned(table, columns: ["start": "Beginn#3"]).lines == [])
  }

  @Test("a heading that ends in such a number itself is meant as it stands")
  func literal() {
    #expect(
      planned("client;a#2;a;a;end\nA;2026-11-21 08:00;x;y;2026-11-21 09:00\n", columns: ["start": "a#2"]).lines
        == ["row 2 | A | open | 2026-11-21 08:00 to 2026-11-21 09:00"])
  }
}
