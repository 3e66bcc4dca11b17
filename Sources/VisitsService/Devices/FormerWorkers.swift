import VisitsAPI
import VisitsModel

extension EnrolledDevice {
  /// The number of days after its worker has left in which a device may still report what happened in the field: as
  /// long as a phone may have been without a network.
  static let daysOfReports: Int64 = 35

  /// The methods that the device of a former worker may call for ``daysOfReports``. A report from the field is never
  /// refused (`product.md`, A visit's life), a worker who called for help can see the state of the emergency, and the
  /// device may give up its token.
  private static let reports: Set<String> = [
    VisitStart.name, VisitComplete.name, TaskRecord.name, SessionStart.name, SessionTrial.name, SessionEnd.name,
    EmergencyList.name, DeviceLeave.name,
  ]

  /// Refuses the device of a former worker every method but ``reports``, and after ``daysOfReports`` those too. A call
  /// for help is never refused.
  ///
  /// - Throws: ``Refusal/formerWorker``, ``Refusal/formerWorkerOver(days:)``.
  func require(_ method: String, _ register: DeviceRegister, at now: Instant) throws(Refusal) {
    guard let since = register.leftSince(worker), method != EmergencyRaise.name else { return }
    guard since.milliseconds(to: now) < Self.daysOfReports * 86_400_000 else {
      throw .formerWorkerOver(days: Int(Self.daysOfReports))
    }
    guard Self.reports.contains(method) else { throw .formerWorker }
  }
}
