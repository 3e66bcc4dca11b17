import VisitsModel

extension SampleVisit {
  /// The Appointment, and an Encounter for each worker who came.
  func resources(in zone: Zone) -> [SampleResource] {
    [appointment(in: zone)] + encounters(in: zone)
  }

  /// An Encounter for each worker who came.
  func encounters(in zone: Zone) -> [SampleResource] { workers.compactMap { encounter(by: $0, in: zone) } }

  private func appointment(in zone: Zone) -> SampleResource {
    let actors = ["Patient/\(slot.client)"] + workers.map { "Practitioner/\($0)" }
    let participants = actors.map { actor in
      """
      {"actor":{"reference":"\(actor)"},"status":"accepted"}
      """
    }
    let cancelation = reason.map { words in
      """
      "cancelationReason":{"coding":[{"system":\
      "http://terminology.hl7.org/CodeSystem/appointment-cancellation-reason","code":"pat"}],\
      "text":"\(words)"},
      """
    }
    return SampleResource(
      type: "Appointment", id: id,
      members: """
        "status":"\(status)",\(cancelation ?? "")"serviceType":[{"text":"\(slot.service)"}],\
        "start":"\(Self.text(start, in: zone))","end":"\(Self.text(end, in: zone))",\
        "minutesDuration":\(slot.minutes),"participant":[\(participants.joined(separator: ","))]
        """)
  }

  private var status: String {
    switch state {
    // A visit without a worker is pending.
    case .scheduled, .inProgress: workers.isEmpty ? "pending" : "booked"
    case .completed: "fulfilled"
    case .missed: "noshow"
    case .cancelled: "cancelled"
    }
  }

  private var reason: String? {
    switch state {
    case .missed(let reason), .cancelled(let reason): reason
    case .scheduled, .inProgress, .completed: nil
    }
  }

  /// When the worker came, and left, at the planned end; `nil` where no worker did.
  private func encounter(by worker: String, in zone: Zone) -> SampleResource? {
    guard let arrival else { return nil }
    let isOver = if case .completed = state { true } else { false }
    let end = isOver ? ",\"end\":\"\(Self.text(end, in: zone))\"" : ""
    return SampleResource(
      type: "Encounter", id: "\(id)-\(worker)",
      members: """
        "status":"\(isOver ? "finished" : "in-progress")",\
        "class":{"system":"http://terminology.hl7.org/CodeSystem/v3-ActCode","code":"HH"},\
        "subject":{"reference":"Patient/\(slot.client)"},"appointment":[{"reference":"Appointment/\(id)"}],\
        "participant":[{"individual":{"reference":"Practitioner/\(worker)"}}],\
        "period":{"start":"\(Self.text(arrival, in: zone))"\(end)}
        """)
  }

  /// A moment as FHIR writes it: "2026-11-20T08:00:00-07:00".
  static func text(_ moment: Instant, in zone: Zone) -> String {
    let shown = zone.local(moment)
    let offset = zone.offset(at: moment) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let distance = Int(abs(offset))
    let time = [shown.hour, shown.minute, shown.second].map(two).joined(separator: ":")
    return "\(shown.day.text)T\(time)\(offset < 0 ? "-" : "+")\(two(distance / 60)):\(two(distance % 60))"
  }
}
