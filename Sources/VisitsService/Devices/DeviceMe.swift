import VisitsAPI
import VisitsModel
import VisitsStore

extension DeviceMe: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    guard let device = call.session.device else { throw Refusal.unauthenticated(.token) }
    let settings = call.service.settings
    let worker = try await call.service.store.read { try $0.shownWorker(device.worker.rawValue) }
    return Answer(
      device: device.id.rawValue, worker: worker.key.rawValue, name: worker.name,
      timeZone: (worker.zone ?? settings.agencyZone).identifier, locale: worker.locale ?? settings.agencyLocale,
      agency: settings.agencyName, emergencyNumber: settings.emergencyNumber, officePhone: settings.officePhone)
  }
}
