import Testing
import VisitsModel

@testable import VisitsExchange

@Suite("The sample agency fits the hour")
struct SampleHourTests {
  private let zone: Zone

  init() throws {
    zone = try #require(Zone("America/Edmonton"))
  }

  /// Sarah's day as her Today shows it.
  private func sarah(_ day: String, _ hour: Int, _ minute: Int) throws -> [String] {
    let now = zone.instant(of: LocalTime(day: try #require(CareDay(day)), hour: hour, minute: minute))
    return SampleVisit.today(at: now, in: zone).filter { $0.workers == ["sarah"] }.map { visit in
      let mark =
        switch visit.state {
        case .scheduled: "○"
        case .inProgress: "◐"
        case .completed(let arrival): arrival > 15 ? "✓ late" : "✓"
        case .missed: "✗"
        case .cancelled: "–"
        }
      return "\(zone.local(visit.start).typed) \(zone.local(visit.end).typed) \(mark)"
    }
  }

  @Test("while Sarah is with a client anyway, every visit keeps its usual time")
  func usual() throws {
    #expect(
      try sarah("2026-11-20", 10, 20) == [
        "08:00 09:00 ✓", "10:00 11:00 ◐", "11:30 12:15 ○", "13:00 14:00 ○", "14:30 15:15 ○", "16:00 17:00 ○",
        "18:00 18:45 ○",
      ])
    #expect(
      try sarah("2026-11-20", 13, 30) == [
        "08:00 09:00 ✓", "10:00 11:00 ✓ late", "11:30 12:15 ✗", "13:00 14:00 ◐", "14:30 15:15 ○", "16:00 17:00 ○",
        "18:00 18:45 ○",
      ])
    #expect(
      try sarah("2026-11-20", 18, 0) == [
        "08:00 09:00 ✓", "10:00 11:00 ✓ late", "11:30 12:15 ✗", "13:00 14:00 ✓", "14:30 15:15 ✓", "16:00 17:00 ✓",
        "18:00 18:45 ◐",
      ])
  }

  @Test("between two visits the day moves so that one is over and one lies ahead")
  func between() throws {
    #expect(
      try sarah("2026-11-20", 9, 30) == [
        "07:15 08:15 ✓", "09:15 10:15 ◐", "10:45 11:30 ○", "12:15 13:15 ○", "13:45 14:30 ○", "15:15 16:15 ○",
        "17:15 18:00 ○",
      ])
    #expect(
      try sarah("2026-11-20", 21, 0) == [
        "12:15 13:15 ✓", "14:15 15:15 ✓ late", "15:45 16:30 ✗", "17:15 18:15 ✓", "18:45 19:30 ✓", "20:15 21:15 ◐",
        "22:15 23:00 ○",
      ])
  }

  @Test("at seven in the morning her first visit has just begun")
  func morning() throws {
    #expect(
      try sarah("2026-11-20", 7, 0) == [
        "06:45 07:45 ◐", "08:45 09:45 ○", "10:15 11:00 ○", "11:45 12:45 ○", "13:15 14:00 ○", "14:45 15:45 ○",
        "16:45 17:30 ○",
      ])
  }

  private static let night = [
    "00:00 06:30 ◐", "10:00 11:00 ○", "11:30 12:15 ○", "13:00 14:00 ○", "14:30 15:15 ○", "16:00 17:00 ○",
    "18:00 18:45 ○",
  ]

  @Test(
    "at night Sarah sits with a client, and no other visit leaves its usual time", arguments: [(0, 5), (2, 0), (6, 19)])
  func night(hour: Int, minute: Int) throws {
    #expect(try sarah("2026-11-20", hour, minute) == Self.night)
    let now = zone.instant(of: LocalTime(day: try #require(CareDay("2026-11-20")), hour: hour, minute: minute))
    let others = SampleVisit.today(at: now, in: zone).filter { $0.workers != ["sarah"] }
    #expect(others.allSatisfy { zone.local($0.start).hour >= 8 && ($0.state == .scheduled || $0.slot.hour == 10) })
  }

  @Test("just before midnight the day ends there")
  func midnight() throws {
    #expect(
      try sarah("2026-11-20", 23, 50) == [
        "13:15 14:15 ✓", "15:15 16:15 ✓ late", "16:45 17:30 ✗", "18:15 19:15 ✓", "19:45 20:30 ✓", "21:15 22:15 ✓",
        "23:15 00:00 ◐",
      ])
  }

  @Test("the night of a day of 23 hours is as long as another")
  func shortDay() throws {
    // Clocks go from 2:00 to 3:00.
    #expect(try sarah("2026-03-08", 0, 5) == ["00:00 07:30 ◐"] + Self.night.dropFirst())
  }

  @Test(
    "a sample catches up with the clock: its workers came and left, and no visit moves",
    arguments: [
      // Composed at, caught up at: who came, who left.
      ((2, 0), (3, 0), []), ((2, 0), (6, 50), ["margaret-chen finished"]),
      ((10, 20), (11, 14), []), ((10, 20), (11, 20), ["john-smith finished"]),
      (
        (10, 20), (13, 30),
        [
          "john-smith finished", "agnes-kowalchuk finished", "george-papadakis in-progress", "elsie-beaudry finished",
          "elsie-beaudry finished",
        ]
      ),
    ] as [((Int, Int), (Int, Int), [String])])
  func progress(composed: (Int, Int), present: (Int, Int), expected: [String]) throws {
    let day = try #require(CareDay("2026-11-20"))
    func moment(_ time: (Int, Int)) -> Instant {
      zone.instant(of: LocalTime(day: day, hour: time.0, minute: time.1))
    }
    let visits = SampleVisit.progress(since: moment(composed), until: moment(present), in: zone)
    let encounters = visits.flatMap { visit in
      visit.encounters(in: zone).map { encounter in
        "\(visit.slot.client) \(encounter.members.contains("in-progress") ? "in-progress" : "finished")"
      }
    }
    #expect(encounters == expected)
    let planned = SampleVisit.today(at: moment(composed), in: zone)
    #expect(visits.allSatisfy { visit in planned.contains { ($0.id, $0.start) == (visit.id, visit.start) } })
    #expect(visits.allSatisfy { $0.arrival.map { $0 <= moment(present) } ?? false })
  }

  @Test(
    "at every minute of a day one of Sarah's visits is in progress, earlier ones are over, later ones are scheduled",
    arguments: ["2026-11-20", "2026-03-08", "2026-11-01", "2026-12-31"])
  func everyMinute(date: String) throws {
    let day = try #require(CareDay(date))
    let bounds = zone.bounds(of: day)
    let usual = SampleVisit.slots.filter { $0.workers == ["sarah"] }.map { $0.start(on: day, in: zone) }
    let gaps = zip(usual, usual.dropFirst()).map { $0.milliseconds(to: $1) }
    let minutes = bounds.lowerBound.milliseconds(to: bounds.upperBound) / 60_000
    for minute in 0..<minutes {
      let now = bounds.lowerBound.adding(minutes: minute).adding(seconds: minute % 60)
      let said: Comment = "\(zone.local(now).typed)"
      let visits = SampleVisit.today(at: now, in: zone)
      let sarah = visits.filter { $0.workers == ["sarah"] }
      try #require(visits.count == 13 && sarah.count == 7, said)
      #expect(visits.allSatisfy { bounds.lowerBound <= $0.start && $0.end <= bounds.upperBound }, said)
      let isNight = sarah[0].slot.service == "Night care"
      #expect(isNight || zip(sarah, sarah.dropFirst()).map { $0.start.milliseconds(to: $1.start) } == gaps, said)
      let present = try #require(sarah.firstIndex { $0.state == .inProgress }, said)
      #expect(sarah[..<present].allSatisfy { $0.state != .scheduled && $0.state != .inProgress }, said)
      #expect(sarah[(present + 1)...].allSatisfy { $0.state == .scheduled }, said)
      #expect(sarah[..<present].count { $0.state == .completed(arrival: 22) } == (present > 1 ? 1 : 0), said)
      #expect(
        sarah[..<present].count { if case .missed = $0.state { true } else { false } } == (present > 2 ? 1 : 0), said)
      for visit in visits {
        switch visit.state {
        case .scheduled: #expect(now < visit.start, said)
        case .inProgress: #expect(now < visit.end && !visit.workers.isEmpty, said)
        case .completed, .missed: #expect(visit.end <= now && !visit.workers.isEmpty, said)
        case .cancelled: #expect(visit.slot.client == "henry-lafleur", said)
        }
        #expect(visit.arrival.map { $0 <= now } ?? true, said)
      }
    }
  }

  @Test("the present visit has begun five minutes ago and goes on for ten more, but for the edges of the day")
  func settled() throws {
    let bounds = zone.bounds(of: try #require(CareDay("2026-11-20")))
    for minute in Int64(5)..<(24 * 60 - 10) {
      let now = bounds.lowerBound.adding(minutes: minute)
      let visits = SampleVisit.today(at: now, in: zone)
      let isUsual = visits[0].start == SampleVisit.slots[0].start(on: zone.day(of: now), in: zone)
      let present = try #require(visits.first { $0.workers == ["sarah"] && $0.state == .inProgress })
      #expect(isUsual || present.start.adding(minutes: 5) <= now && now.adding(minutes: 10) < present.end)
    }
  }
}
