/// `device.me`: the facts that a device needs about itself, its worker and the agency.
package enum DeviceMe: Method {
  package typealias Parameters = NoParameters

  /// The device, its worker and the agency.
  package struct Answer: WireObject {
    /// The id of the device.
    package var device: String
    /// The opaque key of the device's worker.
    package var worker: String
    /// The worker's name.
    package var name: String
    /// The zone of the worker's days, an IANA name.
    package var timeZone: String
    /// The worker's language, else the agency's (BCP 47).
    package var locale: String
    /// The agency's name; `nil`: the operator has set none.
    package var agency: String?
    /// The number that a worker in danger calls.
    package var emergencyNumber: String
    /// The office's phone number; `nil`: the operator has set none.
    package var officePhone: String?

    package init(
      device: String, worker: String, name: String, timeZone: String, locale: String, agency: String?,
      emergencyNumber: String, officePhone: String?
    ) {
      self.device = device
      self.worker = worker
      self.name = name
      self.timeZone = timeZone
      self.locale = locale
      self.agency = agency
      self.emergencyNumber = emergencyNumber
      self.officePhone = officePhone
    }

    package static let members: [Member<Answer>] = [
      Member("device", { $0.device }, "The id of the device."),
      Member("worker", { $0.worker }, "The opaque key of the device's worker."),
      Member("name", { $0.name }, "The worker's name."),
      Member("timeZone", { $0.timeZone }, "The zone of the worker's days."),
      Member("locale", { $0.locale }, "The worker's language, else the agency's."),
      Member(nullable: "agency", { $0.agency }, "The agency's name."),
      Member("emergencyNumber", { $0.emergencyNumber }, "The number that a worker in danger calls."),
      Member(nullable: "officePhone", { $0.officePhone }, "The office's phone number."),
    ]
  }

  package static let name = "device.me"
  package static let summary =
    "The calling device: its worker with zone and language, the agency, the emergency number, the office's phone."
  package static let effect = MethodEffect.read
  package static let roles: Set<Role> = [.caregiver]
  package static let errors: [ErrorKind] = [.notFound]
}
