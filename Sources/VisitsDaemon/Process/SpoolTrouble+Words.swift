import JSONRPC
import VisitsStore

extension SpoolTrouble {
  /// What is wrong with the spool, and what the operator can do about it.
  var sentence: String {
    switch self {
    case .unusable(let path, .failed(let code)):
      "\(path), which takes emergencies when the database does not, cannot be used: \(SystemError(code)). "
        + "See who owns it: ls -l \(path)"
    case .unusable(let path, _): "\(path), which takes emergencies when the database does not, cannot be used."
    case .damaged(let path):
      "\(path) is damaged: something in it cannot be read, and may have been an emergency. The next start takes what "
        + "can be read and keeps a copy. Ask everybody who is out whether they raised one."
    case .kept(let copy):
      "\(copy) holds emergencies that could not be brought into the database. Look who was meant, then move it away."
    }
  }
}
