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
    "webmanifest": "application/manifest+json",
  ]
  /// The files whose paths are the same in each version, by these paths.
  private static let fixed = [
    "/": "index.html", "/sw.js": "sw.js", "/manifest.webmanifest": "manifest.webmanifest",
  ]

  /// Reads the embedded files, and puts their digest into the paths.
  package init() {
    let embedded = Self.embedded()
    let digest = Self.digest(of: embedded)
    self.digest = digest
    let root = "/app/\(digest)/"
    let versioned = embedded.filter { !Self.fixed.values.contains($0.path) }
    var files: [String: File] = [:]
    for (path, bytes) in versioned {
      files[root + path] = File(contentType: Self.contentType(of: path), bytes: bytes, isImmutable: true)
    }
    let modules = versioned.map(\.path).filter { $0.hasSuffix(".js") }
    var places = [
      "{{digest}}": digest,
      "{{preload}}": modules.map { #"<link rel="modulepreload" href="\#(root)\#($0)">"# }.joined(separator: "\n"),
    ]
    func add(_ path: String) {
      guard let name = Self.fixed[path], let bytes = embedded.first(where: { $0.path == name })?.bytes else { return }
      let text = places.reduce(String(decoding: bytes, as: UTF8.self)) { $0.replacing($1.key, with: $1.value) }
      files[path] = File(contentType: Self.contentType(of: name), bytes: Array(text.utf8), isImmutable: false)
    }
    add("/")
    add("/manifest.webmanifest")
    // The browser itself reads the manifest and its pictures when it installs the app.
    let shell = files.filter { $0.key == "/" || ($0.value.isImmutable && !$0.key.hasSuffix(".png")) }
    places["{{files}}"] = shell.sorted { $0.key < $1.key }
      .map { "\($0.key) \(Self.hexadecimal(Digest.sha256($0.value.bytes).prefix(8)))" }.joined(separator: "\n")
    add("/sw.js")
    self.files = files
  }

  private static func contentType(of path: String) -> String {
    contentTypes[String(path.split(separator: ".").last ?? "")] ?? "application/octet-stream"
  }

  private static func embedded() -> [(path: String, bytes: [UInt8])] {
    var count = 0
    let files = UnsafeBufferPointer(start: visits_web_files(&count), count: count)
    return files.map { (String(cString: $0.path), Array(UnsafeBufferPointer(start: $0.bytes, count: $0.length))) }
  }

  private static func digest(of files: [(path: String, bytes: [UInt8])]) -> String {
    let all = files.reduce(into: [UInt8]()) { $0 += Array($1.path.utf8) + [0] + Digest.sha256($1.bytes) }
    return hexadecimal(Digest.sha256(all).prefix(8))
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
