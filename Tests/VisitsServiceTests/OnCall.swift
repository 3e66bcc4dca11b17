import JSON
import Testing
import VisitsDaemon
import VisitsModel
import VisitsService
import VisitsTestSupport

/// Three tiers on call: the second 2 minutes after the first, the third 5 minutes after the second.
struct OnCall: Sendable {
  let clock = DrivenClock()
  let commands = HeldCommands()

  /// Something that happens, or is expected to.
  enum Step: Sendable {
    case raise(String)
    case acknowledge
    case resolve
    /// A tier is being paged: which attempt it is, how it ends, and how long it is to the next page while it goes on.
    case page(Int, attempt: Int = 1, CommandOutcome, next: Duration)
    /// Time passes.
    case pass(Duration)

    var isPage: Bool { if case .page = self { true } else { false } }
  }

  /// Runs the daemon in a folder, with nothing on this clock yet.
  func run(
    in folder: String, at time: String, _ body: @Sendable (TestDaemon, CheckedClient) async throws -> Void
  ) async throws {
    try await TestDaemon.run(in: folder, at: time, settings: Self.tiers, clock: clock, commands: commands, body)
  }

  /// The settings of the three tiers.
  @Sendable static func tiers(_ settings: inout Settings) {
    settings.emergency.tiers = [
      Settings.Emergency.Tier(program: "/pager/1", arguments: ["on-call"]),
      Settings.Emergency.Tier(program: "/pager/2", afterMinutes: 2),
      Settings.Emergency.Tier(program: "/pager/3", afterMinutes: 5),
    ]
  }

  /// Lets time pass, on both clocks: first on the wall, which is read last.
  func pass(_ span: Duration, _ daemon: TestDaemon) {
    daemon.time.advance(by: span)
    clock.advance(by: span)
  }

  /// The next page, which must be this one; what it says.
  @discardableResult
  func page(
    _ tier: Int, attempt: Int = 1, _ outcome: CommandOutcome, next: Duration,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSONValue {
    let run = try #require(await commands.next(), sourceLocation: sourceLocation)
    let message = try JSONScanner.parse(run.input)
    #expect(run.command.program == "/pager/\(tier)", sourceLocation: sourceLocation)
    #expect(message["tier"] == .integer(Int64(tier)), sourceLocation: sourceLocation)
    #expect(message["attempt"] == .integer(Int64(attempt)), sourceLocation: sourceLocation)
    await clock.untilSomebodySleeps(for: next)
    // The end is known when the pager's own next wait begins; others begin waits meanwhile, which tell nothing of it.
    let wait = Self.wait(after: outcome, attempt: attempt, next: next)
    let begun = clock.sleepsBegun(for: wait)
    run.end(outcome)
    await clock.untilMoreSleeps(than: begun, for: wait)
    return message
  }

  /// How long it is from the end of an attempt to the next page: after a failure the same is tried again before.
  private static func wait(after outcome: CommandOutcome, attempt: Int, next: Duration) -> Duration {
    guard outcome != .succeeded, attempt <= EscalationPlan.retries.count else { return next }
    return min(next, .seconds(EscalationPlan.retries[attempt - 1]))
  }

  /// Does a step.
  func perform(_ step: Step, _ daemon: TestDaemon, _ client: CheckedClient) async throws {
    switch step {
    case .raise(let request):
      _ = try await client.call("emergency.raise", ["worker": "sarah", "requestId": .string(request)])
    case .acknowledge:
      _ = try await client.call("emergency.acknowledge", ["emergency": try await open(client), "requestId": "a"])
    case .resolve:
      _ = try await client.call(
        "emergency.resolve", ["emergency": try await open(client), "note": "She is home", "requestId": "r"])
    case .page(let tier, let attempt, let outcome, let next):
      try await page(tier, attempt: attempt, outcome, next: next)
    case .pass(let span): pass(span, daemon)
    }
  }

  private func open(_ client: CheckedClient) async throws -> JSONValue {
    let open = try await client.call("emergency.list", ["open": true])["emergencies"]?.array
    return try #require(open?.first?["id"])
  }
}
