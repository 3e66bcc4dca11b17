import VisitsAPI
import VisitsExchange
import VisitsModel

extension RecordSheet {
  /// The sheet of an aggregator, as the operator's settings and the clock have it.
  init(_ profile: AggregatorProfile, of call: Call) {
    let settings = call.service.settings
    self.init(
      profile == .sandata ? .sandata : .hhax, of: settings.verification, zone: settings.agencyZone, now: call.now)
  }
}

extension Call {
  /// A visit that goes out, on the clocks where it takes place.
  func exported(_ placed: PlacedVisit) -> ExportedVisit {
    ExportedVisit(placed: placed, zone: placed.client.zone ?? service.settings.agencyZone)
  }
}
