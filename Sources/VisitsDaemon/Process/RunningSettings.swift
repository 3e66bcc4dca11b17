import Dispatch
import Synchronization
import Systemd
import VisitsModel
import VisitsService

/// The settings in force, and the parts of the configuration that are not in force: settings that wait for a restart,
/// users and groups that this machine does not know yet, the file of a token or key that cannot be read yet, and
/// commands whose program cannot be run yet. The daemon runs without the last three and tries them again each minute.
actor RunningSettings {
  /// The time from one try to the next.
  static let pause = Duration.seconds(60)

  private var settings: Settings
  /// The settings that were changed in the file and wait for a restart.
  private var waiting: [String] = []
  private var lackingSecret: Settings.Upstream.LackingSecret?
  private var unusableCommands: [ConfiguredCommand] = []
  private let surroundings: Daemon.Surroundings
  private let log: Log
  /// Wakes ``keepTrying(take:syncAtOnce:)``, because something is lacking.
  private let lacks: AsyncStream<Void>
  private let lack: AsyncStream<Void>.Continuation
  private nonisolated let published = Mutex<[Warning]>([])

  init(_ settings: Settings, in surroundings: Daemon.Surroundings, log: Log) {
    self.settings = settings
    self.surroundings = surroundings
    self.log = log
    (lacks, lack) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// The standing warnings about settings that are not in force.
  nonisolated var warnings: [Warning] { published.withLock(\.self) }

  /// Looks for the users, groups, secrets and programs that the settings name, and reports those that are lacking. Call it
  /// once, at the start.
  func begin() {
    lackingSecret = settings.upstream.lackingSecret(credentials: surroundings.credentials)
    unusableCommands = settings.commands.filter { !surroundings.commands.canRun($0.command) }
    tellOfLacks()
    publish()
  }

  /// Puts the settings that were read again in force, as far as they can change while the daemon runs.
  ///
  /// - Parameters:
  ///   - take: Puts settings in force.
  ///   - syncAtOnce: Starts a sync, because its token or key can be read now.
  func reload(_ new: Settings, take: @Sendable (Settings) -> Void, syncAtOnce: @Sendable () -> Void) {
    let outcome = settings.reloaded(new)
    // Where less is logged from now on, this is still said.
    let isQuieter = outcome.settings.log.level < settings.log.level
    settings = outcome.settings
    waiting = outcome.waiting
    let isSecretFound = trySecret()
    unusableCommands = settings.commands.filter { !surroundings.commands.canRun($0.command) }
    publish()
    if isQuieter { tell(outcome) }
    take(settings)
    if !isQuieter { tell(outcome) }
    tellOfLacks()
    if isSecretFound { syncAtOnce() }
  }

  /// Looks each minute for users, groups, secrets and programs that are lacking, until the task is cancelled. Rests
  /// while none is.
  func keepTrying(
    take: @escaping @Sendable (Settings) -> Void, syncAtOnce: @escaping @Sendable () -> Void
  ) async {
    for await _ in lacks {
      while isLacking {
        guard (try? await surroundings.clock.sleep(for: Self.pause)) != nil else { return }
        await tryAgain(take: take, syncAtOnce: syncAtOnce)
      }
    }
  }

  private func tryAgain(take: (Settings) -> Void, syncAtOnce: () -> Void) async {
    let found = await Self.lookedUp(settings.roles.unknown, by: surroundings.resolve)
    // A reload may have come meanwhile: only names that are still unknown are replaced.
    let known = settings.roles.take(found)
    let isSecretFound = trySecret()
    let usable = unusableCommands.filter { surroundings.commands.canRun($0.command) }
    unusableCommands.removeAll { command in usable.contains { $0.place == command.place } }
    publish()
    for configured in usable { log(.commandUsable, ["VISITS_COMMAND": Configured(configured.place)]) }
    // Those that still cannot be run are not mended.
    if !usable.isEmpty { tellOfUnusableCommands() }
    for names in known {
      log(.rolesKnown, ["VISITS_SETTING": Configured(names.key), "VISITS_NAMES": Configured(names.text)])
    }
    if !known.isEmpty {
      // Those that are still unknown are not mended.
      tellOfUnknownRoles()
      take(settings)
    }
    if isSecretFound { syncAtOnce() }
  }

  /// Returns whether a token or key that could not be read can be read now.
  private func trySecret() -> Bool {
    guard let before = lackingSecret else { return false }
    lackingSecret = settings.upstream.lackingSecret(credentials: surroundings.credentials)
    guard lackingSecret == nil else { return false }
    log(.syncSecretFound, ["VISITS_SETTING": Configured(before.key), "VISITS_FILE": Configured(before.file)])
    return true
  }

  /// Looks up users and groups on a thread of its own, since a network's directory may not answer for long.
  private static func lookedUp(
    _ principals: Set<Settings.Principal>,
    by resolve: @escaping @Sendable (Settings.Principal) -> Settings.Principal
  ) async -> [Settings.Principal: Settings.Principal] {
    guard !principals.isEmpty else { return [:] }
    return await withCheckedContinuation { continuation in
      DispatchQueue(label: "accounts").async {
        continuation.resume(
          returning: Dictionary(uniqueKeysWithValues: principals.map { ($0, resolve($0)) }))
      }
    }
  }

  private var isLacking: Bool {
    lackingSecret != nil || !settings.roles.unknown.isEmpty || !unusableCommands.isEmpty
  }

  private func publish() {
    var warnings: [Warning] = waiting.isEmpty ? [] : [.restartPending(settings: waiting)]
    warnings += settings.roles.unknownNames.map { .roleUnknown(setting: $0.key, names: $0.names) }
    if let lackingSecret {
      let (key, file) = (lackingSecret.key, lackingSecret.file)
      warnings.append(
        lackingSecret.isCredential
          ? .syncCredentialMissing(setting: key, path: file) : .syncSecretUnreadable(setting: key, path: file))
    }
    published.withLock { [warnings] in $0 = warnings }
    if isLacking { lack.yield() }
  }

  private func tell(_ outcome: ReloadedSettings) {
    let keys = outcome.taken.isEmpty ? "nothing" : outcome.taken.joined(separator: ", ")
    log(.reloaded, ["VISITS_KEYS": Configured(keys)])
    if !outcome.waiting.isEmpty {
      log(.reloadIncomplete, ["VISITS_KEYS": Configured(outcome.waiting.joined(separator: ", "))])
    }
  }

  private func tellOfUnknownRoles() {
    for names in settings.roles.unknownNames {
      log(.rolesUnknown, ["VISITS_SETTING": Configured(names.key), "VISITS_NAMES": Configured(names.text)])
    }
  }

  private func tellOfLacks() {
    tellOfUnknownRoles()
    if let lackingSecret {
      log(
        lackingSecret.isCredential ? .syncCredentialMissing : .syncSecretUnreadable,
        ["VISITS_SETTING": Configured(lackingSecret.key), "VISITS_FILE": Configured(lackingSecret.file)])
    }
    tellOfUnusableCommands()
  }

  private func tellOfUnusableCommands() {
    for configured in unusableCommands {
      guard let number = surroundings.commands.problem(of: configured.command) else { continue }
      log(
        .commandUnusable,
        [
          "VISITS_COMMAND": Configured(configured.place), "VISITS_FILE": Configured(configured.command.program),
          "VISITS_CODE": SystemErrorNumber(number),
        ])
    }
  }
}
