import VisitsModel

/// Stores the announced facts of a worker or client, and the homes that a client has left, as JSON in one column. Few
/// people have any.
enum LaterText {
  /// Returns the text for the column; `nil` if there is nothing to store.
  static func write(_ later: [LaterFacts], _ earlier: [EarlierHome] = []) -> String? {
    guard !later.isEmpty || !earlier.isEmpty else { return nil }
    var writer = SnapshotWriter()
    writer.write(later, earlier)
    return writer.text()
  }

  static func read(_ text: String?) throws -> (later: [LaterFacts], earlier: [EarlierHome]) {
    guard let text else { return ([], []) }
    let fields = try SnapshotReader.read(text)
    return (try fields.later(), try fields.earlierHomes())
  }

  /// Returns the homes of a client, of which only the addresses are known.
  static func homes(_ address: String?, _ text: String?) throws -> Homes {
    let (later, earlier) = try read(text)
    return Homes(home: HomePlace(address: address), later: later, earlier: earlier)
  }
}

extension SnapshotWriter {
  mutating func write(_ later: [LaterFacts], _ earlier: [EarlierHome] = []) {
    if !later.isEmpty {
      write("later", later) { writer, facts in
        writer.write("from", facts.from)
        writer.write("name", facts.name)
        facts.nameParts.write(to: &writer)
        writer.write("phone", facts.phone)
        writer.write("emergencyContact", facts.emergencyContact)
        writer.write("address", facts.address)
        facts.addressParts.write(to: &writer)
        writer.write("formerAddress", facts.formerAddress)
      }
    }
    guard !earlier.isEmpty else { return }
    write("earlierHomes", earlier) { writer, home in
      writer.write("until", home.until)
      writer.write("address", home.address)
      home.parts.write(to: &writer)
      writer.write("location", home.location)
      writer.write("said", home.said)
    }
  }
}

extension SnapshotFields {
  func later() throws(StoreFault) -> [LaterFacts] {
    var later: [LaterFacts] = []
    for fields in try objects("later") {
      var facts = LaterFacts(from: try fields.needed("from", fields.instant("from")))
      facts.name = try fields.text("name")
      facts.nameParts = try NameParts(snapshot: fields)
      facts.phone = try fields.text("phone")
      facts.emergencyContact = try fields.text("emergencyContact")
      facts.address = try fields.text("address")
      facts.addressParts = try PostalAddress(snapshot: fields)
      facts.formerAddress = try fields.text("formerAddress")
      later.append(facts)
    }
    return later
  }

  func earlierHomes() throws(StoreFault) -> [EarlierHome] {
    var homes: [EarlierHome] = []
    for fields in try objects("earlierHomes") {
      let home = HomePlace(
        address: try fields.text("address"), parts: try PostalAddress(snapshot: fields),
        location: try fields.position("location"))
      homes.append(
        EarlierHome(
          home, until: try fields.needed("until", fields.instant("until")), calledUpstream: try fields.text("said")))
    }
    return homes
  }
}
