package import VisitsModel

/// How an agency has itself paged in an emergency.
package struct Pager: Sendable {
  /// What pages each tier, in their order; without any nobody is paged.
  package var tiers: [Command]
  /// When.
  package var plan: EscalationPlan
  /// How long one page may take.
  package var limit: Duration
  /// What runs the commands.
  package var runner: any CommandRunning

  /// A pager; the plan has a delay for each tier.
  package init(
    tiers: [Command], plan: EscalationPlan, limit: Duration = .seconds(30), runner: any CommandRunning
  ) {
    self.tiers = tiers
    self.plan = plan
    self.limit = limit
    self.runner = runner
  }

  /// Whether it has anything that can be run.
  package var works: Bool { tiers.contains(where: runner.canRun) }

  /// A pager that pages nobody.
  package static var none: Pager { Pager(tiers: [], plan: EscalationPlan(delays: []), runner: NoRunner()) }

  private struct NoRunner: CommandRunning {
    func run(_ command: Command, input: [UInt8], within limit: Duration) async -> CommandOutcome {
      .notStarted(0)
    }

    func canRun(_ command: Command) -> Bool { false }
  }
}
