import VisitsAPI
import VisitsModel

extension EnrolledDevice {
  /// What the device of a worker who has left may still call: what happened in the field is never refused
  /// (`product.md`, A visit's life), and neither is a call for help.
  private static let neverRefused: Set<String> = [
    VisitStart.name, VisitComplete.name, TaskRecord.name, SessionStart.name, SessionTrial.name, SessionEnd.name,
    EmergencyRaise.name, EmergencyList.name,
  ]

  /// Refuses whatever else the device of a worker who has left asks for.
  ///
  /// - Throws: ``Refusal/formerWorker``.
  func require(_ method: String, _ register: DeviceRegister) throws(Refusal) {
    guard register.hasLeft(worker), !Self.neverRefused.contains(method) else { return }
    throw .formerWorker
  }
}
