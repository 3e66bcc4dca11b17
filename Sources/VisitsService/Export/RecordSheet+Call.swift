import VisitsAPI
import VisitsExchange
import VisitsModel
import VisitsStore

extension RecordSheet {
  /// Creates the record format of an EVV aggregator, with the operator's settings and the current time.
  init(_ profile: AggregatorProfile, of call: Call) {
    let settings = call.service.settings
    self.init(
      profile == .sandata ? .sandata : .hhax, of: settings.verification, zone: settings.agencyZone, now: call.now)
  }
}

extension Call {
  /// Returns a visit for the export, with times in the time zone of its client.
  func exported(_ placed: PlacedVisit) -> ExportedVisit {
    ExportedVisit(placed: placed, zone: placed.client.zone ?? service.settings.agencyZone)
  }

  /// Returns a visit for the export. If the visit itself has no address parts, the client's past addresses are
  /// included.
  func exported(_ placed: PlacedVisit, homesFrom reader: StoreReader) throws -> ExportedVisit {
    var exported = exported(placed)
    if placed.visit.addressParts.isEmpty { exported.homes = try reader.homes(of: placed.client.id) }
    return exported
  }
}
