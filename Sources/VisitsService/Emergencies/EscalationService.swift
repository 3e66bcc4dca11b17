import VisitsModel
import VisitsStore
import VisitsViews

/// Runs the pager's commands when pages are due, and stores which pages were sent.
package struct EscalationService: Sendable {
  private let service: VisitsService
  private var escalations: Escalations { service.escalations }
  private var loops: LoopWatch { service.loops }

  /// Creates the service that sends the pages for the emergencies of a `VisitsService`.
  package init(service: VisitsService) {
    self.service = service
  }

  /// Sends pages until ``stop()`` is called. A page whose command is interrupted by the stop is sent again after the
  /// next start.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await page() }
      group.addTask { await keep() }
    }
  }

  /// Ends paging, so that ``run()`` returns.
  package func stop() { escalations.close() }

  private func page() async {
    await withDiscardingTaskGroup { group in
      defer { loops.ended(.paging) }
      // A page is due once its wait is over, even if the clock was set back meanwhile.
      var reached: Instant?
      while !escalations.paging.isClosed {
        loops.works(.paging)
        let generation = escalations.paging.generation
        let now = max(service.now(), reached ?? service.now())
        reached = nil
        for (emergency, page, isUnanswered) in escalations.due(at: now) {
          if isUnanswered {
            let minutes = emergency.at.milliseconds(to: now) / 60_000
            service.report(.emergencyUnacknowledged(emergency.id, tier: page.tier, minutes: max(0, minutes)))
          }
          group.addTask { await send(page, of: emergency) }
        }
        let next = escalations.next
        let pause = next.map { Duration.milliseconds(service.now().milliseconds(to: $0)) }
        loops.waits(.paging, for: pause)
        if let pause {
          let deadline = Deadline(after: pause, on: service.clock)
          await deadline.first { [escalations] in await escalations.paging.wait(since: generation) }
          if deadline.hasPassed() { reached = next }
        } else {
          await escalations.paging.wait(since: generation)
        }
      }
      group.cancelAll()
    }
  }

  private func send(_ page: Page, of emergency: Emergency) async {
    let pager = service.settings.pager
    // A reload may have removed the tier since the page became due.
    guard page.tier <= pager.tiers.count else { return }
    let message = await message(page, of: emergency)
    let outcome = await pager.runner.run(pager.tiers[page.tier - 1], input: message, within: pager.limit)
    // Our own shutdown has ended the command: whether the page was sent is unknown.
    guard !Task.isCancelled else { return }
    escalations.finish(page, of: emergency.id, isSent: outcome == .succeeded, at: service.now())
    service.report(.paged(emergency.id, page, outcome))
  }

  private func message(_ page: Page, of emergency: Emergency) async -> [UInt8] {
    // The page shows the present state, even of an emergency that the database could not take. Names are added if they
    // can be read.
    var placed = (try? await service.store.read { try $0.placed(emergency) }) ?? PlacedEmergency(nameless: emergency)
    placed.isStored = service.emergencies.isStored(emergency.id)
    return PageMessage(page: page, placed: placed, context: service.view(locale: nil)).line
  }

  /// Stores which pages were sent for which emergency. It stores one record after another, so that an older record
  /// never replaces a newer one.
  private func keep() async {
    defer { loops.ended(.pageRecords) }
    while true {
      let generation = escalations.keeping.generation
      let isLast = escalations.keeping.isClosed
      for record in escalations.takeUnkept() {
        loops.works(.pageRecords)
        do {
          try await service.store.keep(record.pages, of: record.emergency, version: record.version)
        } catch {
          // The database accepts no changes now, or does not have the emergency yet. Paging continues from memory.
          escalations.putBack(record)
        }
      }
      if isLast { return }
      loops.waits(.pageRecords, for: nil)
      await escalations.keeping.wait(since: generation)
    }
  }
}
