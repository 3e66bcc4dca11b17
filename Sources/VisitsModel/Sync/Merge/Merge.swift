/// Brings together what both sides made of a visit since the version that they agreed on (`sync.md`, Writing).
///
/// A field that only one side changed has that side's value. Where both did: upstream wins the plan, and what it overrules
/// is told; the local side wins what was noted and what happened, item by item; actual times are never brought together.
package struct Merge: Sendable, Hashable {
  /// What it comes to.
  package enum Result: Sendable, Hashable {
    /// The merged visit. Fields that are read-only here have upstream's values.
    case merged(SyncedVisit, overruled: [Overruled])
    /// A person must decide.
    case clash(Clash)
  }

  private let base: SyncedVisit
  private let ours: SyncedVisit
  private let theirs: SyncedVisit
  private let isRecordedHere: Bool

  /// - Parameters:
  ///   - base: What both sides agreed on last.
  ///   - ours: What stands here.
  ///   - theirs: What stands upstream.
  ///   - isRecordedHere: Whether a device or the office reported that somebody came or left.
  package init(base: SyncedVisit, ours: SyncedVisit, theirs: SyncedVisit, isRecordedHere: Bool) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.isRecordedHere = isRecordedHere
  }

  /// What it comes to.
  package var result: Result {
    if let clash = clashOfPlan { return .clash(clash) }
    var overruled: [Overruled] = []
    var merged = theirs
    merged.plan = plan(\.plan, SyncedValue.plan, &overruled)
    merged.worker = plan(\.worker, SyncedValue.worker, &overruled)
    merged.client = plan(\.client, SyncedValue.client, &overruled)
    merged.address = plan(\.address, SyncedValue.address, &overruled)
    if merged.address != theirs.address { merged.addressParts = ours.addressParts }
    merged.service = plan(\.service, SyncedValue.service, &overruled)
    merged.note = note
    switch life(&overruled) {
    case .success(let life): merged.life = life
    case .failure(let clash): return .clash(clash)
    }
    return .merged(merged, overruled: overruled)
  }

  private enum LifeResult {
    case success(SyncedLife)
    case failure(Clash)
  }

  /// Whether somebody came or went here since both sides agreed.
  private var hasHappenedHere: Bool { ours.life.hasHappened && ours.life != base.life }

  /// Somebody was there of whom upstream's new plan knows nothing.
  private var clashOfPlan: Clash? {
    let isLifeTheirs = theirs.life != base.life && theirs.life != ours.life
    if isLifeTheirs, theirs.life == .withdrawn {
      let hasChecks = ours.life.checkIn != nil || ours.life.checkOut != nil
      guard hasChecks || hasHappenedHere else { return nil }
      return Clash(.withdrawn, ours: .life(ours.life), theirs: .life(theirs.life))
    }
    if hasHappenedHere, isLifeTheirs, theirs.life.isCalledOff, !ours.life.isCalledOff {
      return Clash(.cancelled, ours: .life(ours.life), theirs: .life(theirs.life))
    }
    // Who came, to whom and on which day was reported from here. It stays so after both sides have agreed on it.
    guard hasHappenedHere || isRecordedHere && ours.life.hasHappened else { return nil }
    if theirs.worker != base.worker, theirs.worker != ours.worker {
      return Clash(.reassigned, ours: .worker(ours.worker), theirs: .worker(theirs.worker))
    }
    if theirs.client != base.client, theirs.client != ours.client {
      return Clash(.reassigned, ours: .client(ours.client), theirs: .client(theirs.client))
    }
    if theirs.plan != base.plan, theirs.plan != ours.plan, isFar(from: theirs.plan), !isFar(from: base.plan) {
      return Clash(.rescheduled, ours: .plan(ours.plan), theirs: .plan(theirs.plan))
    }
    return nil
  }

  /// Whether somebody came or left more than half a day before or after a plan: what was made is another visit than that.
  private func isFar(from plan: SyncedVisit.Plan) -> Bool {
    guard let check = ours.life.checkIn ?? ours.life.checkOut else { return false }
    return check < plan.start.adding(minutes: -12 * 60) || check > plan.end.adding(minutes: 12 * 60)
  }

  /// What both sides knew to have happened, and upstream says no longer: nobody's work is taken back without a word.
  private var clashOfChecks: Clash? {
    let (ours, theirs) = (ours.life, theirs.life)
    let lacksCheckIn = ours.checkIn != nil && theirs.checkIn == nil
    let lacksCheckOut = ours.checkOut != nil && theirs.checkOut == nil
    let isMadeHere = isRecordedHere && ours.isCompleted
    let kind: Clash.Kind
    switch theirs {
    case .scheduled where lacksCheckIn || lacksCheckOut: kind = .withdrawn
    case .cancelled where lacksCheckOut || isMadeHere, .missed where lacksCheckOut || isMadeHere: kind = .cancelled
    case .inProgress where lacksCheckIn || lacksCheckOut || isMadeHere,
      .completed where lacksCheckIn || lacksCheckOut:
      kind = .actualTimes
    default: return nil
    }
    return Clash(kind, ours: .life(ours), theirs: .life(theirs))
  }

  /// A field of the plan: upstream wins.
  private func plan<Value: Equatable>(
    _ field: KeyPath<SyncedVisit, Value>, _ value: (Value) -> SyncedValue, _ overruled: inout [Overruled]
  ) -> Value {
    let (base, ours, theirs) = (base[keyPath: field], ours[keyPath: field], theirs[keyPath: field])
    if theirs == base { return ours }
    if ours != base, ours != theirs { overruled.append(Overruled(ours: value(ours), theirs: value(theirs))) }
    return theirs
  }

  /// Each line by itself: an Appointment of two workers has one note for what either of them wrote.
  private var note: String? {
    if ours.note == base.note { return theirs.note }
    if theirs.note == base.note { return ours.note }
    func lines(_ visit: SyncedVisit) -> [Substring] { (visit.note ?? "").split(separator: "\n") }
    let (base, ours, theirs) = (lines(base), lines(ours), lines(theirs))
    let kept = theirs.filter { ours.contains($0) || !base.contains($0) }
    let merged = kept + ours.filter { !base.contains($0) && !kept.contains($0) }
    return merged.isEmpty ? nil : merged.joined(separator: "\n")
  }

  private func life(_ overruled: inout [Overruled]) -> LifeResult {
    let (base, ours, theirs) = (base.life, ours.life, theirs.life)
    if theirs == base || theirs == ours { return .success(ours) }
    if ours == base, let clash = clashOfChecks { return .failure(clash) }
    if ours == base {
      // What was agreed to have happened is not forgotten because the rest was called off.
      let isCut = theirs.isCalledOff && theirs.checkIn == nil
      return .success(isCut ? theirs.with(checkIn: ours.checkIn, checkOut: nil) : theirs)
    }
    switch (ours.hasHappened, theirs.hasHappened) {
    case (true, true): return happened()
    case (true, false): return .success(ours)
    case (false, true) where base.hasHappened:
      return .failure(Clash(.reopened, ours: .life(ours), theirs: .life(theirs)))
    case (false, _):
      overruled.append(Overruled(ours: .life(ours), theirs: .life(theirs)))
      return .success(theirs)
    }
  }

  /// Both sides say what happened: ours, with the checks that only they have. Who has left by what they say is there no
  /// longer, unless that was agreed on and taken back here.
  private func happened() -> LifeResult {
    let (base, ours, theirs) = (base.life, ours.life, theirs.life)
    func isClash(_ check: KeyPath<SyncedLife, Instant?>) -> Bool {
      guard let mine = ours[keyPath: check], let other = theirs[keyPath: check] else { return false }
      return mine != other && mine != base[keyPath: check] && other != base[keyPath: check]
    }
    guard !isClash(\.checkIn), !isClash(\.checkOut) else {
      return .failure(Clash(.actualTimes, ours: .life(ours), theirs: .life(theirs)))
    }
    func item(_ check: KeyPath<SyncedLife, Instant?>) -> Instant? {
      let (mine, other) = (ours[keyPath: check], theirs[keyPath: check])
      return mine == base[keyPath: check] ? other ?? mine : mine ?? other
    }
    switch (base, ours, theirs.checkOut) {
    case (.completed, _, _): break
    case (_, .inProgress, let checkOut?):
      return .success(.completed(checkIn: item(\.checkIn), checkOut: checkOut))
    default: break
    }
    return .success(ours.with(checkIn: item(\.checkIn), checkOut: item(\.checkOut)))
  }
}
