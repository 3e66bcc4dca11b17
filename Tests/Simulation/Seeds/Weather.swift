import FHIR

/// The faults of one seed: which there are, and how often. Each seed has but some of them, since many at once would hide
/// one another.
struct Weather {
  /// Something that goes wrong on the way.
  enum Fault: CaseIterable {
    case unreachable
    case lost
    case answerLost
    case slow
    case repeated
    case busy
    case broken
    case taken
    case unauthorized
    case forbidden
    case conflict
    case stranger
    case truncated
    case untrusted
  }

  private let faults: [Fault]
  /// In how many of a hundred requests something goes wrong.
  private let percent: UInt64
  private var numbers: SeededNumbers
  /// Whether a server's conflict has been made up: then a change may be parked for it.
  let hasConflicts: Bool
  /// Whether the server forbids what it should not: then what is recorded beside visits may be parked for it.
  let forbids: Bool

  init(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed &+ 1 << 40)
    var faults = Fault.allCases.filter { _ in numbers.chance(35) }
    if faults.isEmpty { faults = [.answerLost] }
    self.faults = faults
    percent = 5 + numbers.next() % 40
    hasConflicts = faults.contains(.conflict)
    forbids = faults.contains(.forbidden)
    self.numbers = numbers
  }

  /// What becomes of the next request.
  mutating func fate(of request: FHIRRequest) -> Fate {
    guard numbers.chance(percent), let fault = numbers.pick(faults) else { return .delivered }
    switch fault {
    case .unreachable: return .unreachable
    case .lost: return .lost
    case .answerLost: return .answerLost
    case .untrusted: return .failed(.untrusted(.unknownIssuer))
    case .slow: return .slow(there: Int64(numbers.next() % 50_000), back: Int64(numbers.next() % 10_000))
    case .repeated: return .repeated(later: Int64(numbers.next() % 20_000), isSecondHeard: numbers.chance(40))
    case .busy:
      let after: Int? = numbers.chance(50) ? Int(numbers.next() % 60) : nil
      return .answered(FHIRAnswer(status: numbers.pick([408, 429, 503, 425, 423]) ?? 503, retryAfter: after))
    case .broken: return .answered(FHIRAnswer(status: numbers.pick([500, 502, 504]) ?? 500))
    case .taken:
      let status = numbers.pick([500, 502, 503, 504, 408]) ?? 500
      return .distorted { _ in FHIRAnswer(status: status) }
    case .unauthorized: return .answered(FHIRAnswer(status: 401))
    case .forbidden: return .answered(FHIRAnswer(status: 403))
    case .conflict: return request.method == .get ? .lost : .answered(FHIRAnswer(status: 409))
    case .stranger:
      let page = FHIRAnswer(
        status: numbers.pick([200, 302, 404, 422]) ?? 200, contentType: "text/html", body: Array("<html>".utf8))
      return numbers.chance(50) ? .answered(page) : .distorted { _ in page }
    case .truncated:
      let part = Int(numbers.next() % 100)
      return .distorted { answer in
        var answer = answer
        answer.body = Array(answer.body.prefix(answer.body.count * part / 100))
        if part % 2 == 0 { answer.version = nil }
        return answer
      }
    }
  }
}

extension SimulatedUpstream.Habits {
  /// How a server is.
  init(_ numbers: inout SeededNumbers, isIndexLate: Bool) {
    self.init()
    if numbers.chance(40) { skew = Int64(numbers.next() % 43_200_000) - 21_600_000 }
    if isIndexLate { indexLag = Int64(numbers.next() % 60_000) }
    if numbers.chance(50) { pageSize = 1 + Int(numbers.next() % 4) }
    repeatsRows = numbers.chance(30)
    if numbers.chance(25) { expiresPages = 20 }
    answersWithRecord = !numbers.chance(25)
    addsToRecords = numbers.chance(25)
    if numbers.chance(20) { mostEntries = 2 + Int(numbers.next() % 3) }
  }
}
