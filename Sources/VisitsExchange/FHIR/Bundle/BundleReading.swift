import FHIR
import VisitsModel

/// The reading of one Bundle: people first, then the visits that need them.
struct BundleReading {
  let bundle: FHIR.Bundle
  let references: BundleReferences
  let identities: UpstreamIdentities
  let now: Instant
  let zone: Zone
  let isKnown: (PersonKind, UpstreamIdentity) -> Bool
  var plan = ImportPlan()
  /// The people of this Bundle, planned or refused, by their first identity.
  var people: [Person: Standing] = [:]
  /// The first identity of each person in the plan, by each of their identities.
  var bearers: [Person: UpstreamIdentity] = [:]
  /// Encounters that have begun, by the identity of their Appointment.
  var encounters: [UpstreamIdentity: [(reading: EncounterReading, entry: FHIR.Bundle.Entry)]] = [:]
  /// The entries that take part in an Appointment, by their position.
  var used: Set<Int> = []
  /// The resources that take part in one and are not here: "Location/7".
  var named: Set<String> = []
  /// Refusals with their entries, to be sorted into the order of the text.
  private var refusals: [(entry: Int, refused: ImportSummary.Refused)] = []
  private var unread: [String: Int] = [:]

  struct Person: Hashable {
    let kind: PersonKind
    let identity: UpstreamIdentity
  }

  enum Standing {
    /// In the plan, at this position of its list.
    case planned(Int)
    /// Refused, at this place.
    case refused(place: String)
  }

  init(
    _ bundle: FHIR.Bundle, source: String, now: Instant, zone: Zone,
    isKnown: @escaping (PersonKind, UpstreamIdentity) -> Bool
  ) {
    self.bundle = bundle
    self.now = now
    self.zone = zone
    self.isKnown = isKnown
    references = BundleReferences(bundle)
    identities = UpstreamIdentities(of: bundle, source: source)
  }

  /// The plan, with its refusals in the order of the text.
  var finishedPlan: ImportPlan {
    var plan = plan
    let ordered = refusals.enumerated().sorted { ($0.element.entry, $0.offset) < ($1.element.entry, $1.offset) }
    plan.refused = ordered.map(\.element.refused)
    return plan
  }

  mutating func read() {
    for problem in bundle.problems {
      if let resource = problem.resource, let entry = problem.entry { unread[resource] = entry }
    }
    noteWhatIsMissing()
    let entries = distinctEntries()
    for (entry, identities) in entries { readPerson(entry, identities) }
    for (entry, _) in entries {
      noteEncounter(entry)
      if case .location(let location) = entry.resource.content { noteZone(location.extensions.zoneName, in: entry) }
    }
    for (entry, identities) in entries { readAppointment(entry, identities) }
    let appointments = Set(entries.filter { $0.0.resource.type == "Appointment" }.map { $0.1[0] })
    for (entry, identities) in entries { readLoneEncounter(entry, identities, appointments: appointments) }
    passOverUnused(entries.map(\.0))
    for problem in bundle.problems { refuse(problem) }
  }

  /// Notes what the Bundle does not bring: further pages of a search, and deletions.
  private mutating func noteWhatIsMissing() {
    if bundle.type == "searchset" {
      let found = bundle.entries.filter {
        ["match", nil].contains($0.searchMode) && $0.resource.type != "OperationOutcome"
      }
      let matches = found.count + bundle.problems.count
      let total = bundle.total.flatMap { $0 > matches ? $0 : nil }
      if bundle.link("next") != nil || total != nil {
        note(.moreElsewhere(count: matches, total: total), at: "Bundle")
      }
    }
    for deletion in bundle.deletions {
      note(.deletion(deletion.url), at: FHIRProblem(entry: deletion.index, path: "request", reason: .missing).place)
    }
  }

  /// Counts what no visit of this Bundle names.
  private mutating func passOverUnused(_ entries: [FHIR.Bundle.Entry]) {
    for entry in entries where !used.contains(entry.index) {
      switch entry.resource.content {
      case .location, .practitionerRole: plan.passOver(entry.resource.type, .notNamed)
      case .patient, .practitioner, .appointment, .encounter, .other: break
      }
    }
  }

