import FHIR
import VisitsModel
import VisitsSync

extension Simulation {
  /// Half of the way, in milliseconds.
  private static let usual: Int64 = 20

  /// A request leaves.
  ///
  /// - Parameter patience: For how long its answer is waited for, in milliseconds.
  func send(_ request: FHIRRequest, _ lane: SyncLanes.Lane, within patience: Int64) {
    let fate = network(request, requests.count)
    let words = "\(request.method.rawValue) \(request.relativeText)"
    requests.append(words)
    say("→ \(words)\(request.ifMatch.map { " if \($0)" } ?? "")\(fate.words.isEmpty ? "" : ": " + fate.words)")
    waiting[lane] = requests.count
    var ticket = Ticket(lane: lane, life: life, number: requests.count)
    let usual = Self.usual
    switch fate {
    case .delivered: arrival(request, ticket, after: usual)
    case .unreachable: reply(.failure(.unreachable(.noRoute)), ticket)
    case .lost: reply(.failure(.cut(.closed)), ticket)
    case .failed(let failure): reply(.failure(failure), ticket)
    case .answered(let answer): reply(.success(answer), ticket)
    case .answerLost:
      arrival(request, nil, after: usual)
      reply(.failure(.cut(.closed)), ticket)
    case .distorted(let distort):
      ticket.distort = distort
      arrival(request, ticket, after: usual)
    case .slow(let there, let back):
      let isHeard = there + back < patience
      ticket.back = back
      arrival(request, isHeard ? ticket : nil, after: there)
      if !isHeard { reply(.failure(.cut(.silence)), ticket, after: patience) }
    case .repeated(let later, let isSecondHeard):
      let isHeard = !isSecondHeard || later + 2 * usual < patience
      arrival(request, isSecondHeard ? nil : ticket, after: usual)
      arrival(request, isSecondHeard && isHeard ? ticket : nil, after: usual + later)
      if !isHeard { reply(.failure(.cut(.silence)), ticket, after: patience) }
    }
  }

  private func arrival(_ request: FHIRRequest, _ ticket: Ticket?, after milliseconds: Int64) {
    agenda.add(.arrival(request, ticket), at: clock.now.adding(milliseconds: milliseconds))
  }

  private func reply(_ result: Result<FHIRAnswer, FHIRFailure>, _ ticket: Ticket, after milliseconds: Int64? = nil) {
    agenda.add(.reply(result, ticket), at: clock.now.adding(milliseconds: milliseconds ?? Self.usual * 2))
  }

  /// A request is there.
  func arrive(_ request: FHIRRequest, _ ticket: Ticket?) {
    var answer = upstream.answer(request, at: clock.now)
    if let distort = ticket?.distort { answer = distort(answer) }
    say("← \(answer.status) to \(request.method.rawValue) \(request.relativeText)\(ticket == nil ? ", unheard" : "")")
    guard let ticket else { return }
    reply(.success(answer), ticket, after: ticket.back)
  }
}
