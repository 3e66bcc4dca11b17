import Catalog
package import VisitsAPI
package import VisitsModel

extension EmergencyView {
  /// An emergency as the API shows it.
  ///
  /// - Parameter isForOffice: Whether the office reads it, who calls the worker and the client. A device gets no numbers.
  package static func compose(
    _ placed: PlacedEmergency, isForOffice: Bool = false, in context: ViewContext
  ) -> EmergencyView {
    let emergency = placed.emergency
    let client = isForOffice ? placed.visit?.client : nil
    return EmergencyView(
      display: .compose(placed, in: context), id: emergency.id.rawValue, worker: emergency.worker.rawValue,
      workerPhone: isForOffice ? placed.worker.phone : nil, visit: emergency.visit?.rawValue,
      clientContact: client.map {
        Contact(name: $0.name, phone: $0.phone, emergencyContact: $0.emergencyContact)
      }, note: emergency.note, location: emergency.position?.wire,
      at: emergency.at.timestamp, receivedAt: emergency.receivedAt.timestamp,
      isClockSuspect: emergency.isClockSuspect, raisedBy: emergency.raisedBy, raises: emergency.raises,
      state: emergency.state.wire, acknowledged: emergency.acknowledged.map(Handling.init),
      resolved: emergency.resolved.map(Handling.init), isStored: placed.isStored, version: emergency.version,
      updatedAt: emergency.updatedAt.timestamp)
  }
}

extension EmergencyView.Display {
  fileprivate static func compose(_ placed: PlacedEmergency, in context: ViewContext) -> EmergencyView.Display {
    let words = EmergencyWords(placed, in: context)
    let since = words.since
    let status = context.phrases[placed.emergency.state.phrase]
    return EmergencyView.Display(
      title: placed.worker.name, text: words.banner, since: since.written, status: status,
      client: placed.visit?.client.name,
      address: placed.visit?.address,
      spoken: [context.phrases.text(.emergencyOf, [.name: placed.worker.name, .time: since.spoken]), status]
        .joined(separator: context.phrases[.cardSeparator]))
  }
}

extension EmergencyView.Handling {
  fileprivate init(_ handling: Emergency.Handling) {
    self.init(at: handling.at.timestamp, by: handling.by, note: handling.note)
  }
}

extension Emergency.State {
  /// As it goes over the wire.
  package var wire: EmergencyView.State {
    switch self {
    case .raised: .raised
    case .acknowledged: .acknowledged
    case .resolved: .resolved
    }
  }

  var phrase: Phrase {
    switch self {
    case .raised: .emergencyRaised
    case .acknowledged: .emergencyAcknowledged
    case .resolved: .emergencyResolved
    }
  }
}
