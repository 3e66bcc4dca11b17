package import VisitsModel

extension BundleResource {
  /// What was recorded of a task during a visit, as a Task.
  ///
  /// - Parameter title: What the task is called.
  package init(_ record: CareTaskRecord, of task: CareTask, title: String, during placed: PlacedVisit, zone: Zone) {
    let worker = record.worker.flatMap { id in placed.worker.flatMap { $0.id == id ? $0 : nil } }
    let writing = TaskWriting(
      record, of: task, title: title, client: UpstreamActor(inBundle: placed.client),
      worker: worker.map(UpstreamActor.init(inBundle:)), zone: zone)
    let json = writing.json(editing: nil, encounter: Self.encounter(of: placed), isOurID: true)
    self.init(json, uuid: record.id.rawValue, version: record.version, updatedAt: record.updatedAt)
  }

  /// A client's goal as a Goal.
  package init(_ goal: Goal, of client: Client, zone: Zone) {
    let json = GoalWriting(goal, client: UpstreamActor(inBundle: client), zone: zone).json(editing: nil, isOurID: true)
    self.init(json, uuid: goal.id.rawValue, version: goal.version, updatedAt: goal.updatedAt)
  }

  /// A session that has ended, during a visit, as an Encounter and an Observation.
  ///
  /// - Parameter trials: Those that count.
  package static func resources(
    of session: PlacedSession, trials: [Trial], during placed: PlacedVisit
  ) -> [BundleResource] {
    // Who had the visit before stands in no entry.
    let isMaker = session.worker.id == placed.worker?.id
    let writing = SessionWriting(
      session, trials: trials, client: UpstreamActor(inBundle: session.client),
      worker: isMaker ? UpstreamActor(inBundle: session.worker) : UpstreamActor(session.worker, at: nil))
    let (id, kept) = (session.session.id.rawValue, session.session)
    let encounter = writing.encounter(editing: nil, visit: encounter(of: placed), isOurID: true)
    let observation = writing.observation(
      editing: nil, of: address(id), goal: address(session.goal.id.rawValue), isOurID: true)
    return [
      BundleResource(encounter, uuid: id, version: kept.version, updatedAt: kept.updatedAt),
      BundleResource(
        observation, uuid: OwnIdentifier.second(of: id), version: kept.version, updatedAt: kept.updatedAt),
    ]
  }

  /// The address of a visit's Encounter, where it has one.
  private static func encounter(of placed: PlacedVisit) -> String? {
    hasEncounter(placed.visit) ? address(placed.visit.id.encounterUUID) : nil
  }
}
