/// A promise of the service that did not hold for an input.
package struct BrokenPromise: Error, CustomStringConvertible {
  /// Which, and in which call.
  package let description: String
}

/// Throws unless the promise holds.
func demand(_ holds: Bool, _ promise: @autoclosure () -> String) throws {
  guard !holds else { return }
  throw BrokenPromise(description: promise())
}
