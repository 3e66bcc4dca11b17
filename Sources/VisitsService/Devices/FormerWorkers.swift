import VisitsAPI
import VisitsModel

extension EnrolledDevice {
  /// The number of days after a worker has left during which the worker's device may still report visits and care. A
  /// phone may have been without a network for that long.
  static let daysOfReports: Int64 = 35

  /// The methods that the device of a former worker may call during ``daysOfReports``. A report of a visit or of care
  /// is never refused (`product.md`, A visit's life). A worker who called for help can see the state of the emergency.
  /// The device may also give up its token.
  private static let reports: Set<String> = [
    VisitStart.name, VisitComplete.name, TaskRecord.name, SessionStart.name, SessionTrial.name, SessionEnd.name,
    EmergencyList.name, DeviceLeave.name,
  ]

  /// Throws if the device's worker has left and the device may not call the method any more. For ``daysOfReports`` it
  /// may call only the methods in ``reports``, and later none. It may always call for help.
  ///
  /// - Throws: ``Refusal/formerWorker``, or ``Refusal/formerWorkerOver(days:)`` after these days.
  func require(_ method: String, _ register: DeviceRegister, at now: Instant) throws(Refusal) {
    guard let since = register.leftSince(worker), method != EmergencyRaise.name else { return }
    guard since.milliseconds(to: now) < Self.daysOfReports * 86_400_000 else {
      throw .formerWorkerOver(days: Int(Self.daysOfReports))
    }
    guard Self.reports.contains(method) else { throw .formerWorker }
  }
}
