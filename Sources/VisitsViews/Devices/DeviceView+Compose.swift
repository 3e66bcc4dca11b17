import Catalog
package import VisitsAPI
package import VisitsModel

extension DeviceView {
  /// A device as the API shows it.
  package static func compose(_ placed: PlacedDevice, in context: ViewContext) -> DeviceView {
    let device = placed.device
    let state = device.state(now: context.now)
    let zone = placed.worker?.zone ?? context.agencyZone
    let times = TimeWords(
      context: context, zone: zone, readerZone: context.agencyZone, day: context.today(in: zone))
    return DeviceView(
      display: Display(
        title: placed.worker?.name ?? device.worker.rawValue, status: context.phrases[state.phrase],
        expires: state == .invited ? times.moment(device.expiresAt).written : nil,
        lastHeard: placed.lastHeardAt.map { times.moment($0).written }),
      id: device.id.rawValue, worker: device.worker.rawValue, name: device.name, state: state.wire,
      invitedAt: device.invitedAt.timestamp, expiresAt: device.expiresAt.timestamp,
      enrolledAt: device.enrolledAt?.timestamp, lastHeardAt: placed.lastHeardAt?.timestamp,
      revokedAt: device.revoked?.at.timestamp, reason: device.revoked?.reason, version: device.version,
      updatedAt: device.updatedAt.timestamp)
  }
}

extension Device.State {
  fileprivate var wire: DeviceView.State {
    switch self {
    case .invited: .invited
    case .expired: .expired
    case .enrolled: .enrolled
    case .revoked: .revoked
    }
  }

  fileprivate var phrase: Phrase {
    switch self {
    case .invited: .deviceInvited
    case .expired: .deviceExpired
    case .enrolled: .deviceEnrolled
    case .revoked: .deviceRevoked
    }
  }
}
