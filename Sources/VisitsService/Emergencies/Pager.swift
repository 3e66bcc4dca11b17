package import VisitsModel

/// The settings for paging in an emergency.
package struct Pager: Sendable {
  /// The command of each tier, in order; empty if no pages are sent.
  package var tiers: [Command]
  /// The delays before the tiers and before repeated pages.
  package var plan: EscalationPlan
  /// The time limit for one page.
  package var limit: Duration
  /// The runner of the commands.
  package var runner: any CommandRunning

  /// Creates a pager. The plan has a delay for each tier.
  package init(
    tiers: [Command], plan: EscalationPlan, limit: Duration = .seconds(30), runner: any CommandRunning
  ) {
    self.tiers = tiers
    self.plan = plan
    self.limit = limit
    self.runner = runner
  }

  /// Whether any of its commands can be run.
  package var works: Bool { tiers.contains(where: runner.canRun) }

  /// A pager without tiers, which sends no pages.
  package static var none: Pager { Pager(tiers: [], plan: EscalationPlan(delays: []), runner: NoRunner()) }

  private struct NoRunner: CommandRunning {
    func run(_ command: Command, input: [UInt8], within limit: Duration) async -> CommandOutcome {
      .notStarted(0)
    }

    func canRun(_ command: Command) -> Bool { false }
  }
}
