package import VisitsModel

/// The settings for paging in an emergency: commands, delays and the time limit.
package struct Pager: Sendable {
  /// The commands that send pages, one for each tier, in the order in which the tiers are paged. Empty if no pages are
  /// sent.
  package var tiers: [Command]
  /// The delays before each tier is paged, and before a page is repeated.
  package var plan: EscalationPlan
  /// The time limit for the command that sends one page.
  package var limit: Duration
  /// The object that runs the commands.
  package var runner: any CommandRunning

  /// Creates a pager. `plan` must have a delay for each tier.
  package init(
    tiers: [Command], plan: EscalationPlan, limit: Duration = .seconds(30), runner: any CommandRunning
  ) {
    self.tiers = tiers
    self.plan = plan
    self.limit = limit
    self.runner = runner
  }

  /// Whether the command of at least one tier can be run.
  package var works: Bool { tiers.contains(where: runner.canRun) }

  /// A pager without tiers, which sends no pages.
  package static var none: Pager { Pager(tiers: [], plan: EscalationPlan(delays: []), runner: NoRunner()) }

  private struct NoRunner: CommandRunning {
    func run(_ command: Command, input: [UInt8], within limit: Duration) async -> CommandOutcome {
      .notStarted(0)
    }

    func problem(of command: Command) -> Int32? { 0 }
  }
}
