import VisitsAPI
import VisitsExchange
import VisitsModel
import VisitsStore

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

  /// The same with where its client has lived, where the visit itself does not tell the parts of its address.
  func exported(_ placed: PlacedVisit, homesFrom reader: StoreReader) throws -> ExportedVisit {
    var exported = exported(placed)
    if placed.visit.addressParts.isEmpty { exported.homes = try reader.homes(of: placed.client.id) }
    return exported
  }
}
