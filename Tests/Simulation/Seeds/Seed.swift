import FHIR
import VisitsModel
import VisitsStore
import VisitsSync

/// What happens to an agency by the numbers of a seed, while the network and the process fail at random: then the faults
/// end, and the promises of sync are checked.
struct Seed {
  let number: UInt64
  var numbers: SeededNumbers
  let agency: Agency
  let promises: Promises
  /// What the visits that upstream has booked are called there.
  var names = ["a", "b", "c"]
  var notes = 0
  var emergencies: [EmergencyID] = []
  var raised = 0
  /// What was changed here last: whoever changes something often thinks again.
  var lastChanged: VisitID?
  var hasDeleted = false
  /// Whether something was booked upstream that was seen late.
  var hasLate = false
  let isIndexLate: Bool
  let weather: Weather
  private var network: (FHIRRequest, Int) -> Fate = { _, _ in .delivered }
  private let areClocksSet: Bool
  private let mayCrash: Bool
  /// Whether people say something else of a visit before they know what became of the first.
  private let isHasty: Bool
  /// Margaret Chen's routine, where people record what they do of it.
  private var routine: [CareTaskID] = []
  /// What is practised with her, and how that went.
  var goals: [GoalID] = []
  var sessions: [SessionID] = []
  /// What they record of it is by chances of its own: the rest shall stay what it was.
  var careNumbers: SeededNumbers

  init(_ number: UInt64) throws {
    self.number = number
    var numbers = SeededNumbers(seed: number)
    let server = numbers.pick(Agency.servers) ?? Agency.servers[0]
    let settings = Simulation.Settings(seed: number, daysBack: 2, daysAhead: 2, isDiskReal: number % 20 == 0)
    let isIndexLate = numbers.chance(30)
    let habits = SimulatedUpstream.Habits(&numbers, isIndexLate: isIndexLate)
    let clockIsWrong = numbers.chance(40)
    let firstDeath: Int? = numbers.chance(40) ? Int(numbers.next() % 16) : nil
    let isDeathBefore = numbers.chance(50)
    let skew = clockIsWrong ? Int64(numbers.next() % 28_800_000) - 14_400_000 : 0
    weather = Weather(seed: number)
    agency = try Agency(server, visits: names, settings) { simulation in
      simulation.upstream.habits = habits
      simulation.upstream.habits.liesAboutTransactions = !server.takesTransactions && number % 3 == 0
      simulation.upstream.hasHistories = number % 5 < 2
      simulation.upstream.numbers = SeededNumbers(seed: number &+ 2 << 40)
      simulation.clock.skew(by: skew)
      // Also within the first pull.
      if let firstDeath { simulation.die(after: firstDeath, isBefore: isDeathBefore) }
    }
    areClocksSet = numbers.chance(25)
    mayCrash = numbers.chance(70)
    // The others shall stay what they were.
    isHasty = number % 8 == 3
    careNumbers = SeededNumbers(seed: number &+ 5 << 40)
    self.isIndexLate = isIndexLate
    self.numbers = numbers
    promises = Promises(agency)
    promises.mayConflict = weather.hasConflicts
    promises.mayForbid = weather.forbids
  }

  /// Lets it happen.
  ///
  /// - Returns: What was not kept of the promises; none: all were.
  mutating func run() throws -> [String] {
    let simulation = agency.simulation
    simulation.say("\(simulation.upstream.takesOurIds ? "our ids" : "its own ids"), \(simulation.upstream.habits)")
    let promises = promises
    simulation.happened = { _ in try promises.check() }
    // Else each would keep the other, and the seed's folder.
    defer { simulation.happened = { _ in } }
    var weather = weather
    var tokens = SeededNumbers(seed: number &+ 3 << 40)
    network = { request, _ in weather.fate(of: request) }
    simulation.network = network
    simulation.isTokenFresh = { tokens.chance(70) }
    if number % 4 == 1 { routine = try agency.keepRoutine() }
    for _ in 0..<(6 + numbers.next() % 12) {
      if numbers.chance(12) { try outage() }
      for _ in 0..<(1 + numbers.next() % 3) { try act() }
      if !routine.isEmpty, careNumbers.chance(60) { try care(routine) }
      if !routine.isEmpty, careNumbers.chance(40) { try practise() }
      if isHasty, numbers.chance(40) {
        try thinkAgain()
        simulation.network = network
      }
      if mayCrash, numbers.chance(30) { planDeath() }
      if areClocksSet, numbers.chance(15) { simulation.clock.skew(by: Int64(numbers.next() % 21_600_000) - 10_800_000) }
      try simulation.run(seconds: numbers.chance(15) ? 300 : Int64(numbers.next() % 45))
      guard promises.broken.isEmpty else { return promises.broken }
    }
    if numbers.chance(25) { try fallSilent() }
    try calm()
    return promises.broken
  }

