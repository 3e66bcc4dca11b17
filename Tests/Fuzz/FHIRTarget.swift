import FHIR
import JSON
import VisitsAPI
import VisitsExchange
import VisitsModel
import VisitsViews

/// What another system exports: the text of a Bundle, read into a plan.
enum FHIRTarget: FuzzTarget {
  private static let reader = FHIRBundleReader(
    now: Instant(milliseconds: 1_763_654_400_000),
    limits: ReadingLimits(bytes: 1 << 16, depth: 32, values: 4096, stringBytes: 4096, contained: 16))

  static func run(_ input: [UInt8]) {
    let bundle: Bundle
    do {
      bundle = try Bundle(json: input, limits: reader.limits)
    } catch {
      demand(error.description.utf8.count < 4096, "a problem is told in a sentence, however long the text")
      return checkRefusal(of: input, error)
    }
    demand(isSoundEnough(input), "a Bundle is JSON")
    let plan = reader.plan(from: bundle)
    demand(reader.plan(from: bundle) == plan, "the same Bundle gives the same plan")
    check(plan)
    checkRewritten(input, plan)
    // With everybody known from before there is nobody who could be missing.
    checkThings(of: reader.plan(from: bundle) { _, _ in true })
  }

  private static func check(_ plan: ImportPlan) {
    checkThings(of: plan)
    let workers = Set(plan.workers.flatMap(\.identities))
    let clients = Set(plan.clients.flatMap(\.identities))
    for visit in plan.visits {
      demand(clients.contains(visit.client), "a visit's client is in the plan")
      if let worker = visit.worker { demand(workers.contains(worker), "a visit's worker is in the plan") }
    }
  }

  private static func checkThings(of plan: ImportPlan) {
    for worker in plan.workers {
      demand(!worker.identities.isEmpty && !worker.name.isEmpty, "a worker has an identity and a name")
      demand(Slug.isValid(worker.slug), "a worker's id is a slug: \(worker.slug)")
    }
    for client in plan.clients {
      demand(!client.identities.isEmpty && !client.name.isEmpty, "a client has an identity and a name")
      demand(Slug.isValid(client.slug), "a client's id is a slug: \(client.slug)")
    }
    for visit in plan.visits {
      demand(!visit.identities.isEmpty, "a visit has an identity")
      demand((1...visit.parts).contains(visit.part), "a visit is one of its Appointment's")
      demand(visit.start < visit.end, "a visit ends after its start")
      demand(visit.start.milliseconds(to: visit.end) <= Visit.longest, "a visit lasts at most a day")
      demand(Instant.writable.contains(visit.start) && Instant.writable.contains(visit.end), "a visit has a date")
    }
    for refused in plan.refused {
      let view = refused.view(in: person)
      demand(!view.place.isEmpty && !view.reason.isEmpty, "a refusal says where and why")
    }
  }

  /// The text written anew from its values, without its spaces and escapes, plans the same.
  private static func checkRewritten(_ input: [UInt8], _ plan: ImportPlan) {
    guard let value = try? JSONScanner.parse(input), let again = try? Bundle(json: value.bytes) else { return }
    let other = reader.plan(from: again)
    demand(
      other.workers == plan.workers && other.clients == plan.clients && other.visits == plan.visits
        && other.withdrawals == plan.withdrawals && other.passedOver == plan.passedOver
        && other.refused.map(\.place) == plan.refused.map(\.place),
      "a text without its spaces and escapes plans the same")
  }

  /// The index of a text is refused as no JSON only where its values are, too.
  private static func checkRefusal(of input: [UInt8], _ problem: FHIRProblem) {
    switch problem.reason {
    case .notJSON, .notUTF8:
      demand((try? JSONScanner.parse(input)) == nil, "only what is no JSON is refused as such")
    default: break
    }
  }

  /// JSON, but for what this reader takes on purpose and other rooms do not: a byte order mark, names that stand twice
  /// where nobody reads them, half a surrogate pair, numbers of any size, and more depth.
  private static func isSoundEnough(_ input: [UInt8]) -> Bool {
    do {
      _ = try JSONScanner.parse(input, depth: 64)
      return true
    } catch {
      switch error.kind {
      case .byteOrderMark, .duplicateName, .loneSurrogate, .numberOutOfRange: return true
      default: return false
      }
    }
  }
}
