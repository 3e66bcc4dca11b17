import FHIR
import FHIRClient
import Synchronization
import Testing

/// 2026-11-20T08:00:00Z.
let morning = FHIRInstant(milliseconds: 1_795_161_600_000)

/// A wall clock that a test moves.
final class WallClock: Sendable {
  private let milliseconds = Mutex(morning.milliseconds)

  var now: FHIRInstant { FHIRInstant(milliseconds: milliseconds.withLock { $0 }) }

  func advance(seconds: Int64) {
    milliseconds.withLock { $0 += seconds * 1000 }
  }
}

/// Makes a client, uses it and shuts it down.
func withClient<Value: Sendable>(
  _ settings: FHIRClientSettings, clock: any Clock<Duration> = ContinuousClock(), wall: WallClock = WallClock(),
  _ use: (FHIRClient) async throws -> Value
) async throws -> Value {
  let count = Atomic(0)
  let client = try FHIRClient(
    settings, clock: clock, now: { wall.now }, newID: { "id-\(count.add(1, ordering: .relaxed).newValue)" })
  do {
    let value = try await use(client)
    await client.shutdown()
    return value
  } catch {
    await client.shutdown()
    throw error
  }
}

/// What a client of this server gets for one request.
func outcome(
  of request: FHIRRequest, limits: ExchangeLimits = ExchangeLimits(), authorities: String? = nil, base: String
) async throws -> Result<FHIRAnswer, FHIRFailure> {
  try await withClient(FHIRClientSettings(base: base, authorities: authorities, limits: limits)) { client in
    await client.perform(request)
  }
}

/// What a client gets for one request from a server that answers so.
func outcome(
  of request: FHIRRequest = .read("Appointment", "a"), limits: ExchangeLimits = ExchangeLimits(),
  clock: any Clock<Duration> = ContinuousClock(), from answer: @escaping @Sendable (ReadRequest) -> ScriptedServer.Reply
) async throws -> Result<FHIRAnswer, FHIRFailure> {
  let server = try await ScriptedServer(answer: answer)
  let settings = FHIRClientSettings(base: server.base, limits: limits)
  let outcome = try await withClient(settings, clock: clock) { await $0.perform(request) }
  try await server.stop()
  return outcome
}