  /// Somebody needs help while nothing gets through, and nothing says so.
  private mutating func fallSilent() throws {
    agency.simulation.say("the network falls silent")
    agency.simulation.network = { _, _ in .slow(there: 1_000_000, back: 0) }
    try raise()
    try agency.simulation.run(seconds: Int64(numbers.next() % 40))
  }

  /// For minutes nothing gets through, while on both sides things go on; what has gathered is then taken in at once, and the
  /// process may die over it.
  private mutating func outage() throws {
    let simulation = agency.simulation
    simulation.say("the network is away")
    simulation.network = { _, _ in .unreachable }
    for _ in 0..<(2 + numbers.next() % 2) {
      try act()
      try simulation.run(seconds: 60 + Int64(numbers.next() % 120))
    }
    simulation.say("the network is back")
    if numbers.chance(50) { simulation.network = { _, _ in .delivered } } else { simulation.network = network }
    if mayCrash, numbers.chance(60) { planDeath() }
    try simulation.run(seconds: 31)
    simulation.network = network
  }

  private mutating func planDeath() {
    let simulation = agency.simulation
    simulation.outage = Int64(numbers.next() % 30_000)
    if numbers.chance(40) {
      simulation.crash = simulation.steps + Int(numbers.next() % 25)
    } else {
      simulation.die(after: Int(numbers.next() % 8), isBefore: numbers.chance(50))
    }
  }

  /// The faults end: within one backoff cap both sides agree, and stay so.
  private mutating func calm() throws {
    let simulation = agency.simulation
    simulation.say("the faults end")
    simulation.network = { _, _ in .delivered }
    simulation.isTokenFresh = { true }
    simulation.live()
    simulation.upstream.habits.expiresPages = 0
    if !simulation.isUp { try simulation.run(seconds: 31) }
    promises.networkIsBack()
    try simulation.run(seconds: 40)
    promises.expectEmergencies(emergencies)
    // The backoff's cap, and what the last server to be busy has asked for.
    try quiet(within: 15 * 60 + 60)
    try promises.checkEnd()
    guard promises.broken.isEmpty else { return }
    // The rules upstream change, and a person has tried again what was refused: then that arrives too.
    simulation.upstream.rule = { _ in nil }
    try simulation.retry { ["locked", "422", "failing", "conflict", "absent"].contains($0.words) }
    try simulation.run(seconds: 120)
    if hasDeleted {
      simulation.say("the night comes")
      simulation.sleep(days: 1)
      // It is not in a late index yet when the days are compared.
      try agency.add(minutes: 24 * 60 + 100)
    }
    try simulation.run(seconds: 65)
    try quiet(within: 120)
    promises.isRuleOff = true
    try promises.checkEnd(areDeletionsKnown: true)
    let before = simulation.requests.count
    try simulation.run(seconds: 35)
    promises.expectIdle(simulation.requests[before...])
  }

  /// Runs until a pull and a push have succeeded that began after now, and nothing waits.
  private func quiet(within seconds: Int64) throws {
    let simulation = agency.simulation
    let before = simulation.daemon.successes
    for _ in 0..<(seconds / 10) {
      try simulation.run(seconds: 10)
      // Two runs each: the first may have begun before.
      let isOver = [SyncLanes.Lane.pull, .push].allSatisfy {
        simulation.daemon.successes[$0, default: 0] >= before[$0, default: 0] + 2
      }
      if isOver, try agency.rows.pending == 0 { break }
    }
    // What was late to be seen is seen by then, and was pulled.
    if isIndexLate || hasLate { try simulation.run(seconds: 125) }
  }
}
