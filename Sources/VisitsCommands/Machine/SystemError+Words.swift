import Catalog
import CommandCatalog
import Glibc
import JSONRPC

extension SystemError {
  /// Why, in the person's language. English has the system's own words.
  var words: String {
    guard CommandLanguage.current != .english else { return "\(self)" }
    return switch code {
    case ENOENT: SystemPhrase.noSuchFile.text
    case EACCES, EPERM: SystemPhrase.accessDenied.text
    case EISDIR: SystemPhrase.isAFolder.text
    case ENOTDIR: SystemPhrase.notAFolder.text
    case EEXIST: SystemPhrase.fileExists.text
    case ENOSPC, EDQUOT: SystemPhrase.noSpace.text
    case EFBIG: SystemPhrase.tooLarge.text
    case EROFS: SystemPhrase.readOnly.text
    case EPIPE: SystemPhrase.brokenPipe.text
    case EIO: SystemPhrase.inputOutput.text
    default: SystemPhrase.number([.number: "\(code)"])
    }
  }
}
