import Catalog
import VisitsAPI
import VisitsModel

extension EmergencyControl {
  /// The ⚠ that stands on every state.
  ///
  /// - Parameter open: The emergency that stands on the view.
  static func compose(canRaise: Bool, open: PlacedEmergency?, in context: ViewContext) -> EmergencyControl {
    EmergencyControl(
      canRaise: canRaise,
      open: open.map { placed in
        let emergency = placed.emergency
        return Open(
          id: emergency.id.rawValue, worker: emergency.worker.rawValue, name: placed.worker.name,
          since: emergency.since.timestamp, state: emergency.state.wire)
      },
      label: context.phrases[.emergency],
      hint: context.phrases[canRaise ? .emergencyHint : .emergencyUnavailable])
  }
}

extension Banner {
  /// What stands above the heading; `nil`: nothing. An emergency outranks the rest.
  ///
  /// - Parameter emergencies: Those that stand on the view, the most urgent first.
  static func compose(
    _ emergencies: [PlacedEmergency], _ sync: SyncFacts, in context: ViewContext
  ) -> Banner? {
    guard !emergencies.isEmpty else { return compose(sync, in: context) }
    // Each by name: whoever is only counted may be the one whom nobody looks for.
    let words =
      emergencies.map { EmergencyWords($0, in: context).banner }
      + [sync.parked?.emergencyWords(in: context)].compactMap(\.self)
    return Banner(
      kind: .emergency, message: words.joined(separator: context.phrases[.emergencySeparator]), action: "emergency",
      isDismissible: false, template: nil, retryAt: nil)
  }
}
