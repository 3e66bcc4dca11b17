/// What is filled in at a place of a phrase: `{time}`.
package enum Slot: String, Sendable, Hashable, CaseIterable {
  case after
  case allowed
  case before
  case command
  case completed
  case count
  case current
  case date
  case day
  case days
  case end
  case error
  case expected
  case field
  case group
  case hours
  case id
  case limit
  case longest
  case method
  case minutes
  case month
  case name
  case names
  case needed
  case number
  case offset
  case option
  case other
  case path
  case place
  case quarter
  case reason
  case refusal
  case role
  case seconds
  case size
  case spoken
  case start
  case state
  case status
  case text
  case time
  case total
  case value
  case version
  case visit
  case visits
  case week
  case worker
  case zone
}

extension Slot {
  /// The place as a phrase shows it: `{status}`.
  package var inBraces: String { "{\(rawValue)}" }
}
