import VisitsAPI
import VisitsModel

extension EnrolledDevice {
  /// For how many days after its worker has left a device may still tell what happened in the field: as long as a phone
  /// may have been without a network.
  static let daysOfReports: Int64 = 35

  /// What the device of a worker who has left may still call for ``daysOfReports``: what happened in the field is never
  /// refused (`product.md`, A visit's life), and whoever called for help sees what became of it.
  private static let reports: Set<String> = [
    VisitStart.name, VisitComplete.name, TaskRecord.name, SessionStart.name, SessionTrial.name, SessionEnd.name,
    EmergencyList.name, DeviceLeave.name,
  ]

  /// Refuses whatever else the device of a worker who has left asks for. A call for help is never refused.
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
