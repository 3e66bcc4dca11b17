/// One step of the schema. A migration that has been released is never edited: databases out there have run it.
struct Migration: Sendable {
  /// The version of the database after it; 1 is the first.
  let version: Int
  /// What it does, for the history.
  let name: String
  /// The statements.
  let sql: String

  /// Every migration, in order.
  static let all: [Migration] = [
    .schedule, .emergencies, .pages, .devices, .series, .alerts, .tellings, .identities, .sync,
    .comparisons, .retries, .careTasks, .goals, .careUpstream, .taskRecordsTold, .taskReasons,
    .daysRun, withdrawnAlerts, .facts, linkedPeople, .verification, .followedMerges,
    .peopleAgain, .seriesCodes, .formerTokens, .reports, .laterFacts, .absences,
  ]

  /// The version that this program knows.
  static var latest: Int { all.last?.version ?? 0 }
}
