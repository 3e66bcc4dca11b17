import VisitsModel

extension SampleVisit {
  /// The Appointment, and the Encounters where there are any.
  func resources(in zone: Zone) -> [SampleResource] {
    let encounters = hasEncounter ? slot.workers.map { encounter(by: $0, in: zone) } : []
    return [appointment(in: zone)] + encounters
  }

  private func appointment(in zone: Zone) -> SampleResource {
    let start = LocalTime(day: day, hour: slot.hour, minute: slot.minute)
    let actors = ["Patient/\(slot.client)"] + slot.workers.map { "Practitioner/\($0)" }
    let participants = actors.map { actor in
      """
      {"actor":{"reference":"\(actor)"},"status":"accepted"}
      """
    }
    let cancelation = reason.map { reason in
      """
      "cancelationReason":{"coding":[{"system":\
      "http://terminology.hl7.org/CodeSystem/appointment-cancellation-reason","code":"\(reason.code)"}],\
      "text":"\(reason.words)"},
      """
    }
    return SampleResource(
      type: "Appointment", id: id,
      members: """
        "status":"\(status)",\(cancelation ?? "")"serviceType":[{"text":"\(slot.service)"}],\
        "start":"\(text(start, in: zone))","end":"\(text(start, plus: slot.minutes, in: zone))",\
        "minutesDuration":\(slot.minutes),"participant":[\(participants.joined(separator: ","))]
        """)
  }

  /// The worker came two minutes early and left on time.
  private func encounter(by worker: String, in zone: Zone) -> SampleResource {
    let start = LocalTime(day: day, hour: slot.hour, minute: slot.minute)
    return SampleResource(
      type: "Encounter", id: "\(id)-\(worker)",
      members: """
        "status":"finished",\
        "class":{"system":"http://terminology.hl7.org/CodeSystem/v3-ActCode","code":"HH"},\
        "subject":{"reference":"Patient/\(slot.client)"},"appointment":[{"reference":"Appointment/\(id)"}],\
        "participant":[{"individual":{"reference":"Practitioner/\(worker)"}}],\
        "period":{"start":"\(text(start, plus: -2, in: zone))","end":"\(text(start, plus: slot.minutes, in: zone))"}
        """)
  }

  /// The moment so many minutes after a local time, as FHIR writes it: "2026-11-20T08:00:00-07:00".
  private func text(_ local: LocalTime, plus minutes: Int = 0, in zone: Zone) -> String {
    let instant: Instant =
      switch zone.resolve(local) {
      case .unique(let instant), .repeated(let instant, _), .skipped(let instant): instant
      }
    let moment = instant.adding(minutes: Int64(minutes))
    let shown = zone.local(moment)
    let offset = zone.offset(at: moment) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let distance = Int(abs(offset))
    let time = [shown.hour, shown.minute, shown.second].map(two).joined(separator: ":")
    return "\(shown.day.text)T\(time)\(offset < 0 ? "-" : "+")\(two(distance / 60)):\(two(distance % 60))"
  }
}
