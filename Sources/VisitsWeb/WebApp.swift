import CVisitsWeb
import Cryptography

/// The files of the web app, as browsers get them.
package struct WebApp: Sendable {
  /// A file.
  package struct File: Sendable {
    /// The media type, for the header `Content-Type`.
    package let contentType: String
    /// The contents.
    package let bytes: [UInt8]
    /// Whether its path changes with its contents, so that a browser never asks for it again.
    package let isImmutable: Bool
  }

  /// The digest of all files, in hexadecimal: it stands in the paths of a version's files.
  package let digest: String
  /// The files by their path, which begins with a slash.
  package let files: [String: File]

  /// The media types by the end of a file's name.
  private static let contentTypes = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "json": "application/json", "svg": "image/svg+xml", "png": "image/png",
  ]

  /// Reads the embedded files, and puts their digest into the paths.
  package init() {
    let embedded = Self.embedded()
    let digest = Self.digest(of: embedded)
    self.digest = digest
    let root = "/app/\(digest)/"
    var files: [String: File] = [:]
    for (path, bytes) in embedded where path != Self.page {
      let type = Self.contentTypes[String(path.split(separator: ".").last ?? "")] ?? "application/octet-stream"
      files[root + path] = File(contentType: type, bytes: bytes, isImmutable: true)
    }
    let modules = embedded.map(\.path).filter { $0.hasSuffix(".js") }
    let preload = modules.map { #"<link rel="modulepreload" href="\#(root)\#($0)">"# }.joined(separator: "\n")
    let page = String(decoding: embedded.first { $0.path == Self.page }?.bytes ?? [], as: UTF8.self)
      .replacing("{{digest}}", with: digest).replacing("{{preload}}", with: preload)
    files["/"] = File(
      contentType: Self.contentTypes["html"] ?? "", bytes: Array(page.utf8), isImmutable: false)
    self.files = files
  }

  private static let page = "index.html"

  private static func embedded() -> [(path: String, bytes: [UInt8])] {
    var count = 0
    let files = UnsafeBufferPointer(start: visits_web_files(&count), count: count)
    return files.map { (String(cString: $0.path), Array(UnsafeBufferPointer(start: $0.bytes, count: $0.length))) }
  }

  private static func digest(of files: [(path: String, bytes: [UInt8])]) -> String {
    let all = files.reduce(into: [UInt8]()) { $0 += Array($1.path.utf8) + [0] + Digest.sha256($1.bytes) }
    return Digest.sha256(all).prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
