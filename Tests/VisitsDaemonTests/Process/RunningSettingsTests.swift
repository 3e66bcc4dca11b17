import Glibc
import Synchronization
import Systemd
import Testing
import VisitsModel
import VisitsService
import VisitsTestSupport

@testable import VisitsDaemon

@Suite("Settings in force")
struct RunningSettingsTests {
  private let clock = DrivenClock()
  private let folder: Folder
  private let log = Log(
    to: LogOutput(to: .stream(descriptor: open("/dev/null", O_WRONLY | O_CLOEXEC), colour: false), identifier: "test") {
      0
    }, least: .info)
  /// The settings that were put in force, and a wish to sync, in their order.
  private let effects: AsyncStream<Effect>
  private let happens: AsyncStream<Effect>.Continuation

  private enum Effect: Sendable, Equatable {
    case take(Settings)
    case sync
  }

  init() throws {
    folder = try Folder()
    (effects, happens) = AsyncStream.makeStream(of: Effect.self)
  }

  private func start(
    _ settings: Settings, credentials: String? = nil, commands: any CommandRunning = HeldCommands(),
    resolve: @escaping @Sendable (Settings.Principal) -> Settings.Principal = { $0 }
  ) async -> RunningSettings {
    let running = RunningSettings(
      settings,
      in: Daemon.Surroundings(
        now: { Instant(milliseconds: 0) }, random: { (0, 0) }, clock: clock, uid: 900, commands: commands,
        credentials: credentials, resolve: resolve),
      log: log)
    await running.begin()
    return running
  }

  private func keepTrying(_ running: RunningSettings) async {
    await running.keepTrying { [happens] in
      happens.yield(.take($0))
    } syncAtOnce: { [happens] in
      happens.yield(.sync)
    }
  }

  private func reload(_ running: RunningSettings, _ new: Settings) async {
    await running.reload(new) { [happens] in
      happens.yield(.take($0))
    } syncAtOnce: { [happens] in
      happens.yield(.sync)
    }
  }

  private func nextEffect() async -> Effect? {
    var iterator = effects.makeAsyncIterator()
    return await iterator.next()
  }

  @Test("a group that the machine does not know is looked up each minute, and has its role once it is known")
  func roles() async throws {
    var settings = Settings(on: .test())
    settings.roles.coordinator = [.unknownGroup("planners"), .user(1001)]
    let answers = Answers()
    let running = await start(settings) { answers.resolve($0) }
    #expect(running.warnings == [.roleUnknown(setting: "roles.coordinator", names: ["@planners"])])
    #expect(
      log.memory.events.map(\.message) == [
        "roles.coordinator names users or groups that this machine does not know: @planners. They do not have this role; visitsd looks them up again every minute."
      ])
    async let _: Void = keepTrying(running)
    await clock.untilSomebodySleeps(for: .seconds(60))
    clock.advance(by: .seconds(60))
    // Still unknown, so the next minute begins.
    await clock.untilMoreSleeps(than: 1, for: .seconds(60))
    answers.know()
    clock.advance(by: .seconds(60))
    settings.roles.coordinator = [.group(50), .user(1001)]
    #expect(await nextEffect() == .take(settings))
    #expect(running.warnings == [])
    #expect(log.memory.events == [])
    #expect(clock.sleepsBegun(for: .seconds(60)) == 2)
  }

  @Test("sync begins within a minute when the file of its token is there, and the warning ends")
  func token() async throws {
    var settings = Settings(on: .test())
    settings.upstream.url = "https://ehr.example/fhir"
    settings.upstream.tokenFile = folder.path + "/token"
    let running = await start(settings)
    #expect(running.warnings == [.syncSecretUnreadable(setting: "upstream.tokenFile", path: folder.path + "/token")])
    async let _: Void = keepTrying(running)
    await clock.untilSomebodySleeps(for: .seconds(60))
    _ = try folder.file(Array("let-me-in\n".utf8), "token")
    clock.advance(by: .seconds(60))
    #expect(await nextEffect() == .sync)
    #expect(running.warnings == [])
  }

  @Test("the warning of a pager that is installed later ends within a minute, and that of another stays")
  func pager() async throws {
    var settings = Settings(on: .test())
    settings.emergency.tiers = [.init(program: folder.path + "/page"), .init(program: "/missing")]
    settings.roles.monitor = [.unknownGroup("planners")]
    let answers = Answers()
    let running = await start(settings, commands: CommandRunner()) { answers.resolve($0) }
    async let _: Void = keepTrying(running)
    await clock.untilSomebodySleeps(for: .seconds(60))
    #expect(symlink("/bin/true", folder.path + "/page") == 0)
    answers.know()
    clock.advance(by: .seconds(60))
    settings.roles.monitor = [.group(50)]
    #expect(await nextEffect() == .take(settings))
    #expect(
      log.memory.events.map(\.message) == [
        "The command of tier 2 of emergency.tiers cannot be run: /missing, 2 (No such file or directory). It pages and alerts no one; visitsd tries it again every minute."
      ])
  }

  @Test("a credential that was not handed over needs a restart")
  func credential() async throws {
    var settings = Settings(on: .test())
    settings.upstream.url = "https://ehr.example/fhir"
    settings.upstream.tokenCredential = "ehr"
    let running = await start(settings, credentials: folder.path)
    #expect(
      running.warnings == [.syncCredentialMissing(setting: "upstream.tokenCredential", path: folder.path + "/ehr")])
  }

  @Test("what waits for a restart is a warning until the file is as it was")
  func waiting() async throws {
    let settings = Settings(on: .test())
    let running = await start(settings)
    var new = settings
    new.limits.batch = 7
    new.state = "/srv/visits"
    new.alerts.lateAfterMinutes = 20
    await reload(running, new)
    #expect(running.warnings == [.restartPending(settings: ["state", "limits.batch"])])
    var taken = settings
    taken.alerts.lateAfterMinutes = 20
    #expect(await nextEffect() == .take(taken))
    await reload(running, settings)
    #expect(running.warnings == [])
  }

  @Test("a reload looks for users, tokens and programs again, without waiting for the minute")
  func reloaded() async throws {
    var settings = Settings(on: .test())
    settings.roles.monitor = [.unknownUser("bob")]
    settings.upstream.url = "https://ehr.example/fhir"
    settings.upstream.tokenFile = folder.path + "/token"
    settings.emergency.tiers = [.init(program: "/bin/true"), .init(program: "/missing")]
    settings.alerts.command = ["/missing"]
    let running = await start(settings)
    #expect(
      log.memory.events.first?.message
        == "The command of alerts.command cannot be run: /missing, 2 (No such file or directory). It pages and alerts no one; visitsd tries it again every minute."
    )
    #expect(log.memory.events.first?.count == 2)
    _ = try folder.file(Array("let-me-in\n".utf8), "token")
    settings.roles.monitor = [.user(1002)]
    settings.emergency.tiers = [.init(program: "/bin/true")]
    settings.alerts.command = []
    await reload(running, settings)
    #expect(running.warnings == [])
    #expect(await nextEffect() == .take(settings))
    #expect(await nextEffect() == .sync)
    #expect(log.memory.events == [], "all is mended")
  }
}

/// A directory that does not answer at first.
private final class Answers: Sendable {
  private let isKnown = Mutex(false)

  func know() { isKnown.withLock { $0 = true } }

  func resolve(_ principal: Settings.Principal) -> Settings.Principal {
    isKnown.withLock(\.self) && principal == .unknownGroup("planners") ? .group(50) : principal
  }
}
