import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// One call of a method: who makes it, when, and the values that its handler may use.
struct Call: Sendable {
  /// The service that handles the call.
  let service: VisitsService
  /// The caller's session.
  private(set) var session: Session
  /// The caller's role. The method table allows the method for this role.
  let role: Role
  /// The time at which the call was received.
  let now: Instant
  /// The language of the texts in the answer, as a BCP 47 tag; `nil` for the agency's language.
  let locale: String?
  /// The call's request line, under which its answer can be cached for later calls with the same line. `nil` if its
  /// bytes cannot be compared with those of other lines.
  var line: CallLine?
  /// The sequence in the event feed as of which the answer names clients and workers; by default the present.
  var feed: Int64 = .max

  /// The reserved id of the emergency that this call raises. The database writer, and the spool that stores the call if
  /// the writer fails, must use the same id.
  var reservedID: String?
  /// The call's number among the changes of emergencies, in the order in which this process has received them. It is 0
  /// for changes that were received before the daemon started.
  var order: Int64 = 0

  /// The context in which views are composed.
  var view: ViewContext { service.view(locale: locale, now: now) }

  /// Returns a copy of the call as of the time at which a change was made, for composing its answer. A repeated call
  /// then gets the same answer as the first.
  func when(_ made: MadeChange) -> Call {
    Call(service: service, session: session, role: role, now: made.receivedAt, locale: locale, feed: made.feed)
      .behind(own.map(service.devices.successor(of:)))
  }

  /// Returns a copy of the call with the device's current worker. The office may have merged the worker into another
  /// one after the device was authenticated. Every change by a device is made with this copy.
  func meant(in transaction: ChangeTransaction) throws -> Call {
    behind(try own.map { try transaction.successor(of: $0) })
  }

  private func behind(_ worker: WorkerID?) -> Call {
    guard var device = session.device, let worker, worker != device.worker else { return self }
    device.worker = worker
    var call = self
    call.session = session.behind(device)
    return call
  }

  /// Returns a copy of the call with a newly reserved id and the given number among the changes of emergencies.
  func reservingID(order: Int64) -> Call {
    var call = self
    call.reservedID = service.newReference()
    call.order = order
    return call
  }

  /// The key under which users take turns in the queues. For a device it is the device's id, since all devices call
  /// through the one user of the gateway. For other callers it is their scope.
  var user: String { session.device?.id.rawValue ?? session.caller.scope }

  /// Whether this caller may raise an emergency.
  var canRaise: Bool { EmergencyRaise.roles.contains(role) }

  /// The method with which check-ins and check-outs by this caller are recorded: by a device or by the office.
  var checkMethod: Check.Method { role == .caregiver ? .device : .office }
}
