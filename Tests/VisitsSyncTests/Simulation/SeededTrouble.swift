import FHIR
import VisitsModel
import VisitsStore

/// What happens to an agency by the numbers of a seed, while the network and the process fail at random: then the faults
/// end, and the promises are checked.
struct SeededTrouble {
  let seed: UInt64
  private var numbers: SeededNumbers
  private let agency: Agency
  private(set) var history: [String] = []
  private var names = ["a", "b", "c"]
  private var completed: Set<String> = []

  init(seed: UInt64) throws {
    self.seed = seed
    var numbers = SeededNumbers(seed: seed)
    agency = try Agency(numbers.pick(Agency.servers) ?? Agency.servers[0], visits: names)
    self.numbers = numbers
  }

  /// Lets it happen.
  ///
  /// - Returns: What was not kept of the promises; none: all were.
  mutating func run() throws -> [String] {
    let simulation = agency.simulation
    var network = SeededNumbers(seed: seed &+ 1 << 40)
    simulation.network = { _, _ in Self.fate(&network) }
    for _ in 0..<12 {
      try act()
      if numbers.chance(30) { simulation.crash = simulation.steps + Int(numbers.next() % 25) }
      try simulation.run(seconds: Int64(numbers.next() % 45))
    }
    simulation.network = { _, _ in .delivered }
    simulation.crash = nil
    try simulation.run(seconds: 60)
    simulation.ask()
    try simulation.run(seconds: 16 * 60)
    return try broken()
  }

  private static func fate(_ numbers: inout SeededNumbers) -> Simulation.Fate {
    switch numbers.next() % 20 {
    case 0, 1: .unreachable
    case 2: .lost
    case 3, 4: .answerLost
    case 5: .answered(FHIRAnswer(status: 503))
    case 6: .answered(FHIRAnswer(status: 429, retryAfter: 7))
    case 7: .answered(FHIRAnswer(status: 401))
    case 8: .answered(FHIRAnswer(status: 500))
    default: .delivered
    }
  }

  private mutating func act() throws {
    let simulation = agency.simulation
    let name = numbers.pick(names) ?? "a"
    let now = simulation.clock.now
    switch numbers.next() % 8 {
    case 0, 1:
      guard try agency.find(name)?.status == .scheduled else { return }
      history.append("completed \(name)")
      try agency.complete(name)
      completed.insert(name)
    case 2:
      history.append("booked here")
      try agency.add()
    case 3:
      let new = "n\(names.count)"
      history.append("booked \(new) there")
      try agency.book(new, at: Agency.nine.adding(minutes: Int64(names.count) * 90))
      names.append(new)
    case 4:
      history.append("moved \(name) there")
      let end = FHIRInstant(milliseconds: Agency.nine.adding(minutes: 1300).milliseconds).description
      simulation.upstream.edit("Appointment/\(name)", at: now) {
        $0["minutesDuration"] = nil; $0["end"] = .string(end)
      }
    case 5:
      history.append("noted there on \(name)")
      simulation.upstream.edit("Appointment/\(name)", at: now) { $0["comment"] = "Ring twice" }
    case 6:
      history.append("noted here on \(name)")
      try agency.note("Dog in the garden", on: name)
    default:
      history.append("slept")
      try simulation.run(seconds: 20)
    }
  }

  private func broken() throws -> [String] {
    let simulation = agency.simulation
    var broken: [String] = []
    let rows = try agency.rows
    if rows.pending > 0 { broken.append("\(rows.pending) still wait") }
    let problems = try agency.problems.filter { !$0.hasPrefix("overruled") }
    if rows.parked != problems.filter({ $0.hasPrefix("parked") }).count { broken.append("parked without words") }
    for type in ["Appointment", "Encounter"] {
      let own = simulation.upstream.all(type).compactMap { $0["identifier"]?.items.first?["value"]?.string }
      if Set(own).count != own.count { broken.append("two of one \(type)") }
    }
    for name in names {
      guard let visit = try agency.find(name) else {
        broken.append("\(name) is not here")
        continue
      }
      let thing = SyncThing(.visit, visit.id.rawValue)
      guard try simulation.store.readNow({ try $0.syncState(of: thing) }) != .parked else { continue }
      let there = simulation.upstream.record("Appointment/\(name)")
      if completed.contains(name), visit.status != .completed { broken.append("\(name) is not completed here") }
      if completed.contains(name), there?["status"] != "fulfilled" { broken.append("\(name) is not fulfilled there") }
      let end = FHIRInstant(milliseconds: visit.end.milliseconds).description
      if there?["end"]?.string != end { broken.append("\(name) ends at \(end) here") }
      if there?["comment"]?.string != visit.note { broken.append("\(name) is noted otherwise here") }
    }
    return broken
  }
}
