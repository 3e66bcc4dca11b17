import VisitsModel

// A text that says nothing new undoes nothing that the office has decided since. What it says of facts that are not known
// here is taken all the same: a version of this program that did not read them may have taken it in first.

extension Worker {
  /// Takes over the parts of the name, if none is known; whether there are any.
  mutating func learn(from planned: PlannedWorker) -> Bool {
    guard nameParts.isEmpty, name == planned.name, !planned.nameParts.isEmpty else { return false }
    nameParts = planned.nameParts
    return true
  }
}

extension Client {
  /// Takes over the parts of the name and of the address, if none is known; whether there are any.
  mutating func learn(from planned: PlannedClient) -> Bool {
    let before = self
    if nameParts.isEmpty, name == planned.name { nameParts = planned.nameParts }
    if addressParts.isEmpty, address == planned.address { addressParts = planned.addressParts }
    return self != before
  }
}

extension Visit {
  /// Takes over what the visit is about, where nothing is known of that; whether anything is.
  mutating func learn(from planned: PlannedVisit) -> Bool {
    let before = self
    purpose = purpose ?? planned.purpose
    instruction = instruction ?? planned.instruction
    virtual = virtual ?? planned.virtual
    if addressParts.isEmpty, address == planned.address { addressParts = planned.addressParts }
    return self != before
  }
}
