import Catalog
import VisitsAPI
import VisitsModel

extension ErrorView {
  /// Why a row of a table is not taken.
  static func row(
    _ problem: RowProblem, in context: ViewContext, describe: (VisitID) -> PlacedVisit?
  ) -> ErrorView {
    let phrases = context.phrases
    let message =
      switch problem {
      case .unknownPerson(let kind, let text, nil):
        phrases.text(kind == .worker ? .rowNoWorker : .rowNoClient, [.value: text])
      case .unknownPerson(let kind, let text, let nearest?):
        phrases.text(kind == .worker ? .rowNearWorker : .rowNearClient, [.value: text, .name: nearest])
      case .severalPeople(let kind, let text, let ids):
        phrases.text(
          kind == .worker ? .rowSeveralWorkers : .rowSeveralClients,
          [.value: text, .allowed: ids.joined(separator: ", ")])
      case .notScheduled(let visit, let status):
        phrases.text(
          .rowNotScheduled,
          [.state: TransitionWords(from: status, to: .scheduled).state(of: describe(visit), in: context)])
      case .obsolete: phrases[.rowObsolete]
      case .anotherClient: phrases[.rowAnotherClient]
      case .withdrawn: phrases[.rowWithdrawn]
      case .anotherCalendar(let worker): phrases.text(.rowAnotherCalendar, [.name: worker])
      case .repeated(let place): phrases.text(.rowRepeated, [.place: place.words(in: context)])
      }
    return ErrorView(.invalidParams, message, ["field": "content"])
  }

  /// Why a part of a text is not taken.
  static func upload(_ problem: UploadProblem, in context: ViewContext) -> ErrorView {
    let phrases = context.phrases
    switch problem {
    case .unknown: return ErrorView(.invalidParams, phrases[.uploadUnknown], ["field": "upload"])
    case .outOfOrder(let part, let expected):
      return ErrorView(
        .invalidParams,
        phrases.text(.uploadOutOfOrder, [.value: String(part), .expected: String(expected)]), ["field": "part"])
    case .differs(let part):
      return ErrorView(.invalidParams, phrases.text(.uploadDiffers, [.value: String(part)]), ["field": "part"])
    case .tooLarge(let limit):
      return ErrorView(
        .tooLarge, phrases.text(.uploadTooLarge, [.limit: String(limit)]), ["limit": "uploadBytes", "value": limit])
    case .full(let limit):
      return ErrorView(
        .busy, phrases.text(.uploadsFull, [.limit: String(limit)]), ["retryAfter": 60])
    }
  }
}

extension ViewContext {
  /// The reason of a visit that an imported table says is cancelled.
  package var cancelledInImport: String { phrases[.cancelledInImport] }
  /// What to do about a row without an id that may be the visit in its way, at another time.
  package var mayBeMoved: String { phrases[.mayBeMoved] }
}
