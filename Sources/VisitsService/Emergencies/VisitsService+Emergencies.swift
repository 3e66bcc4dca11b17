import VisitsModel
import VisitsStore

extension VisitsService {
  /// The emergencies that nobody has ended, the most urgent first, as this reader sees them: those too that the
  /// database could not take.
  func openEmergencies(_ reader: StoreReader) throws -> [PlacedEmergency] {
    guard !emergencies.isEmpty else { return [] }
    let stored = try reader.emergencies(isOpen: true, limit: 1000).map { try reader.placed($0) }
    return (try heldEmergencies(reader) + stored).mostUrgentFirst
  }

  /// Those that the database could not take.
  func heldEmergencies(_ reader: StoreReader) throws -> [PlacedEmergency] {
    try emergencies.held.map { held in
      var placed = try reader.placed(held.emergency)
      placed.isStored = held.isStored
      return placed
    }
  }
}
