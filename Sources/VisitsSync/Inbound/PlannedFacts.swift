import VisitsModel

// If a record has the same content as at the last import, the import must not undo later decisions of the office. It
// may still fill in facts that are missing here: an earlier version of this program, which did not read them, may have
// imported the record first.

extension Worker {
  /// Fills in the parts of the worker's name (given name, family name), if none are stored here.
  ///
  /// - Returns: Whether the worker changed.
  mutating func learn(from planned: PlannedWorker) -> Bool {
    guard nameParts.isEmpty, name == planned.name, !planned.nameParts.isEmpty else { return false }
    nameParts = planned.nameParts
    return true
  }
}

extension Client {
  /// Fills in the parts of the client's name and address and the zone of the home, if none are stored here. Also fills
  /// in a missing address that an earlier version of this program did not read.
  ///
  /// - Returns: Whether the client changed.
  mutating func learn(from planned: PlannedClient) -> Bool {
    let before = self
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
