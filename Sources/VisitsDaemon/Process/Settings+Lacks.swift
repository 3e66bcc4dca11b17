import FHIR
import FHIRClient
import JSONRPC
import VisitsService

extension Settings {
  /// What these settings need and the machine lacks, in sentences: visitsd starts without it.
  ///
  /// - Parameter credentials: The folder of the service manager's credentials.
  func lacks(credentials: String?) -> [String] {
    var lacks = roles.unknownNames.map { names in
      """
      \(names.key) names users or groups that this machine does not know: \(names.text). They do not have this role; \
      visitsd looks them up again every minute.
      """
    }
    if let lacking = upstream.lackingSecret(credentials: credentials) {
      lacks.append("Sync is off: \(upstream.sentence(.secret(.unreadable(file: lacking.file))))")
    }
    for configured in commands {
      guard let number = CommandRunner().problem(of: configured.command) else { continue }
      lacks.append(
        "The command of \(configured.place) cannot be run: \(configured.command.program): \(SystemError(number)).")
    }
    return lacks
  }
}
