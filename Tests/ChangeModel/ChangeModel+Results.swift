import ContractCheck
import JSON
import VisitsAPI
import VisitsModel

/// What holds for a call that was taken.
extension ChangeModel {
  func check(
    result: JSONValue, of call: SentCall, _ entries: [AuditEntry], _ before: Mirror, _ agency: Agency
  ) throws {
    guard let row = MethodTable.row(named: call.method.name) else { return }
    let known = ChangeModel(before, now: now)
    if let kind = known.refusal(of: call) {
      throw BrokenPromise(description: "\(call) is refused as \(kind), and was taken: \(result.text)")
    }
    if call.params["auth"] == nil || call.peer.token != nil {
      let problems = SchemaCheck.problems(result, row.answer.json, at: "\(call.method.name) result")
      try demand(problems.isEmpty, "\(problems.joined(separator: "; ")): \(call)")
    }
    var past = before
    for entry in entries {
      try check(entry, of: call, past, agency)
      past.take(entry)
    }
    try demand(!call.isDryRun || entries.isEmpty, "a dry run changes nothing: \(call), \(entries.map(\.event))")
    let names = entries.map { Mirror.Name(topic: $0.event.topic, id: $0.event.thing) }
    // What a device tells late of a task stands in the audit before what was told later. A visit that is given to another
    // person may be found to stand twice, and then is withdrawn.
    if !["task.record", "worker.link", "client.link"].contains(call.method.name) {
      try demand(Set(names).count == names.count, "a call changes a thing once: \(call), \(entries.map(\.event))")
    }
  }

  private func check(_ entry: AuditEntry, of call: SentCall, _ past: Mirror, _ agency: Agency) throws {
    let event = entry.event
    let name = Mirror.Name(topic: event.topic, id: event.thing)
    let story = { "\(event.topic) \(event.thing) by \(call)" }
    try demand(event.version == (past.things[name]?.version ?? 0) + 1, "a change is the next version: \(story())")
    try demand(entry.after.version == event.version, "the audit keeps the version that the feed tells: \(story())")
    try demand(entry.before == past.things[name], "the audit tells what was before: \(story())")
    try demand(event.sequence == past.sequence + 1, "the feed counts on: \(story())")
    try demand(event.at == agency.now, "the feed tells when: \(story())")
    try demand(event.method == call.method.name, "the feed tells what was called: \(story())")
    try demand(entry.requestId == call.requestId, "the audit tells in which request: \(story())")
    let audited = call.peer.audited
    let from: Caller.Origin =
      switch call.method.name {
      case "device.enrol": .gateway
      case "import": .import
      default: audited.from
      }
    try demand((entry.by, entry.from) == (audited.by, from), "the audit tells who it was: \(story())")
    try demand(call.method.topics.contains(event.topic), "nothing else is changed: \(story())")
    try checkLife(entry, past, story)
    if let worker = call.peer.worker {
      try demand(isOwn(entry, of: worker, past), "a device changes its own: \(story())")
    }
  }

  /// A visit that is completed stays so until somebody of the office takes it back, or the system that said so.
  private func checkLife(_ entry: AuditEntry, _ past: Mirror, _ story: () -> String) throws {
    guard case .visit(let before)? = entry.before, case .visit(let after) = entry.after, before.status == .completed,
      after.status != .completed, entry.from != .import || past.completedHere.contains(after.id)
    else { return }
    try demand(
      entry.from == .socket && ["visit.reopen", "visit.correct"].contains(entry.event.method),
      "a completed visit stays completed: \(story())")
  }

  private func isOwn(_ entry: AuditEntry, of worker: String, _ past: Mirror) -> Bool {
    switch entry.after {
    case .visit(let visit): past.had(visit.id, worker)
    case .alert(let alert): past.had(alert.visit, worker)
    case .emergency(let emergency): emergency.worker.rawValue == worker
    case .session(let session): session.worker.rawValue == worker && past.isServed(session.client.rawValue, by: worker)
    case .taskRecord(let record): past.isServed(record.client.rawValue, by: worker)
    case .device(let device): device.worker.rawValue == worker
    case .worker, .client, .series, .task, .goal, .absence: false
    }
  }

  /// That a call that was taken met the version which it expected, and tells the one that the thing has since.
  func checkVersions(in result: JSONValue, of call: SentCall, _ before: Mirror) throws {
    if let name = call.target(in: before), let thing = before.things[name] {
      if call.peer.token == nil, let expected = call.params["expectedVersion"]?.integer {
        try demand(expected == Int64(thing.version), "what is out of date is refused: \(call), now \(thing.version)")
      }
    }
    // A dry run tells the version that the thing would have.
    if call.isDryRun { return }
    for topic in Refusal.Thing.allCases {
      guard let told = result[topic.rawValue], let id = told["key"]?.string ?? told["id"]?.string else { continue }
      let thing = mirror.things[Mirror.Name(topic: topic, id: id)]
      try demand(thing != nil, "an answer tells of what there is: \(call), \(result.text)")
      try demand(
        told["version"]?.integer == thing.map { Int64($0.version) },
        "an answer tells the version: \(call), \(result.text)")
    }
  }
}
