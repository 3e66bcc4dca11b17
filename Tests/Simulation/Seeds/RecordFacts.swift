import FHIR
import VisitsModel

/// What a task record comes to, told from either side without the product's own mapping (`sync.md`, Mapping of states).
struct RecordFacts: Hashable {
  var status: String
  var note: String?

  /// A record that is here.
  init(_ record: CareTaskRecord) {
    switch (record.isDone, record.outcome) {
    case (true, _): status = "completed"
    case (false, .refused): status = "rejected"
    case (false, .notNeeded): status = "cancelled"
    case (false, .unable): status = "failed"
    case (false, nil): status = "requested"
    }
    note = record.note
  }

  /// A Task.
  init(_ task: JSONDocument) {
    status = task["status"]?.string ?? ""
    note = task["note"]?.items.first?["text"]?.string
  }
}
