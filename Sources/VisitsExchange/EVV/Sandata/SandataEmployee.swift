import JSON
import VisitsModel

/// A worker as Sandata's employee endpoint takes it, before any visit (Sandata 1.5, 8.2).
struct SandataEmployee {
  let worker: Worker
  let agency: VerificationAgency
  let now: Instant
  /// Fields that are missing, in the order of the document.
  let gaps: [RecordGap]

  init(_ worker: Worker, of agency: VerificationAgency, now: Instant) {
    self.worker = worker
    self.agency = agency
    self.now = now
    gaps =
      agency.sandataGaps + (agency.sandataGap(of: worker).map { [$0] } ?? [])
      + worker.nameParts.sandataGaps(of: "Employee") { .worker(worker.id, options: $0) }
  }

  /// The record.
  var text: String {
    let (qualifier, identifier) = agency.sandataIdentifier(of: worker)
    return JSONObjectText.make { record in
      agency.addProvider(to: &record)
      // EmployeeGeneralInformation 1 to 7.
      record.add("EmployeeQualifier", qualifier)
      record.add("EmployeeIdentifier", identifier)
      record.add("EmployeeOtherID", worker.id.rawValue)
      record.add("SequenceID", json: SandataForm.sequence(now))
      if agency.workerIdentifier == .ssn { record.add("EmployeeSSN", identifier) }
      record.add("EmployeeLastName", worker.nameParts.family.map { SandataForm.cut($0, to: 30) })
      record.add("EmployeeFirstName", worker.nameParts.given.first.map { SandataForm.cut($0, to: 30) })
    }.text
  }
}
