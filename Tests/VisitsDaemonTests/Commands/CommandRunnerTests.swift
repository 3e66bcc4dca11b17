import Foundation
import Glibc
import Testing
import VisitsService
import VisitsTestSupport

@testable import VisitsDaemon

@Suite("A command of the operator's")
struct CommandRunnerTests {
  private let folder: Folder
  private let runner = CommandRunner()

  init() throws { folder = try Folder() }

  /// A script, whose `$0` is a file in the folder.
  private func script(_ text: String) -> Command {
    Command(program: "/bin/sh", arguments: ["-c", text, folder.path + "/out"])
  }

  private var out: String? { try? String(contentsOfFile: folder.path + "/out", encoding: .utf8) }

  private func untilOut() async {
    while out?.hasSuffix("\n") != true { await Task.yield() }
  }

  private func isAlive(_ pid: pid_t) -> Bool {
    // A zombie that nobody has reaped yet does not live.
    let status = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ") Z"
    return status.split(separator: ")").last?.split(separator: " ").first != "Z"
  }

  @Test("finds what it is given on its standard input, its arguments as they stand, and none of our environment")
  func input() async throws {
    let command = Command(
      program: "/bin/sh",
      arguments: ["-c", "{ cat; echo \"[$1]\"; /usr/bin/env; } > \"$0\"", folder.path + "/out", "$(id) ; *"])
    #expect(await runner.run(command, input: Array("{\"a\":1}\n".utf8), within: .seconds(60)) == .succeeded)
    let lines = try #require(out).split(separator: "\n")
    #expect(lines.prefix(2) == ["{\"a\":1}", "[$(id) ; *]"])
    let names = Set(lines.dropFirst(2).map { String($0.prefix { $0 != "=" }) })
    let fromTheShell: Set = ["PWD", "SHLVL", "_", "OLDPWD"]
    #expect(names.subtracting(fromTheShell) == ["PATH", "LANG"])
    // There is something to hide.
    let ours = Set(ProcessInfo.processInfo.environment.keys)
    #expect(!ours.subtracting(fromTheShell).subtracting(["PATH", "LANG"]).isEmpty)
  }

  @Test("that does not read its input is not waited for, however long that is; one that does gets all of it")
  func longInput() async throws {
    let input = [UInt8](repeating: 0x61, count: 300_000)
    #expect(await runner.run(Command(program: "/bin/true"), input: input, within: .seconds(60)) == .succeeded)
    #expect(await runner.run(script("wc -c > \"$0\""), input: input, within: .seconds(60)) == .succeeded)
    #expect(out == "300000\n")
    let tooLong = [UInt8](repeating: 0x61, count: 2_000_000)
    #expect(
      await runner.run(Command(program: "/bin/true"), input: tooLong, within: .seconds(60)) == .notStarted(E2BIG))
  }

  @Test("may print as much as it likes")
  func flood() async {
    let command = script("head -c 5000000 /dev/zero; head -c 5000000 /dev/zero >&2")
    #expect(await runner.run(command, input: [], within: .seconds(60)) == .succeeded)
  }

  @Test("tells how it ended")
  func outcomes() async throws {
    #expect(await runner.run(script("exit 3"), input: [], within: .seconds(60)) == .failed(status: 3))
    #expect(await runner.run(script("kill -9 $$"), input: [], within: .seconds(60)) == .killed(signal: 9))
    let missing = Command(program: folder.path + "/none")
    #expect(await runner.run(missing, input: [], within: .seconds(60)) == .notStarted(ENOENT))
    #expect(runner.problem(of: missing) == ENOENT)
    let text = Command(program: try folder.file([], "text"))
    #expect(await runner.run(text, input: [], within: .seconds(60)) == .notStarted(EACCES))
    #expect(runner.problem(of: text) == EACCES)
    #expect(!runner.canRun(Command(program: folder.path)))
    #expect(runner.canRun(Command(program: "/bin/true")))
  }

  @Test("that takes too long is ended, with everything that it has started")
  func hangs() async throws {
    let clock = DrivenClock()
    async let outcome = CommandRunner(clock: clock).run(
      script("sleep 1000 & echo $! $$ > \"$0\"; wait"), input: [], within: .seconds(30))
    await untilOut()
    let started = try #require(out).split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    #expect(started.count == 2 && started.allSatisfy(isAlive))
    #expect(getpgid(started[0]) == started[1])
    await clock.untilSomebodySleeps(for: .seconds(30))
    clock.advance(by: .seconds(30))
    #expect(await outcome == .timedOut)
    while started.contains(where: isAlive) { await Task.yield() }
  }

  @Test("that will not end when it is told to is killed two seconds later")
  func deaf() async throws {
    let clock = DrivenClock()
    async let outcome = CommandRunner(clock: clock).run(
      script("trap '' TERM; echo ready > \"$0\"; while :; do sleep 1000; done"), input: [], within: .seconds(30))
    await untilOut()
    await clock.untilSomebodySleeps(for: .seconds(30))
    clock.advance(by: .seconds(30))
    await clock.untilSomebodySleeps(for: .seconds(2))
    clock.advance(by: .seconds(2))
    #expect(await outcome == .timedOut)
  }

  @Test("is ended when whoever wants it run goes away")
  func cancelled() async throws {
    let command = script("trap '' TERM; echo $$ > \"$0\"; while :; do sleep 1000; done")
    let task = Task { [runner] in await runner.run(command, input: [], within: .seconds(1000)) }
    await untilOut()
    task.cancel()
    #expect(await task.value == .timedOut)
    let pid = try #require(out.flatMap { pid_t($0.dropLast()) })
    #expect(!isAlive(pid))
  }

  @Test("hands none of our descriptors on, though another begins at the same moment")
  func descriptors() async throws {
    let outcomes = await withTaskGroup(of: CommandOutcome.self) { group in
      for number in 0..<16 {
        let command = Command(
          program: "/bin/sh", arguments: ["-c", "cat > \"$0\"", folder.path + "/\(number)"])
        // It reads to the end: a pipe that another one holds has none.
        group.addTask { [runner] in await runner.run(command, input: [0x61], within: .seconds(60)) }
      }
      return await group.reduce(into: [CommandOutcome]()) { $0.append($1) }
    }
    #expect(outcomes == Array(repeating: .succeeded, count: 16))
  }
}
