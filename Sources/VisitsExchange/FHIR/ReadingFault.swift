import FHIR
import VisitsModel

/// Why one resource cannot be taken, and where in it.
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
    case notInBundle(String)
    case unresolvable
    case ambiguous(entries: [Int])
    case refusedItself(place: String)
    case wrongActor(expected: String, found: String)
  }
}

extension ReadingFault.Reason: CustomStringConvertible {
  /// In words that tell what to do.
  var description: String {
    switch self {
    case .noIdentity:
      "has no id, no fullUrl and no identifier with a system; without one a second import could not find it again"
    case .identitiesDiffer(let fullURL, let resource):
      "fullUrl \(Quotation(fullURL)) and the resource \(Quotation(resource)) are not the same; correct one of them"
    case .copiesDiffer(let entries):
      "stands in the Bundle more than once with different content (\(list(entries))); keep the one that is true"
    case .nestedBundle: "a Bundle inside a Bundle is not read; import it by itself"
    case .tooLong(let limit): "is longer than \(limit) characters; shorten it"
    case .noStatus: "is missing; it is needed to know whether the visit takes place"
    case .unknownStatus(let status): "\(Quotation(status)) is no status of an Appointment in FHIR R4"
    case .noStart: "is missing; a visit needs a planned start"
    case .noEnd: "is missing, and so is minutesDuration; a visit needs a planned end"
    case .endNotAfterStart: "the end is not after the start; correct one of them"
    case .longerThanADay: "is planned for more than 24 hours; split it into several Appointments"
    case .undatable: "lies outside the years 1 to 9999; give the date that was meant"
    case .bornAhead: "lies ahead; give the true date of birth, or none"
    case .encounterEndsBeforeItStarts: "the Encounter's period ends before it starts; correct one of them"
    case .encounterContradicts(let encounter, let status):
      "the Encounter is \(encounter) but the Appointment is \(status); correct one of them"
    case .tooManyParticipants(let limit):
      "more than \(limit) take part; a visit is one client's, split it into several Appointments"
    case .noPatient: "no Patient takes part; a visit needs a client"
    case .severalPatients: "several Patients take part; make one Appointment for each"
    case .roleWithoutPractitioner: "the PractitionerRole names no Practitioner; refer to the Practitioner"
    case .roleAlone:
      "is a PractitionerRole, and sync does not look up whose; let the Practitioner take part, too"
    case .containedWithoutIdentifier(let type):
      "the contained \(type) has no identifier with a system, so nobody can tell who it is; "
        + "add one, or refer to a \(type) of its own"
    case .notInBundle(let reference):
      "\(Quotation(reference)) is not in this Bundle and was never imported; add it to the Bundle or import it first"
    case .unresolvable: "leads to nothing in this Bundle; correct the reference"
    case .ambiguous(let entries): "could mean several entries (\(list(entries))); refer to one of them by its address"
    case .refusedItself(let place): "refers to what is refused itself (\(place)); mend that first"
    case .wrongActor(let expected, let found): "refers to a \(Quotation(found, marks: false)), expected a \(expected)"
    }
  }

  private func list(_ entries: [Int]) -> String {
    entries.prefix(5).map { "entry[\($0)]" }.joined(separator: ", ") + (entries.count > 5 ? ", ..." : "")
  }
}
