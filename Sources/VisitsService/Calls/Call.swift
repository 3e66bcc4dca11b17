import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// One call: who makes it, when, and the values that its handler may use.
struct Call: Sendable {
  /// The service, which every handler works with.
  let service: VisitsService
  /// The caller's session.
  private(set) var session: Session
  /// The caller's role, which the method's row has allowed.
  let role: Role
  /// The time at which the call was received.
  let now: Instant
  /// The language of the answer's texts, BCP 47; `nil` for the agency's language.
  let locale: String?
  /// The request line, if a repetition of it can be recognised.
  var line: CallLine?
  /// The place in the feed as of which the answer names people; by default the present.
  var feed: Int64 = .max

  /// The id for the record that this call creates, where every way of making it must use the same id.
  var reservedID: String?
  /// The place among the changes of emergencies that this process has received; 0 for changes from before the start.
  var order: Int64 = 0

  /// The context in which views are composed.
  var view: ViewContext { service.view(locale: locale, now: now) }

  /// Returns the call as of the time of a change, to compose its answer: a repeated call then gets the same answer as
  /// the first.
  func when(_ made: MadeChange) -> Call {
    Call(service: service, session: session, role: role, now: made.receivedAt, locale: locale, feed: made.feed)
      .behind(own.map(service.devices.successor(of:)))
  }

  /// Returns the call with the device's current worker. The office may have merged the worker into another since the
  /// device was authenticated. Every change of a device is made with this call.
  func meant(in transaction: ChangeTransaction) throws -> Call {
    behind(try own.map { try transaction.successor(of: $0) })
  }

  private func behind(_ worker: WorkerID?) -> Call {
    guard let device = session.device, let worker, worker != device.worker else { return self }
    var call = self
    call.session = session.behind(EnrolledDevice(id: device.id, worker: worker))
    return call
  }

  /// Returns the call with a reserved id and a place among the changes of emergencies.
  func reservingID(order: Int64) -> Call {
    var call = self
    call.reservedID = service.newReference()
    call.order = order
    return call
  }

  /// The key under which the call takes its turn: the device, since all devices share the gateway's user, or else the
  /// user.
  var user: String { session.device?.id.rawValue ?? session.caller.scope }

  /// Whether this caller may raise an emergency.
  var canRaise: Bool { EmergencyRaise.roles.contains(role) }

  /// The method by which this caller's checks are recorded.
  var checkMethod: Check.Method { role == .caregiver ? .device : .office }
}