  /// Refuses an unreadable entry, unless its type is never read or no visit needs it.
  private mutating func refuse(_ problem: FHIRProblem) {
    let type = problem.resource.map { String($0.prefix { $0 != "/" }) }
    let isNeeded: Bool =
      switch type {
      case "Appointment", "Patient", "Practitioner", "Encounter", "Bundle", nil: true
      case "Location", "PractitionerRole": named.contains(problem.resource ?? "")
      default: false
      }
    if let type, !isNeeded { return plan.passOver(String(type.prefix(64)), .unreadable) }
    let refused = ImportSummary.Refused(place: .path(problem.place), reason: .fault(problem.reason.fault))
    refusals.append((problem.entry ?? -1, refused))
  }

  /// The entries of known types, each resource once. Copies that differ are all refused.
  private mutating func distinctEntries() -> [(FHIR.Bundle.Entry, [UpstreamIdentity])] {
    var groups: [UpstreamIdentity: [(FHIR.Bundle.Entry, [UpstreamIdentity])]] = [:]
    var order: [UpstreamIdentity] = []
    for entry in bundle.entries {
      guard entry.resource.content.isKnown else {
        if entry.resource.type == "Bundle" {
          refuse(ReadingFault(reason: .nestedBundle), in: entry)
        } else if entry.resource.type == "OperationOutcome" {
          let words = OperationOutcome(json: entry.resource.json)?.words
          note(.outcome(words ?? entry.resource.name), in: entry, path: "")
        } else if entry.searchMode != "outcome" {
          plan.passOver(String(entry.resource.type.prefix(64)), .notRead)
        }
        continue
      }
      do {
        let all = try identities.identities(of: entry)
        // A file's identifier may be the same for a Patient and a Practitioner: the type tells them apart.
        let key = UpstreamIdentity(system: entry.resource.type + " " + all[0].system, value: all[0].value)
        if groups[key] == nil { order.append(key) }
        groups[key, default: []].append((entry, all))
      } catch {
        refuse(error, in: entry)
      }
    }
    return order.compactMap { key in
      guard let group = groups[key], let first = group.first else { return nil }
      let differ = group.contains {
        $0.0.resource.content != first.0.resource.content || $0.0.resource.identifiers != first.0.resource.identifiers
      }
      guard differ else { return first }
      let fault = ReadingFault(reason: .copiesDiffer(entries: group.prefix(6).map(\.0.index)))
      for (entry, identities) in group {
        refuse(fault, in: entry)
        if let kind = entry.resource.content.personKind {
          people[Person(kind: kind, identity: identities[0])] = .refused(place: place(of: first.0))
        }
      }
      return nil
    }
  }

  /// The place of an entry, or of a value in it: "entry[17] Appointment/abc: start".
  func place(of entry: FHIR.Bundle.Entry, path: String = "") -> String {
    let name = Quotation(entry.resource.name, limit: 128, marks: false).description
    return FHIRProblem(entry: entry.index, resource: name, path: path, reason: .missing).place
  }

  mutating func refuse(_ fault: ReadingFault, in entry: FHIR.Bundle.Entry) {
    let refused = ImportSummary.Refused(
      place: .path(place(of: entry, path: fault.path)), reason: .fault(fault.reason.fault))
    refusals.append((entry.index, refused))
  }

  mutating func note(_ reason: ReadingFault.Reason, in entry: FHIR.Bundle.Entry, path: String) {
    note(reason, at: place(of: entry, path: path))
  }

  mutating func note(_ reason: ReadingFault.Reason, at place: String) {
    plan.notes.append(ImportSummary.Refused(place: .path(place), reason: .fault(reason.fault)))
  }

  /// The fault of a reference to a resource that was refused itself, or is not in the Bundle.
  func missing(_ address: ResourceAddress, at path: String) -> ReadingFault {
    if let entry = unread["\(address.type)/\(address.id)"] {
      return ReadingFault(path: path, reason: .refusedItself(place: "entry[\(entry)]"))
    }
    return ReadingFault(path: path, reason: .notInBundle(address.text))
  }
}

extension Resource.Content {
  /// The kind of person; `nil`: it is no person.
  var personKind: PersonKind? {
    switch self {
    case .practitioner: .worker
    case .patient: .client
    default: nil
    }
  }
}
