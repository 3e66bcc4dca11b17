import Foundation
import Synchronization

/// `simulate [--seeds N] [--from S] [--history] [--first]`: runs seeds, and says which of them broke a promise. `--first`
/// ends it with the first that did.
@main
struct Simulate {
  private var seeds: UInt64 = 1000
  private var from: UInt64 = 1
  private var isTold = false
  private var isFirstEnough = false

  static func main() {
    var simulate = Simulate()
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      switch (word, ["--history", "--first"].contains(word) ? nil : words.popFirst().flatMap(UInt64.init)) {
      case ("--seeds", let number?): simulate.seeds = number
      case ("--from", let number?): simulate.from = number
      case ("--history", _): simulate.isTold = true
      case ("--first", _): simulate.isFirstEnough = true
      default:
        print("usage: simulate [--seeds N] [--from S] [--history] [--first]")
        exit(2)
      }
    }
    exit(simulate.run() ? 0 : 1)
  }

  private struct Finding {
    var seed: UInt64
    var words: [String]
    var history: [String]
  }

  private func run() -> Bool {
    let begun = ContinuousClock.now
    let next = Mutex(from)
    let findings = Mutex<[Finding]>([])
    let end = from + seeds
    let (isTold, isFirstEnough) = (isTold, isFirstEnough)
    let group = DispatchGroup()
    // Threads of their own, since the store's queues need theirs; more than cores, since each waits for its store at times.
    for _ in 0..<min(2 * ProcessInfo.processInfo.activeProcessorCount, Int(seeds)) {
      group.enter()
      let thread = Thread {
        while true {
          let seed = next.withLock { next in
            defer { next += 1 }
            return next
          }
          guard seed < end else { break }
          let finding = Self.play(seed)
          if isFirstEnough, !finding.words.isEmpty { next.withLock { $0 = end } }
          if isTold || !finding.words.isEmpty { findings.withLock { $0.append(finding) } }
        }
        group.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    group.wait()
    let all = findings.withLock { $0 }.sorted { $0.seed < $1.seed }
    let broken = all.filter { !$0.words.isEmpty }
    for finding in all.prefix(isTold ? all.count : 3) {
      for line in finding.history where isTold || !Self.isRoutine(line) { print(line) }
      print("seed \(finding.seed): \(finding.words.isEmpty ? "kept" : finding.words.joined(separator: "; "))\n")
    }
    for finding in broken.prefix(isFirstEnough ? 1 : broken.count) {
      print("scripts/simulate --seeds 1 --from \(finding.seed)   # \(finding.words[0])")
    }
    let time = ContinuousClock.now - begun
    print("\(seeds) seeds from \(from): \(broken.count) broke a promise, in \(time.components.seconds) s")
    return broken.isEmpty
  }

  /// Whether a line tells of nothing but a search that goes well.
  private static func isRoutine(_ line: String) -> Bool {
    line.contains("← 200 to GET") || line.contains("→ GET") && line.contains("?") && !line.contains(": ")
  }

  private static func play(_ number: UInt64) -> Finding {
    do {
      var seed = try Seed(number)
      let words: [String]
      do {
        words = try seed.run()
      } catch {
        words = ["\(error)"]
      }
      return Finding(seed: number, words: words, history: seed.agency.simulation.history)
    } catch {
      return Finding(seed: number, words: ["\(error)"], history: [])
    }
  }
}
