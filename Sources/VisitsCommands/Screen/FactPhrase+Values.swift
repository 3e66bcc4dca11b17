import CommandCatalog

extension FactPhrase {
  /// Who caused it, by the API's name.
  static func who(_ name: String) -> String {
    switch name {
    case "worker": FactPhrase.byWorker.text
    case "client": FactPhrase.byClient.text
    case "agency": FactPhrase.byAgency.text
    default: name
    }
  }

  /// Where a record stands with upstream, by the API's name.
  static func sync(_ name: String) -> String {
    switch name {
    case "pending": FactPhrase.syncPending.text
    case "synced": FactPhrase.syncSynced.text
    case "parked": FactPhrase.syncParked.text
    default: name
    }
  }
}
