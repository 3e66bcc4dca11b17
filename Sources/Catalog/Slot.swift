/// What is filled in at a place of a phrase: `{time}`.
package enum Slot: String, Sendable, Hashable, CaseIterable {
  case after
  case allowed
  case before
  case completed
  case count
  case current
  case date
  case day
  case end
  case expected
  case field
  case hours
  case id
  case limit
  case method
  case minutes
  case name
  case needed
  case offset
  case other
  case place
  case refusal
  case role
  case seconds
  case spoken
  case start
  case state
  case status
  case time
  case total
  case value
  case visit
  case visits
  case zone
}
