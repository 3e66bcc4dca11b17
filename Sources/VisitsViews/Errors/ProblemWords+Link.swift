import Catalog
import VisitsModel

extension ProblemWords {
  /// Why somebody cannot be linked to a record upstream, and what to do instead.
  func link(_ problem: LinkProblem) -> String {
    let phrases = context.phrases
    return switch problem {
    case .noRecord(let value): phrases.text(.linkNoRecord, [.value: value])
    case .otherKind(let record, let expected):
      phrases.text(.linkOtherKind, [.value: record, .expected: expected])
    case .noServer(let record): phrases.text(.linkNoServer, [.value: record])
    case .severalServers(let record, let allowed):
      phrases.text(.linkSeveralServers, [.value: record, .allowed: allowed.joined(separator: ", ")])
    case .otherRecord(let name, let record): phrases.text(.linkOtherRecord, [.name: name, .value: record])
    case .linkedToOther(let record, let name): phrases.text(.linkedToOther, [.value: record, .name: name])
    case .mergedUpstream(let record, let into):
      phrases.text(.linkMergedUpstream, [.value: record, .other: into])
    case .bothInEmergency(let name): phrases.text(.linkBothInEmergency, [.name: name])
    case .bothInSession(let name): phrases.text(.linkBothInSession, [.name: name])
    case .notLinked(let name): phrases.text(.notLinked, [.name: name])
    case .hasCome(let name, let record): phrases.text(.linkHasCome, [.name: name, .value: record])
    }
  }
}
