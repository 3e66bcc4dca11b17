import VisitsModel

/// A planned visit of the sample agency, in wall-clock terms.
struct SampleVisit {
  let id: String
  let day: CareDay
  let slot: Slot
  let status: String
  var reason: (code: String, words: String)?
  /// Whether an Encounter tells when the worker came and left.
  var hasEncounter = false

  /// Who comes to whom, when on a day.
  struct Slot {
    let workers: [String]
    let client: String
    let hour: Int
    let minute: Int
    let minutes: Int
    let service: String
  }

  /// Everything from yesterday to a week ahead. Ids hold the date, so that tomorrow's sample adds to today's.
  static func all(around today: CareDay) -> [SampleVisit] {
    let past = visits(on: today.adding(days: -1), "fulfilled", hasEncounter: true) { slot in
      slot.client == "priya-raman" ? ("noshow", ("pat", "Nobody answered the door")) : nil
    }
    .filter { !$0.slot.workers.isEmpty }
    let present = visits(on: today, "booked") { slot in
      switch (slot.client, slot.hour) {
      case ("margaret-chen", 8): ("fulfilled", nil)
      case ("henry-lafleur", _): ("cancelled", ("pat", "Stays with family this week"))
      default: nil
      }
    }
    let week = (1...7).flatMap { ahead in
      visits(on: today.adding(days: ahead), "booked") { slot in
        slot.client == "walter-nguyen" && ahead == 3 ? ("cancelled", ("pat", "Medical appointment")) : nil
      }
    }
    return past + present + week
  }

  private static func visits(
    on day: CareDay, _ status: String, hasEncounter: Bool = false,
    except: (Slot) -> (status: String, reason: (code: String, words: String)?)?
  ) -> [SampleVisit] {
    slots.enumerated().map { number, slot in
      let exception = except(slot)
      // A visit that nobody has taken yet is pending, whatever the day is otherwise.
      let usual = slot.workers.isEmpty ? "pending" : status
      return SampleVisit(
        id: "\(day.text)-\(number + 1)", day: day, slot: slot, status: exception?.status ?? usual,
        reason: exception?.reason, hasEncounter: hasEncounter && exception == nil && !slot.workers.isEmpty)
    }
  }

  /// The agency's day. Sarah's first two are those of seed 002.
  private static let slots = [
    slot(["sarah"], "margaret-chen", 8, 0, 60, "Personal care"),
    slot(["sarah"], "john-smith", 10, 0, 60, "Medication and breakfast"),
    slot(["sarah"], "agnes-kowalchuk", 11, 30, 45, "Meal preparation"),
    slot(["sarah"], "george-papadakis", 13, 0, 60, "Personal care"),
    slot(["sarah"], "doreen-macleod", 14, 30, 45, "Companionship"),
    slot(["sarah"], "tomasz-zolkiewski", 16, 0, 60, "Light housekeeping"),
    slot(["sarah"], "elsie-beaudry", 18, 0, 45, "Evening care"),
    slot(["daniel-okafor"], "walter-nguyen", 8, 30, 60, "Personal care"),
    slot(["daniel-okafor"], "henry-lafleur", 10, 30, 45, "Exercises"),
    slot(["daniel-okafor", "linh-tran"], "elsie-beaudry", 12, 0, 45, "Transfer with two"),
    slot(["linh-tran"], "priya-raman", 9, 0, 60, "Personal care"),
    slot(["linh-tran"], "walter-nguyen", 17, 30, 60, "Supper and medication"),
    slot([], "agnes-kowalchuk", 19, 0, 30, "Evening medication"),
  ]

  private static func slot(
    _ workers: [String], _ client: String, _ hour: Int, _ minute: Int, _ minutes: Int, _ service: String
  ) -> Slot {
    Slot(workers: workers, client: client, hour: hour, minute: minute, minutes: minutes, service: service)
  }
}
