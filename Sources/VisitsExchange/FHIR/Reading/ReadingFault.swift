import FHIR
import VisitsModel

/// A fault in a resource, and its place.
struct ReadingFault: Error, Sendable, Hashable {
  /// The way from the resource to the value; empty for the whole.
  var path = ""
  /// What is wrong.
  var reason: Reason

  enum Reason: Sendable, Hashable {
    case noIdentity
    case identitiesDiffer(fullURL: String, resource: String)
    case copiesDiffer(entries: [Int])
    case nestedBundle
    case tooLong(limit: Int)
    case noStatus
    case unknownStatus(String)
    case noStart
    case noEnd
    case endNotAfterStart
    case longerThanADay
    case undatable
    case bornAhead
    case encounterEndsBeforeItStarts
    case encounterContradicts(encounter: String, status: String)
    case tooManyParticipants(limit: Int)
    case noPatient
    case severalPatients
    case roleWithoutPractitioner
    case roleAlone
    case containedWithoutIdentifier(type: String)
    case notInBundle(String, display: String? = nil)
    case unresolvable
    case leadsNowhere(String, display: String?)
    case ambiguous(entries: [Int])
    case refusedItself(place: String)
    case wrongActor(expected: String, found: String)
    case modified(url: String)
    case patientInformed
    case workerNamedOnly(String)
    case encounterOfOthers
    case encounterSecond(place: String)
    // What is taken, but deserves a look
    case sharedIdentifier(String)
    case replaced
    case nameless
    /// The record leaves it open which of several addresses holds. This one counts.
    case doubtfulAddress(String)
    case noZone(String)
    case placeElsewhere(String)
    case placeByName(String, name: String)
    case namesNothing
    case namedOnly(String, isOpen: Bool)
    case clientDeclined
    case furtherPlace(String)
    case partOfTime(from: String, to: String)
    case notWholeDate(String)
    case moreElsewhere(count: Int, total: Int?)
    case outcome(String)
    case deletion(String)
  }
}

extension ReadingFault.Reason {
  /// Whether the office must look at what sync takes in, or a visit would be made otherwise than upstream means it.
  var concernsOffice: Bool {
    switch self {
    case .clientDeclined, .furtherPlace, .partOfTime, .workerNamedOnly: true
    case .namedOnly(_, let isOpen): isOpen
    default: false
    }
  }
}

extension ReadingFault.Reason {
  /// The fault as it is stored.
  var fault: TextFault {
    func shown(_ text: String) -> String { Quotation(text, marks: false).description }
    // The end of a reference is the id, by which it is found.
    func whole(_ reference: String, _ display: String? = nil) -> String {
      Quotation(reference: reference).description
        + (display.map { " (\(Quotation($0, limit: 80, marks: false)))" } ?? "")
    }
    return switch self {
    case .noIdentity: TextFault(.fhirNoIdentity)
    case .identitiesDiffer(let fullURL, let resource):
      TextFault(.fhirIdentitiesDiffer, [.value: whole(fullURL), .other: whole(resource)])
    case .copiesDiffer(let entries): TextFault(.fhirCopiesDiffer, [.place: list(entries)])
    case .nestedBundle: TextFault(.fhirNestedBundle)
    case .tooLong(let limit): TextFault(.tooLong, [.limit: String(limit)])
    case .noStatus: TextFault(.fhirNoStatus)
    case .unknownStatus(let status): TextFault(.fhirUnknownStatus, [.value: shown(status)])
    case .noStart: TextFault(.fhirNoStart)
    case .noEnd: TextFault(.fhirNoEnd, [.other: "minutesDuration"])
    case .endNotAfterStart: TextFault(.endNotAfterStart)
    case .longerThanADay: TextFault(.fhirLongerThanADay)
    case .undatable: TextFault(.fhirUndatable)
    case .bornAhead: TextFault(.fhirBornAhead)
    case .encounterEndsBeforeItStarts: TextFault(.fhirEncounterBackwards)
    case .encounterContradicts(let encounter, let status):
      TextFault(.fhirContradicts, [.value: encounter, .other: status])
    case .tooManyParticipants(let limit): TextFault(.fhirTooManyParticipants, [.limit: String(limit)])
    case .noPatient: TextFault(.fhirNoPatient)
    case .severalPatients: TextFault(.fhirSeveralPatients)
    case .roleWithoutPractitioner: TextFault(.fhirRoleWithoutPractitioner)
    case .roleAlone: TextFault(.fhirRoleAlone)
    case .containedWithoutIdentifier(let type): TextFault(.fhirContainedUnknown, [.value: shown(type)])
    case .notInBundle(let reference, let display): TextFault(.fhirNotInBundle, [.value: whole(reference, display)])
    case .unresolvable: TextFault(.fhirUnresolvable)
    case .leadsNowhere(let reference, let display): TextFault(.fhirLeadsNowhere, [.value: whole(reference, display)])
    case .ambiguous(let entries): TextFault(.fhirAmbiguous, [.place: list(entries)])
    case .refusedItself(let place): TextFault(.fhirRefusedItself, [.place: place])
    case .wrongActor(let expected, let found):
      TextFault(.fhirWrongActor, [.value: shown(found), .expected: expected])
    case .modified(let url): TextFault(.fhirModified, [.value: whole(url)])
    case .patientInformed: TextFault(.fhirPatientInformed)
    case .workerNamedOnly(let name): TextFault(.fhirWorkerNamedOnly, [.value: shown(name)])
    case .encounterOfOthers: TextFault(.fhirEncounterOfOthers)
    case .encounterSecond(let place): TextFault(.fhirEncounterSecond, [.place: place])
    case .sharedIdentifier(let value): TextFault(.fhirSharedIdentifier, [.value: shown(value)])
    case .replaced: TextFault(.fhirReplaced)
    case .nameless: TextFault(.fhirNameless)
    case .doubtfulAddress(let address): TextFault(.fhirDoubtfulAddress, [.value: shown(address)])
    case .noZone(let name): TextFault(.fhirNoZone, [.value: shown(name)])
    case .placeElsewhere(let reference): TextFault(.fhirPlaceElsewhere, [.value: whole(reference)])
    case .placeByName(let reference, let name):
      TextFault(.fhirPlaceByName, [.value: whole(reference), .name: shown(name)])
    case .namesNothing: TextFault(.fhirNamesNothing)
    case .namedOnly(let name, _): TextFault(.fhirNamedOnly, [.value: shown(name)])
    case .clientDeclined: TextFault(.fhirClientDeclined)
    case .furtherPlace(let name): TextFault(.fhirFurtherPlace, [.value: whole(name)])
    case .partOfTime(let start, let end): TextFault(.fhirPartOfTime, [.start: start, .other: end])
    case .notWholeDate(let date): TextFault(.fhirNotWholeDate, [.value: shown(date)])
    case .moreElsewhere(let count, let total?):
      TextFault(.fhirMoreOfTotal, [.count: String(count), .number: String(total)])
    case .moreElsewhere: TextFault(.fhirMoreElsewhere)
    case .outcome(let words): TextFault(.fhirOutcome, [.text: words])
    case .deletion(let url): TextFault(.fhirDeletion, [.value: whole(url)])
    }
  }

  private func list(_ entries: [Int]) -> String {
    entries.prefix(5).map { "entry[\($0)]" }.joined(separator: ", ") + (entries.count > 5 ? ", ..." : "")
  }
}
