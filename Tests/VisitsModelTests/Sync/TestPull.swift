@testable import VisitsModel

/// A ``PullMachine`` whose effects are told in words, and whose pages are named by letters: "a" has the records a1, a2, …
struct TestPull {
  /// All that the last run did, in words.
  private(set) var steps: [String] = []
  private var machine = PullMachine()

  /// What of the last run was kept.
  var kept: [String] { steps.filter { $0.hasPrefix("keep") } }

  static func at(_ seconds: Int64) -> Instant { Instant(milliseconds: seconds * 1000) }
  static func record(_ name: String) -> RecordAddress { RecordAddress(type: "", id: name) }
  static func days(_ texts: String...) -> [CareDay] { texts.compactMap { CareDay($0) } }

  /// The number that stands for a page's name.
  static func handle(_ name: String) -> SyncHandle {
    SyncHandle(rawValue: name.utf8.reduce(0) { $0 * 128 + Int($1) })
  }

  /// Begins another run.
  mutating func begin(_ plan: PullPlan) -> [String] {
    machine = PullMachine()
    steps = []
    return step(.begin(plan))
  }

  /// A page comes; `updated` has an instant for each of its records, in seconds.
  mutating func page(
    _ name: String, updated: [Int64] = [], deleted: [String] = [], date: Int64? = nil, unknown: [String] = [],
    behind: [String] = [],
    nameless: String? = nil, isNews: Bool = true, next: PulledPage.Next = .none
  ) -> [String] {
    let records = updated.map {
      RecordVersion(Self.record("\(name)\($0)"), version: "1", lastUpdated: Self.at($0))
    }
    return step(
      .page(
        PulledPage(
          Self.handle(name), date: date.map(Self.at), records: records,
          deleted: deleted.map(Self.record), unknown: unknown.map(Self.record),
          behind: behind.map(Self.record), nameless: nameless, isNews: isNews, next: next)))
  }

  mutating func step(_ event: PullMachine.Event) -> [String] {
    let told = machine.step(event).map { words($0) }
    steps += told
    return told
  }

  private func words(_ effect: PullMachine.Effect) -> String {
    switch effect {
    case .fetch(let request): "fetch " + words(request)
    case .carry: "carry"
    case .keep(let handle, let marks): "keep " + name(handle.rawValue) + words(marks)
    case .compare(let type, let days, let versions):
      "compare \(type) \(words(days)):" + versions.map { " " + $0.address.id }.joined()
    case .withdraw(let address): "withdraw " + address.id
    case .absent(let address): "absent " + address.id
    case .compared(let extent): "compared \(extent)"
    case .historyRead(let type, let instant): "history of \(type) read up to \(instant.milliseconds / 1000)"
    case .note(.search(let type, let trouble)): "note \(type): \(words(trouble))"
    case .note(.endless(let type)): "note \(type): endless"
    case .note(.record(let address, let trouble)): "note \(address.id): \(words(trouble))"
    case .renew: "renew"
    case .end(.succeeded): "end"
    case .end(.unreachable): "end unreachable"
    case .end(.failed(let failure, let retryAfter)): "end \(failure)" + (retryAfter.map { " \($0 / 1000)" } ?? "")
    }
  }

  private func words(_ days: ClosedRange<CareDay>) -> String {
    days.lowerBound == days.upperBound ? days.lowerBound.text : "\(days.lowerBound.text) to \(days.upperBound.text)"
  }

  private func words(_ request: PullRequest) -> String {
    switch request {
    case .changes(let type, let since): type + (since.map { " since \($0.milliseconds / 1000)" } ?? "")
    case .day(let type, let day): "\(type) on \(day.text)"
    case .versions(let type, let days, let areWhole):
      "\(areWhole ? "whole " : "")versions of \(type) on \(words(days))"
    case .history(let type, let since): "history of \(type) since \(since.milliseconds / 1000)"
    case .next(let link): link
    case .read(let address): address.id
    }
  }

  /// That a search was followed to its end is said where there is no watermark to say it.
  private func words(_ marks: [PullMark]) -> String {
    let said = marks.count == 1 ? marks : marks.filter { if case .followed = $0 { false } else { true } }
    return said.map { ", " + words($0) }.joined()
  }

  private func words(_ mark: PullMark) -> String {
    switch mark {
    case .followed(let type): "\(type) followed"
    case .watermark(let type, let instant): "\(type) up to \(instant.milliseconds / 1000)"
    case .covered(let type, let day): "\(type) \(day.text) covered"
    }
  }

  private func words(_ trouble: RequestTrouble) -> String {
    switch trouble {
    case .refused: "refused"
    case .unreadable: "unreadable"
    default: "\(trouble)"
    }
  }

  private func name(_ number: Int) -> String {
    number == 0 ? "" : name(number / 128) + String(UnicodeScalar(UInt8(number % 128)))
  }
}
