import JSON
import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitsService {
  /// Any error as it goes over the wire. Ours are worded in the caller's language; what should never happen gets an id
  /// under which the log has it, and tells nothing of the inside.
  func wording(of error: any Error, in view: ViewContext) -> RPCError {
    switch error {
    case let error as RPCError: error
    case let refusal as Refusal: RPCError(words(of: refusal, in: view))
    case StoreFault.busy: .busy(retryAfter: 1, view.tooManyChanges)
    default: internalError(error)
    }
  }

  func words(of refusal: Refusal, in view: ViewContext) -> ErrorView {
    // Names make the sentence better; where they cannot be read, it stands without them.
    let mentioned = refusal.mentionedVisits
    let placed = mentioned.isEmpty ? [] : (try? store.readNow { try $0.placed(mentioned) }) ?? []
    return .wording(refusal, in: view, farAwayMetres: settings.farAwayMetres) { id in
      placed.first { $0.visit.id == id }
    }
  }

  private func internalError(_ error: any Error) -> RPCError {
    let reference = newReference()
    report(.internalFault(reference: reference, error: "\(type(of: error))"))
    return .internalError(reference: reference)
  }

  /// Tells the operator of what should never happen, where no caller is told.
  func reportFault(_ error: any Error) {
    if let notice = Notice(ofFault: error, reference: newReference()) { report(notice) }
  }
}

extension VisitsService.Notice {
  /// What should never happen, where no caller is told of it; `nil`: it may happen. Why the store is not to be had, it
  /// tells itself, and what was cancelled has not failed.
  init?(ofFault error: any Error, reference: @autoclosure () -> String) {
    switch error {
    case Refusal.unavailable, StoreFault.busy, is CancellationError: return nil
    default: self = .internalFault(reference: reference(), error: "\(type(of: error))")
    }
  }
}

extension RPCError {
  /// The same on the wire.
  init(_ view: ErrorView) {
    var data = JSONObject()
    for datum in view.data {
      var writer = JSONWriter()
      datum.value.write(to: &writer)
      // What our own writer wrote is JSON.
      data[datum.name] = try? JSONScanner.parse(writer.bytes)
    }
    self.init(code: view.kind.code, kind: view.kind.rawValue, message: view.message, data: data)
  }
}
