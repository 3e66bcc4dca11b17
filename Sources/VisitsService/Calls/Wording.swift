import JSON
import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitsService {
  /// Returns the wire form of any error. A refusal is worded in the caller's language. Of an unexpected error the
  /// caller gets only a reference, under which the log has the error.
  func wording(of error: any Error, in view: ViewContext) -> RPCError {
    switch error {
    case let error as RPCError: error
    case let refusal as Refusal: RPCError(words(of: refusal, in: view))
    case StoreFault.busy: .busy(retryAfter: 1, view.tooManyChanges)
    default: internalError(error)
    }
  }

  func words(of refusal: Refusal, in view: ViewContext) -> ErrorView {
    // Names improve the sentence. If they cannot be read, the sentence goes without them.
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

  /// Reports an unexpected error to the operator. Used when no caller receives the error.
  func reportFault(_ error: any Error) {
    if let notice = Notice(ofFault: error, reference: newReference()) { report(notice) }
  }
}

extension VisitsService.Notice {
  /// Creates the notice of an unexpected error that no caller receives. Returns `nil` if the store is unavailable,
  /// which the store reports itself, and if a task was cancelled, which is no failure.
  init?(ofFault error: any Error, reference: @autoclosure () -> String) {
    switch error {
    case Refusal.unavailable, StoreFault.busy, is CancellationError: return nil
    default: self = .internalFault(reference: reference(), error: "\(type(of: error))")
    }
  }
}

extension RPCError {
  /// Creates the wire form of an error that has its words already.
  init(_ view: ErrorView) {
    var data = JSONObject()
    for datum in view.data {
      var writer = JSONWriter()
      datum.value.write(to: &writer)
      // The writer always produces valid JSON.
      data[datum.name] = try? JSONScanner.parse(writer.bytes)
    }
    self.init(code: view.kind.code, kind: view.kind.rawValue, message: view.message, data: data)
  }
}
