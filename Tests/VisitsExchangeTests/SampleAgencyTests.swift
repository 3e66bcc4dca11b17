import Testing
import VisitsExchange
import VisitsModel

@Suite("The sample agency")
struct SampleAgencyTests {
  private func plan(_ day: String, hour: Int = 10, minute: Int = 20) throws -> ImportPlan {
    let zone = try #require(Zone("America/Edmonton"))
    let now = zone.instant(of: LocalTime(day: try #require(CareDay(day)), hour: hour, minute: minute))
    return FHIRBundleReader(now: now).plan(from: SampleAgency.bundle(at: now, in: zone))
  }

  @Test(
    "it comes in without a refusal or a note, on days of 23 and 25 hours too",
    arguments: ["2026-11-20", "2026-03-08", "2026-11-01", "2028-02-29", "2026-12-31"])
  func clean(day: String) throws {
    for hour in [0, 7, 10, 12, 18, 23] {
      let plan = try plan(day, hour: hour)
      #expect(plan.refused.isEmpty)
      #expect(plan.notes.isEmpty)
      #expect(plan.passedOver.isEmpty)
    }
    let plan = try plan(day)
    #expect(plan.workers.map(\.slug) == ["sarah", "daniel-okafor", "linh-tran"])
    #expect(plan.clients.count == 10)
    #expect(plan.clients.allSatisfy { $0.zone?.identifier == "America/Edmonton" && $0.address != nil })
  }

  @Test("Sarah's day is that of seed 002, and seven visits long")
  func sarah() throws {
    let plan = try plan("2026-11-20")
    let zone = try #require(Zone("America/Edmonton"))
    let today = try #require(CareDay("2026-11-20"))
    let names = Dictionary(uniqueKeysWithValues: plan.clients.map { ($0.identities[0], $0) })
    let day = plan.visits.filter {
      $0.worker?.value == "Practitioner/sarah" && zone.day(of: $0.start) == today
    }.sorted { $0.start < $1.start }
    let cards = day.map { visit in
      let client = names[visit.client]
      let (start, end) = (zone.local(visit.start), zone.local(visit.end))
      return "\(client?.slug ?? "") \(client?.name ?? ""), \(start.hour):\(start.minute) - \(end.hour):\(end.minute), "
        + "\(client?.address ?? ""), \(visit.life.status)"
    }
    #expect(
      cards == [
        "margaret-chen Margaret Chen, 8:0 - 9:0, 123 Oak St, Edmonton, completed",
        "john-smith John Smith, 10:0 - 11:0, 456 Maple Ave, Edmonton, inProgress",
        "agnes-kowalchuk Agnes Kowalchuk, 11:30 - 12:15, 10918 88 Ave NW, Edmonton, scheduled",
        "george-papadakis George Papadakis, 13:0 - 14:0, 9820 104 St NW, Edmonton, scheduled",
        "doreen-macleod Doreen MacLeod, 14:30 - 15:15, 11215 76 Ave NW, Edmonton, scheduled",
        "tomasz-zolkiewski Tomasz Żółkiewski, 16:0 - 17:0, 5512 Riverbend Rd NW, Edmonton, scheduled",
        "elsie-beaudry Elsie Beaudry, 18:0 - 18:45, 8606 109 St NW, Edmonton, scheduled",
      ])
    #expect(plan.workers[0].name == "Sarah Miller")
  }

  @Test("the first line contains the day, not the time")
  func stamp() throws {
    let zone = try #require(Zone("America/Edmonton"))
    let noon = zone.instant(of: LocalTime(day: try #require(CareDay("2026-11-20")), hour: 12))
    let lines = [-12 * 60, 0, 12 * 60 - 1].map { minutes in
      SampleAgency.bundle(at: noon.adding(minutes: minutes), in: zone).prefix { $0 != "\n" }
    }
    let line = #"{"resourceType":"Bundle","id":"sample-2026-11-20","type":"collection","entry":["#
    #expect(lines.allSatisfy { $0 == line })
    #expect(!SampleAgency.bundle(at: noon.adding(minutes: 12 * 60), in: zone).hasPrefix(line))
  }

  @Test("there is something of every state, an open visit, two workers at once, and no check-in ahead of the clock")
  func variety() throws {
    let plan = try plan("2026-11-20")
    let zone = try #require(Zone("America/Edmonton"))
    let day = try #require(CareDay("2026-11-20"))
    let today = zone.bounds(of: day)
    #expect(Set(plan.visits.map(\.life.status)) == [.scheduled, .inProgress, .completed, .cancelled, .missed])
    #expect(plan.visits.contains { $0.worker == nil && today.contains($0.start) })
    #expect(plan.visits.contains { $0.parts == 2 && today.contains($0.start) })
    #expect(plan.visits.contains { $0.life.status == .cancelled && today.contains($0.start) })
    let now = zone.instant(of: LocalTime(day: day, hour: 10, minute: 20))
    let checks = plan.visits.flatMap { [$0.life.checkIn, $0.life.checkOut].compactMap(\.self) }
    #expect(!checks.isEmpty && checks.allSatisfy { $0.at <= now && !$0.isClockSuspect })
  }

  @Test("no two visits of one worker overlap")
  func overlaps() throws {
    let plans = try [0, 7, 10, 12, 18, 23].map { try plan("2026-11-20", hour: $0) }
    for plan in plans {
      for (_, visits) in Dictionary(grouping: plan.visits.filter { $0.worker != nil }, by: { $0.worker }) {
        let ordered = visits.sorted { $0.start < $1.start }
        #expect(zip(ordered, ordered.dropFirst()).allSatisfy { $0.end <= $1.start })
      }
    }
  }

  @Test("tomorrow's sample adds to today's and gives no id a second meaning")
  func tomorrow() throws {
    let (today, tomorrow) = (try plan("2026-11-20"), try plan("2026-11-21"))
    let known = Dictionary(uniqueKeysWithValues: today.visits.map { ($0.identities[0], $0) })
    for visit in tomorrow.visits {
      guard let before = known[visit.identities[0]] else { continue }
      #expect(before.start == visit.start && before.client == visit.client && before.worker == visit.worker)
    }
  }
}
