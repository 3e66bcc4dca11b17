import Foundation
import Glibc
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync

/// What an operator does to the database beside running the daemon.
enum Maintenance {
  /// `visitsd check`: says whether configuration and database are in order, and changes neither.
  ///
  /// - Parameter checksDatabase: Whether to look at the database too. Without it, only wrong settings count for the exit
  ///   status: a reload must put mended settings in force though a program is still missing.
  static func check(_ arguments: DaemonArguments, database checksDatabase: Bool, on machine: Machine) -> Int32 {
    let settings: Settings
    do {
      settings = try Settings.load(arguments, on: machine)
    } catch {
      for problem in error.problems { Output.complain(problem.description) }
      return EX_CONFIG
    }
    let credentials = machine.environment["CREDENTIALS_DIRECTORY"]
    let isHandedOver = settings.upstream.url == nil || settings.upstream.credentialKey == nil || credentials != nil
    let (problem, lacks) = ServiceUser.act(for: settings.state) {
      (
        isHandedOver ? settings.upstream.problem(credentials: credentials) : nil,
        settings.lacks(credentials: credentials)
      )
    }
    if let problem {
      Output.complain(problem)
      return EX_CONFIG
    }
    if !isHandedOver, let key = settings.upstream.credentialKey {
      Output.answer("What \(key) names is looked for at the start: systemd hands it to visitsd alone.")
    }
    if lacks.isEmpty { Output.answer("The configuration is in order.") }
    let troubles = lacks + exposure(settings.upstream)
    for trouble in troubles { Output.complain(trouble) }
    guard checksDatabase else { return EXIT_SUCCESS }
    let spool = SpoolTrouble.all(beside: settings.database).map(\.sentence)
    for trouble in spool { Output.complain(trouble) }
    let status = database(settings, on: machine)
    return troubles.isEmpty && spool.isEmpty ? status : max(status, EXIT_FAILURE)
  }

  private static func exposure(_ upstream: Settings.Upstream) -> [String] {
    guard upstream.url != nil, let (key, file) = upstream.openSecret else { return [] }
    return ["\(key): everybody on this machine can read \(file). Take that away: chmod o= \(file)"]
  }

  private static func database(_ settings: Settings, on machine: Machine) -> Int32 {
    let owner = StateOwner(of: settings.database, on: machine)
    defer { owner.keep() }
    do {
      guard let found = try Inspection.of(settings.database) else {
        return Output.answer("There is no database at \(settings.database) yet; the first start makes it.")
      }
      if let other = OtherServer(settings.upstream, stored: found.server) {
        Output.complain(other.sentence)
        return EX_CONFIG
      }
      let counts = "\(found.visits) visits, \(found.workers) workers, \(found.clients) clients"
      return Output.answer(
        """
        \(settings.database) is whole: version \(found.version), \(counts), \(found.bytes) bytes\
        \(found.isInUse ? "; a visitsd has it open" : "").
        """)
    } catch {
      Output.complain(error.sentence)
      return EXIT_FAILURE
    }
  }

  /// `visitsd restore FILE`: puts a backup in the place of the database.
  static func restore(_ file: String, _ settings: Settings, on machine: Machine, now: Instant) -> Int32 {
    let owner = StateOwner(of: settings.database, on: machine)
    defer { owner.keep() }
    do {
      let outcome = try Restoration(of: file, to: settings.database, now: now).run()
      if let kept = outcome.kept { Output.answer("What was there before is kept in \(kept).") }
      if outcome.wasAnother {
        Output.answer(
          "⚠ It is another schedule, and not a later state of this backup. Is \(settings.database) the right one?")
      }
      if let undone = outcome.undone, undone > 0 {
        Output.answer(
          undone == 1 ? "The backup lacks 1 change of it." : "The backup lacks \(undone) changes of it.")
      }
      switch outcome.revoked {
      case 0?: break
      case 1?: Output.answer("1 device that was revoked after the backup was made stays revoked.")
      case let count?: Output.answer("\(count) devices that were revoked after the backup was made stay revoked.")
      case nil:
        Output.answer(
          "⚠ Which devices were revoked after the backup was made cannot be told: look through visits devices list.")
      }
      switch outcome.left {
      case 0: break
      case 1: Output.answer("1 worker who left after the backup was made stays away.")
      case let count: Output.answer("\(count) workers who left after the backup was made stay away.")
      }
      switch outcome.lost {
      case 0: break
      case 1: Output.answer("1 device was let in after the backup was made, and is not in it: invite it again.")
      case let count:
        Output.answer("\(count) devices were let in after the backup was made, and are not in it: invite them again.")
      }
      let zone = Zone(settings.agency.timeZone.identifier) ?? .utc
      for emergency in outcome.forgotten {
        // As the clock there showed it: 2026-11-20 16:03.
        let local = Timestamp(milliseconds: emergency.at.milliseconds + zone.offset(at: emergency.at) * 1000).text
        let moment = "\(local.prefix(10)) \(local.dropFirst(11).prefix(5))"
        Output.answer(
          "⚠ The emergency of \(emergency.worker), \(moment), was open, and nobody is told of it any more: see to it now."
        )
      }
      return Output.answer("\(settings.database) is \(file) now, with \(outcome.visits) visits. Start visitsd.")
    } catch {
      Output.complain("\(error). Nothing was changed.")
      return error.exitStatus
    }
  }
}
