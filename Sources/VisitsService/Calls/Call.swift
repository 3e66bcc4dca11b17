import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// One call on its way through: who asks, when, and what a handler may use.
struct Call: Sendable {
  /// What every handler works with.
  let service: VisitsService
  /// Who asks.
  private(set) var session: Session
  /// The caller's role, which the method's row allows.
  let role: Role
  /// When we heard of it.
  let now: Instant
  /// The language of texts, BCP 47; `nil`: the agency's.
  let locale: String?
  /// The line that says this call and nothing else, if it can be known again.
  var line: CallLine?
  /// The place in the feed as of which people are called by their names; by default now.
  var feed: Int64 = .max

  /// The id for what this call makes, where it must be the same whichever way it is made.
  var reservedID: String?
  /// In which order this process heard of it, among changes of emergencies; 0: before it started.
  var order: Int64 = 0

  /// What views are composed with.
  var view: ViewContext { service.view(locale: locale, now: now) }

  /// The same call at the moment when a change was made, for its answer: a repeat composes what the first one did.
  func when(_ made: MadeChange) -> Call {
    Call(service: service, session: session, role: role, now: made.receivedAt, locale: locale, feed: made.feed)
      .behind(own.map(service.devices.successor(of:)))
  }

  /// The same call of the worker who is there now: the office may have merged the device's worker into another since the
  /// device was asked who it is. Every change of a device is made by this one.
  func meant(in transaction: ChangeTransaction) throws -> Call {
    behind(try own.map { try transaction.successor(of: $0) })
  }

  private func behind(_ worker: WorkerID?) -> Call {
    guard let device = session.device, let worker, worker != device.worker else { return self }
    var call = self
    call.session = session.behind(EnrolledDevice(id: device.id, worker: worker))
    return call
  }

  /// The same call with an id for what it makes, at its place among changes of emergencies.
  func reservingID(order: Int64) -> Call {
    var call = self
    call.reservedID = service.newReference()
    call.order = order
    return call
  }

  /// Whose turn it takes: the device's, since the gateway's user is one for all of them, or the user's.
  var user: String { session.device?.id.rawValue ?? session.caller.scope }

  /// Whether this caller may raise an emergency.
  var canRaise: Bool { EmergencyRaise.roles.contains(role) }

  /// How we know of a check that this caller reports.
  var checkMethod: Check.Method { role == .caregiver ? .device : .office }
}
