/// Why the system refuses something, where it does so most.
package enum SystemPhrase: String, CommandPhrase {
  case noSuchFile = "system.noSuchFile"
  case accessDenied = "system.accessDenied"
  case isAFolder = "system.isAFolder"
  case notAFolder = "system.notAFolder"
  case fileExists = "system.fileExists"
  case noSpace = "system.noSpace"
  case tooLarge = "system.tooLarge"
  case readOnly = "system.readOnly"
  case brokenPipe = "system.brokenPipe"
  case inputOutput = "system.inputOutput"
  case number = "system.number"
}
