/// A token or key. However it is printed, it does not show itself.
struct Secret: Sendable, Equatable {
  let value: String
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  var description: String { "(secret)" }
  var debugDescription: String { "(secret)" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
