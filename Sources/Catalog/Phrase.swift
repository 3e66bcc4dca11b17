/// Everything that is said to a person, by its name in the languages' files. The English words stand in `en.json`.
///
/// A phrase that a file lacks, or that stands in no file, fails a test.
package enum Phrase: String, Sendable, Hashable, CaseIterable {
  // Today (seed 002)
  case todayHeading = "today.heading"
  case todayLoading = "today.loading"
  case todayProgress = "today.progress"
  case emptyToday = "today.empty.title"
  case emptyTodayMessage = "today.empty.message"
  case emptyDay = "today.empty.otherDay"
  case emptyInactive = "today.empty.inactive"

  // The coordinator's board
  case boardAlerts = "board.alerts"
  case boardFree = "board.free"
  case boardOpen = "board.open"
  case boardCurrent = "board.current"
  case boardNext = "board.next"
  case boardDone = "board.done"
  case boardProgressSpoken = "board.progress.spoken"

  // The week
  case weekHeading = "week.heading"
  case weekMissed = "week.missed"
  case weekOpen = "week.open"
  case hours = "duration.hours"
  case minutes = "duration.minutes"
  case hoursMinutes = "duration.hoursMinutes"

  // The sync indicator and the banner
  case synced = "sync.synced"
  case syncing = "sync.syncing"
  case savedLocally = "sync.savedLocally"
  case syncFailed = "sync.failed"
  case bannerRetrying = "banner.retrying"
  case bannerFailed = "banner.failed"
  case bannerOffline = "banner.offline"

  // The emergency button
  case emergency = "emergency.label"
  case emergencyHint = "emergency.hint"
  case emergencyUnavailable = "emergency.unavailable"

  // A card
  case cardTime = "card.time"
  case cardTimeSpoken = "card.time.spoken"
  case cardSeparator = "card.separator"
  case cardLabel = "card.label"
  case cardRole = "card.role"
  case cardHint = "card.hint"
  case cardLate = "card.late"

  // A visit
  case statusScheduled = "status.scheduled"
  case statusInProgress = "status.inProgress"
  case statusCompleted = "status.completed"
  case statusCancelled = "status.cancelled"
  case statusMissed = "status.missed"
  case visitOpen = "visit.open"
  case visitLate = "visit.late"
  case visitCompleted = "visit.completed"
  case visitBrief = "visit.brief"
  case visitBriefStatus = "visit.brief.status"

  // Times
  case timeOnDay = "time.onDay"
  case timeOnDate = "time.onDate"
  case timeInZone = "time.inZone"

  // What an operator should look at
  case warningTimeZone = "warning.timeZoneUnknown"

  // Errors: what is not there, and what has changed meanwhile
  case noVisit = "error.notFound.visit"
  case noWorker = "error.notFound.worker"
  case noClient = "error.notFound.client"
  case visitChanged = "error.versionConflict.visit"
  case personChanged = "error.versionConflict.person"
  case requestIdReused = "error.requestIdReused"
  case cursorGone = "error.cursorGone"
  case unreadableImport = "error.unreadableImport"
  case overlap = "error.overlap"
  case forbidden = "error.forbidden"
  case diskFull = "error.unavailable.diskFull"
  case diskFailing = "error.unavailable.diskFailing"
  case shuttingDown = "error.unavailable.shuttingDown"
  case backupFailed = "error.unavailable.backup"

  // What an operator should look at
  case warningDiskFull = "warning.diskFull"
  case warningDiskFailing = "warning.diskFailing"
  case warningDamaged = "warning.damaged"

  // Errors: moves that a visit cannot make
  case transition = "error.transition"
  case transitionOf = "error.transition.of"
  case isScheduled = "error.transition.from.scheduled"
  case isInProgress = "error.transition.from.inProgress"
  case isCompleted = "error.transition.from.completed"
  case isCancelled = "error.transition.from.cancelled"
  case isMissed = "error.transition.from.missed"
  case isOpen = "error.transition.from.open"
  case cannotStart = "error.transition.to.inProgress"
  case cannotComplete = "error.transition.to.completed"
  case cannotCancel = "error.transition.to.cancelled"
  case cannotMiss = "error.transition.to.missed"
  case cannotReopen = "error.transition.to.scheduled"
  case cannotChange = "error.transition.change"
  case adviceFinished = "error.transition.advice.finished"
  case adviceInProgress = "error.transition.advice.inProgress"
  case adviceScheduled = "error.transition.advice.scheduled"
  case adviceOpen = "error.transition.advice.open"
  case adviceOpenFinished = "error.transition.advice.openFinished"

  // Errors: values that were given
  case endNotAfterStart = "error.invalid.endNotAfterStart"
  case emptyWindow = "error.invalid.emptyWindow"
  case longerThanADay = "error.invalid.longerThanADay"
  case farAway = "error.invalid.farAway"
  case undatable = "error.invalid.undatable"
  case checkOutBeforeCheckIn = "error.invalid.checkOutBeforeCheckIn"
  case startsMuchLater = "error.invalid.startsMuchLater"
  case longBeforePlan = "error.invalid.longBeforePlan"
  case longAfterPlan = "error.invalid.longAfterPlan"
  case notBegun = "error.invalid.notBegun"
  case noWorkerToFail = "error.invalid.noWorkerToFail"
  case inactive = "error.invalid.inactive"
  case notYet = "error.invalid.notYet"
  case wayStart = "error.invalid.notYet.start"
  case wayComplete = "error.invalid.notYet.complete"
  case wayReopen = "error.invalid.notYet.reopen"
  case ahead = "error.invalid.ahead"
  case birthAhead = "error.invalid.birthAhead"
  case unknownTimeZone = "error.invalid.unknownTimeZone"
  case unreadableTime = "error.invalid.unreadableTime"
  case unreadableDate = "error.invalid.unreadableDate"
  case skipped = "error.invalid.skipped"
  case offsetDoesNotFit = "error.invalid.offsetDoesNotFit"
  case notOneOf = "error.invalid.notOneOf"
  case notASlug = "error.invalid.notASlug"
  case missing = "error.invalid.missing"
  case noPage = "error.invalid.noPage"
  case needed = "error.invalid.needed"
  case excludes = "error.invalid.excludes"
  case tooLong = "error.invalid.tooLong"
  case notAPlace = "error.invalid.notAPlace"
  case taken = "error.invalid.taken"
}
