import VisitsModel

// Prints how many milliseconds it takes to look at the 40,000 visits of a day for what needs attention: the median of
// 101 looks at noon, when every tenth of the morning's was forgotten. Built and run by scripts/bench.

let noon = Instant(milliseconds: 1_795_201_200_000)
let visits = (0..<40_000).compactMap { number -> WatchedVisit? in
  guard let worker = WorkerID(rawValue: "worker-\(number % 1000)"), let client = ClientID(rawValue: "margaret-chen")
  else { return nil }
  let start = noon.adding(minutes: Int64(number % 960) - 480)
  let isDone = start < noon.adding(minutes: -60) && number % 10 != 0
  return WatchedVisit(
    id: VisitID(rawValue: "018f3b2e-7c1a-7b3d-9f00-\(100_000_000_000 + number)"), worker: worker, client: client,
    isTimeCritical: number % 20 == 0, start: start, end: start.adding(minutes: 60),
    status: isDone ? .completed : .scheduled)
}
var raised: Set<Int> = []
let looks = (0..<101).map { _ in
  ContinuousClock().measure { raised.insert(LateRule().findings(visits, open: [], now: noon).raised.count) }
}
precondition(visits.count == 40_000 && raised.count == 1 && !raised.contains(0))
print(looks.sorted()[50] / .milliseconds(1))
