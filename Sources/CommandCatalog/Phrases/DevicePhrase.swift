/// What is said of workers' devices.
package enum DevicePhrase: String, CommandPhrase {
  case none = "device.none"
  case noSuch = "device.noSuch"
  case ambiguous = "device.ambiguous"
  case invited = "device.invited"
  case typeUntil = "device.typeUntil"
  case codeGone = "device.codeGone"
  case inviteAgain = "device.inviteAgain"
  case inviteAnother = "device.inviteAnother"
  case invitedByMistake = "device.reason.invited"
  case revoked = "device.revoked"
  case stillReports = "device.stillReports"
  case heard = "device.heard"
  case until = "device.until"
}
