extension JSONView {
  /// Refuses a name that stands twice in this object, or in any below it.
  ///
  /// Parsers differ in which of the two they take, so such an object says one thing to us and another to the next.
  func requireDistinctNames(deep: Bool) throws(FHIRProblem) {
    let end = deep ? Int(text.elements[index].next) : index + 1
    for container in index..<end where text.elements[container].kind == .object {
      if let repeated = text.repeatedName(inObjectAt: container) {
        // The path of the member's value, which is what a person looks for.
        throw JSONView(text: text, index: repeated + 1, origin: origin).problem(.repeatedName)
      }
    }
  }
}

extension JSONText {
  /// The index of the first name that stood before in the same object.
  fileprivate func repeatedName(inObjectAt index: Int) -> Int? {
    let end = Int(elements[index].next)
    var count = 0
    var name = index + 1
    while name < end {
      // Comparing each with each is fastest for a handful, and ruinous for the thousands of a hostile object.
      guard count < 24 else { return repeatedNameOfMany(inObjectAt: index) }
      var earlier = index + 1
      while earlier < name {
        if namesAreEqual(name, earlier) { return name }
        earlier = Int(elements[earlier + 1].next)
      }
      name = Int(elements[name + 1].next)
      count += 1
    }
    return nil
  }

  private func repeatedNameOfMany(inObjectAt index: Int) -> Int? {
    let end = Int(elements[index].next)
    var seen: Set<ArraySlice<UInt8>> = []
    var name = index + 1
    while name < end {
      if !seen.insert(nameBytes(at: name)).inserted { return name }
      name = Int(elements[name + 1].next)
    }
    return nil
  }

  private func nameBytes(at index: Int) -> ArraySlice<UInt8> {
    let element = elements[index]
    if element.isEscaped { return ArraySlice(string(at: index).utf8) }
    return bytes[Int(element.start) + 1..<Int(element.end) - 1]
  }

  private func namesAreEqual(_ first: Int, _ second: Int) -> Bool {
    let (a, b) = (elements[first], elements[second])
    if !a.isEscaped, !b.isEscaped {
      guard a.end - a.start == b.end - b.start else { return false }
      let offset = Int(b.start) - Int(a.start)
      for position in Int(a.start)..<Int(a.end) where bytes[position] != bytes[position + offset] { return false }
      return true
    }
    return nameBytes(at: first).elementsEqual(nameBytes(at: second))
  }
}
