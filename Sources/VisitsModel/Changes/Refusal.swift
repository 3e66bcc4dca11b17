/// Why something that was asked for cannot be done. Cases carry values; the words are made in one place, in the
/// caller's language.
package enum Refusal: Error, Sendable, Hashable {
  /// How far a long change is.
  package struct Progress: Sendable, Hashable {
    /// The number of its entries that are done.
    package var done: Int
    /// The number of all its entries.
    package var total: Int

    /// Creates the progress of a change.
    package init(done: Int, total: Int) {
      self.done = done
      self.total = total
    }
  }

  /// A kind of thing that has an id.
  package enum Thing: String, Sendable, Hashable, Codable, CaseIterable {
    case visit
    case worker
    case client
    case emergency
    case device
    case series
    case alert
    case task
    case taskRecord
    case goal
    case session
    case absence
  }

  /// A thing as it is now, for a caller whose version is out of date.
  package enum Current: Sendable, Hashable {
    case visit(Visit)
    case worker(Worker)
    case client(Client)
    case emergency(PlacedEmergency)
    case device(PlacedDevice)
    case series(PlacedSeries)
    case alert(PlacedAlert)
    case task(CareTask)
    case taskRecord(CareTaskRecord)
    case goal(Goal)
    case session(PlacedSession)
    case absence(PlacedAbsence)
  }

  /// What is wrong with a value that was given.
  package enum Problem: Sendable, Hashable {
    case endNotAfterStart(start: Instant, end: Instant)
    /// A window of a list that ends before it has begun.
    case emptyWindow(from: Instant, to: Instant)
    /// An absence that ends before it has begun.
    case emptyAbsence(from: Instant, to: Instant)
    case longerThanADay(start: Instant, end: Instant)
    /// A plan that lies many years away.
    case farAway(Instant)
    /// Lies outside the years 1 to 9999.
    case undatable
    case checkOutBeforeCheckIn(checkIn: Instant, checkOut: Instant)
    /// A check of now, of a visit that is planned for much later.
    case startsMuchLater(Instant)
    /// A check that lies days before the planned start.
    case longBeforePlan(Instant, start: Instant)
    /// A check that lies days after the planned end.
    case longAfterPlan(Instant, end: Instant)
    /// A visit that is said to be missed before it was to begin.
    case notBegun(Instant)
    /// A worker who is said to have failed, where none was to come.
    case noWorkerToFail
    /// A worker who does not work here any more.
    case inactive(name: String)
    /// A check of a visit that has not come so far.
    case notYet(Status)
    /// Lies ahead, where only what has happened can be recorded.
    case ahead(Instant)
    case unknownTimeZone(String)
    /// What a person typed as a time or a date, and nobody could read.
    case unreadableTime(String)
    case unreadableDate(String)
    /// A typed time or date that can mean two of them.
    case ambiguousDate(String)
    /// A local time that the clock change skips.
    case skipped(LocalTime, zone: Zone)
    /// One with an `offset` that clocks there do not have then.
    case offsetDoesNotFit(offset: String, at: LocalTime, zone: Zone)
    /// A value that is not one of a list.
    case notOneOf(value: String, allowed: [String])
    case notASlug(String)
    /// Not given, where it is needed.
    case missing
    /// What is no mark of where a page ended.
    case noPage(String)
    /// Neither this nor the other was given.
    case needed(or: String)
    /// Both this and the other were given.
    case excludes(String)
    /// Longer than can be kept.
    case tooLong(limit: Int)
    case notAPlace
    /// What is no rule by which visits can recur.
    case rule(RecurrenceFault)
    /// A rule that gives no day from that one on.
    case neverRecurs(from: CareDay)
    /// A visit that belongs to no series.
    case notInSeries
    /// A day on which a series has no visit, or which is over.
    case notOfSeries(CareDay)
    /// The name of something that is there already.
    case taken(String)
    /// A day that has not come, where only what has happened can be recorded.
    case dayAhead(CareDay)
    /// A task that is not due on that day.
    case notDue(CareTask, on: CareDay)
    /// A day before the first one of a task.
    case beforeTaskBegins(CareTask)
    /// One more task than a client's routine can have.
    case tooManyTasks(limit: Int)
    /// One more trial than a session can have.
    case tooManyTrials(limit: Int)
    /// A task that would be due only when it is done itself, by way of others.
    case waitsForItself
    /// A task for which another waits.
    case awaited(by: CareTask)
    /// An outcome of what was done, which needs none.
    case doneWithOutcome
    /// A time where a time of day alone is asked for, with a day.
    case timeWithDay(String)
    /// A task that a client's routine has already.
    case taskThere(CareTask)
    /// A reason for which a task was not done, of one of which nobody says that it was not.
    case reasonWithoutOutcome
    /// A time of day for a task that has none.
    case tracksNoTime(CareTask)
    /// A goal that is not worked towards any more.
    case goalOver(Goal)
    /// A trial or an end that lies before its session began.
    case beforeSession(Instant, start: Instant)
    /// A trial that lies after its session ended.
    case afterSession(Instant, end: Instant)
    /// A trial to be taken back that is not there, or does not count.
    case noTrial(SessionID)
    /// A link to a record upstream that cannot be made or undone.
    case link(LinkProblem)
  }

  case notFound(Thing, id: String)
  case versionConflict(expected: Int, current: Current)
  case invalidTransition(visit: VisitID, from: Status, to: Status)
  /// A move for which somebody must have come, of a visit that nobody makes.
  case openVisit(VisitID, from: Status, to: Status)
  /// A move of an emergency that somebody has ended.
  case emergencyOver(EmergencyID, to: Emergency.State)
  /// An alert that holds no more.
  case alertOver(AlertID)
  /// An absence that has passed or was withdrawn.
  case absenceOver(AbsenceID)
  /// A session that is not begun, since another of the worker's has not ended.
  case sessionRunning(PlacedSession)
  /// What is told of a session that has ended, without when it was.
  case sessionOver(GoalSession)
  /// The visits that are in the way.
  case overlap([Visit])
  /// The worker is away at the time of a visit: the first of the absences.
  case absent(PlacedAbsence)
  case requestIdReused(String)
  case invalid(field: String, Problem)
  /// The cursor's epoch or floor has passed; the present one goes with it.
  case cursorGone(present: Cursor)
  /// An import whose text as a whole cannot be read: where, and why.
  case unreadableImport(ImportSummary.Refused)
  /// A change that would hold up all others for longer than it may. `progress` is how far it was then; `nil`: it cannot
  /// tell.
  case takesTooLong(seconds: Int64, progress: Progress? = nil)
  /// A row of a table that is not taken.
  case row(RowProblem)
  /// A part of a text that is not taken.
  case upload(UploadProblem)
  /// What was shown to prove who asks proves nothing.
  case unauthenticated(Credential)
  /// A device's token, or a code for one, belongs to another worker than the caller named.
  case otherWorker(Credential)
  /// A call of a revoked device that is no report.
  case revoked
  /// What a device asks for whose worker does not work here any more.
  case formerWorker
  /// The same, where the worker left so many days ago that the device reports nothing any more.
  case formerWorkerOver(days: Int)
  /// Too many codes that are none were tried; in so many seconds it goes on.
  case tooManyGuesses(retryAfter: Int)
  /// A device has sent as much as is taken in 24 hours; in so many seconds it goes on.
  case overQuota(Quota, limit: Int, retryAfter: Int)
  /// The store takes no changes now.
  case unavailable(Unavailability)

  /// What proves nothing.
  package enum Credential: String, Sendable, Hashable {
    /// A token that no device has, any more or at all.
    case token
    /// A token from somebody who passes on no devices' calls.
    case tokenOutsideGateway
    /// A code that is mistyped, used or expired: which of these is told to nobody.
    case code
  }

  /// Why the store takes no changes.
  package enum Unavailability: String, Sendable, Hashable {
    case diskFull
    case diskFailing
    /// Only a restored backup ends it.
    case databaseDamaged
    case shuttingDown
  }
}

extension Refusal {
  /// What is counted of what a device sends in 24 hours, by its name in `data.limit`.
  package enum Quota: String, Sendable, Hashable {
    /// Changes of one thing.
    case changesOfOne
    /// Changes of all things.
    case changesOfDevice
    /// Bytes of their parameters.
    case bytesOfDevice
  }
}
