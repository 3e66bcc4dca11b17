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
    var names: [Int] = []
    var child = index + 1
    while child < end {
      names.append(child)
      child = Int(elements[child + 1].next)
    }
    // Comparing each with each is fastest for a handful, and ruinous for the thousands of a hostile object.
    if names.count > 24 {
      var seen: Set<ArraySlice<UInt8>> = []
      return names.first { !seen.insert(nameBytes(at: $0)).inserted }
    }
    for (position, name) in names.enumerated() {
      for earlier in names[..<position] where namesAreEqual(name, earlier) { return name }
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
