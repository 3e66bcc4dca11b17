extension Resource {
  /// Reads the fields of a Flag; throws when this is none, or one of a wrong form.
  package func flag() throws(FHIRProblem) -> Flag {
    try fields("Flag")
  }

  /// Reads the fields of a Task; throws when this is none, or one of a wrong form.
  package func task() throws(FHIRProblem) -> FHIRTask {
    try fields("Task")
  }

  /// Types that are no part of a schedule are read only when asked for: an import is not to refuse a Bundle for a
  /// Task that it passes over anyway.
  private func fields<Fields: JSONReadable>(_ expected: String) throws(FHIRProblem) -> Fields {
    guard type == expected else {
      throw FHIRProblem(resource: name, reason: .wrongType(expected: expected, found: type))
    }
    do {
      return try Fields(JSONText(json, limits: ReadingLimits()).root)
    } catch {
      throw FHIRProblem(resource: name, path: error.path, reason: error.reason)
    }
  }
}
