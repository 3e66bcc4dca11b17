import VisitsModel

// If a record has the same content as at the last import, the import must not undo later decisions of the office. It
// may still fill in facts that are missing here: an earlier version of this program, which did not read them, may have
// imported the record first.

extension Worker {
  /// Fills in the parts of the worker's name (given name, family name), if none are stored here. Takes over the facts
  /// that change later, and those that hold since the last import, if the office has not changed them.
  ///
  /// - Parameter earlier: How the last import read the record; `nil`: as now.
  /// - Returns: Whether the worker changed.
  mutating func learn(from planned: PlannedWorker, since earlier: EarlierReading<PlannedWorker>?) -> Bool {
    let before = self
    if let earlier = earlier?.record {
      if name == earlier.name { name = planned.name }
      if phone == earlier.phone { phone = planned.phone ?? phone }
    }
    if nameParts.isEmpty, name == planned.name { nameParts = planned.nameParts }
    later = planned.later
    return self != before
  }
}

extension Client {
  /// Fills in the parts of the client's name and address and the zone of the home, if none are stored here. Also fills
  /// in a missing address that an earlier version of this program did not read. Takes over the facts that change later,
  /// and those that hold since the last import: a name or number if the office has not changed it, a home unless it has
  /// taken effect already.
  ///
  /// - Parameter earlier: How the last import read the record; `nil`: as now.
  /// - Returns: Whether the client changed.
  mutating func learn(from planned: PlannedClient, since earlier: EarlierReading<PlannedClient>?) -> Bool {
    let before = self
    if let earlier {
      let record = earlier.record
      if name == record.name { name = planned.name }
      if phone == record.phone { phone = planned.phone ?? phone }
      if emergencyContact == record.emergencyContact { emergencyContact = planned.emergencyContact ?? emergencyContact }
      let isTakenOver = earlierHomes.contains { $0.until >= earlier.until }
      if !isTakenOver, record.address != planned.address { address = planned.address ?? address }
    }
    later = planned.later
    earlierHomes = planned.earlierHomes(besides: earlierHomes)
    if nameParts.isEmpty, name == planned.name { nameParts = planned.nameParts }
    if planned.wasWithoutAddress { address = address ?? planned.address }
    zone = zone ?? planned.homeZone
    if addressParts.isEmpty, address == planned.address { addressParts = planned.addressParts }
    return self != before
  }
}

extension Visit {
  /// Fills in the facts that the visit lacks, such as its purpose. Also corrects facts that an earlier version of this
  /// program read differently, if the office has not changed them since.
  ///
  /// - Returns: Whether the visit changed.
  mutating func learn(from planned: PlannedVisit) -> Bool {
    let before = self
    // An earlier version of this program read some fields differently. A field that still has that earlier value was
    // not changed by the office, so it gets the new value.
    if let former = planned.former {
      if ownAddress == former.address, former.address != planned.address {
        place(at: planned.address, planned.addressParts)
      }
      if service == former.service { service = planned.service }
      if purpose == former.purpose { purpose = planned.purpose }
      if virtual == former.virtual { virtual = planned.virtual }
    }
    purpose = purpose ?? planned.purpose
    instruction = instruction ?? planned.instruction
    virtual = virtual ?? planned.virtual
    if addressParts.isEmpty, address == planned.address { addressParts = planned.addressParts }
    return self != before
  }
}
