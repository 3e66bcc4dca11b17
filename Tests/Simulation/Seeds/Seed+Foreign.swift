import FHIR
import VisitsModel

extension Seed {
  /// Somebody else does something upstream.
  mutating func actThere(_ kind: UInt64) throws {
    let simulation = agency.simulation
    let now = agency.there
    if kind == 15 {
      // Some of them on a day that is not kept yet.
      let far: Int64 = numbers.chance(20) ? 5 * 24 * 60 : 0
      let name = "n\(names.count)"
      let late: Int64 = isIndexLate || !numbers.chance(30) ? 0 : Int64(numbers.next() % 100_000)
      try agency.book(
        name, at: Agency.nine.adding(minutes: Int64(names.count) * 45 + far), late: late,
        worker: numbers.chance(70) ? "sarah" : "james")
      names.append(name)
      hasLate = hasLate || late > 0
      return simulation.say("there: \(name) is booked\(late > 0 ? ", seen after \(late) ms" : "")")
    }
    // What was booked here stands there too, as soon as it has arrived.
    let all = simulation.upstream.names(of: "Appointment").map { String($0.split(separator: "/")[1]) }
    guard let name = numbers.pick(all) else { return }
    let appointment = "Appointment/\(name)"
    guard let present = simulation.upstream.record(appointment), isSeen(appointment) else { return }
    let status = present["status"]?.string ?? ""
    switch kind {
    case 16, 17: write(appointment, "is moved", at: now) { move(&$0, by: 10) }
    case 18 where numbers.chance(30): write(appointment, "is moved far away", at: now) { move(&$0, by: 5 * 24 * 60) }
    case 19 where status == "booked" && encounter(of: name) == nil:
      write(appointment, "is cancelled", at: now) {
        $0["status"] = "cancelled"
        $0["cancelationReason"] = ["text": "No longer needed"]
      }
    case 20 where status == "cancelled":
      write(appointment, "is booked again", at: now) {
        $0["status"] = "booked"
        $0["cancelationReason"] = nil
      }
    case 21:
      notes += 1
      let words: JSONDocument = .string("Ring \(notes) times")
      write(appointment, "is noted on", at: now) { $0["comment"] = words }
    case 22: write(appointment, "is given to somebody else", at: now, reassign)
    case 23: write(appointment, "gets another priority", at: now) { $0["priority"] = 7 }
    case 24 where status == "booked": write(appointment, "is arrived", at: now) { $0["status"] = "arrived" }
    case 25 where numbers.chance(50) && !simulation.upstream.isMadeByUs(appointment):
      hasDeleted = true
      promises.deleted.insert(appointment)
      simulation.upstream.delete(appointment, at: now)
      simulation.say("there: \(appointment) is deleted")
    case 26 where numbers.chance(50):
      write(appointment, "is entered in error", at: now) { $0["status"] = "entered-in-error" }
    case 27:
      if let encounter = encounter(of: name) {
        write(encounter, "ends at another time", at: now) { json in
          guard json["status"] == "finished", let end = json["period"]?["end"]?.string.flatMap({ try? FHIRInstant($0) })
          else { return }
          json["period", default: [:]]["end"] = .string(
            FHIRInstant(milliseconds: end.milliseconds + 180_000).description)
        }
      } else if status == "booked" {
        write(appointment, "is fulfilled", at: now) { $0["status"] = "fulfilled" }
      }
    case 28:
      promises.isRuleOff = numbers.chance(30)
      let isOff = promises.isRuleOff
      let suffix = String(name.suffix(2))
      simulation.say("there: \(isOff ? "nothing is locked" : "\(name) is locked")")
      if !isOff { promises.locked.insert(appointment) }
      simulation.upstream.rule = { json in
        let isMeant =
          json["id"]?.string?.hasSuffix(suffix) == true
          || json["appointment"]?.items.first?["reference"]?.string?.hasSuffix(suffix) == true
        return isMeant && !isOff ? SimulatedUpstream.Refusal(status: 422, words: "locked") : nil
      }
    default: break
    }
  }

  private func isSeen(_ name: String) -> Bool {
    (agency.simulation.upstream.records[name]?.last?.visibleAt).map { $0 <= agency.there } ?? false
  }

  private func encounter(of name: String) -> String? {
    agency.simulation.upstream.names(of: "Encounter").last {
      agency.simulation.upstream.record($0)?["appointment"]?.items.first?["reference"]?.string == "Appointment/\(name)"
    }
  }

  private func write(
    _ name: String, _ words: String, at now: Instant, _ body: (inout JSONDocument) -> Void
  ) {
    agency.simulation.upstream.edit(name, at: now, body)
    agency.simulation.say("there: \(name) \(words)")
  }

  private func move(_ json: inout JSONDocument, by minutes: Int64) {
    for member in ["start", "end"] {
      guard let time = json[member]?.string.flatMap({ try? FHIRInstant($0) }) else { continue }
      json[member] = .string(FHIRInstant(milliseconds: time.milliseconds + minutes * 60_000).description)
    }
  }

  private func reassign(_ json: inout JSONDocument) {
    json["participant"] = .array(
      (json["participant"]?.items ?? []).map { participant in
        var participant = participant
        switch participant["actor"]?["reference"]?.string {
        case "Practitioner/sarah": participant["actor"] = ["reference": "Practitioner/james"]
        case "Practitioner/james": participant["actor"] = ["reference": "Practitioner/sarah"]
        default: break
        }
        return participant
      })
  }
}
