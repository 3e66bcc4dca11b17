import HTTPTypes
import Hummingbird
import NIOCore
import VisitsWeb

/// The web app's files, as answers.
struct AppFiles: Sendable {
  private let files: [String: Response]
  private let digest: String

  /// Creates the answers.
  ///
  /// - Parameter isSecure: Whether browsers come by https.
  init(_ app: WebApp, isSecure: Bool) {
    digest = app.digest
    files = app.files.mapValues { file in
      var headers = PageHeaders.page(isSecure: isSecure)
      headers[.contentType] = file.contentType
      headers[.cacheControl] = file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
      if !file.isImmutable { headers[.eTag] = "\"\(app.digest)\"" }
      return Response(
        status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
  }

  /// Answers a request for a file; `nil` if there is no file with the path.
  ///
  /// - Throws: A refusal of any HTTP method but `GET` and `HEAD`.
  func answer(to request: Request) throws(Problem) -> Response? {
    guard var response = files[request.uri.path] else { return nil }
    guard request.method == .get || request.method == .head else {
      throw Problem(.wrongVerb, "\(request.uri.path) takes GET.", allowed: ["GET", "HEAD"])
    }
    // A proxy that compresses the page makes the etag weak.
    if response.headers[.eTag] != nil, request.header("If-None-Match").flatMap(EntityTag.first) == digest {
      response.status = .notModified
      response.headers[.contentType] = nil
      response.body = ResponseBody()
    }
    return response
  }
}
