import HTTPTypes
import Hummingbird
import NIOCore
import VisitsWeb

/// The web app's files, as answers.
struct AppFiles: Sendable {
  private let files: [String: Response]
  private let etag: String

  /// Creates the answers.
  ///
  /// - Parameter isSecure: Whether browsers come by https.
  init(_ app: WebApp, isSecure: Bool) {
    let etag = "\"\(app.digest)\""
    self.etag = etag
    files = app.files.mapValues { file in
      var headers = PageHeaders.page(isSecure: isSecure)
      headers[.contentType] = file.contentType
      headers[.cacheControl] = file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
      if !file.isImmutable { headers[.eTag] = etag }
      return Response(
        status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
  }

  /// Answers a request for a file; `nil` if there is no file with the path.
  ///
  /// - Throws: A refusal of any HTTP method but `GET`.
  func answer(to request: Request) throws(Problem) -> Response? {
    guard var response = files[request.uri.path] else { return nil }
    guard request.method == .get else {
      throw Problem(.wrongVerb, "\(request.uri.path) takes GET.", allowed: ["GET"])
    }
    if response.headers[.eTag] != nil, request.header("If-None-Match") == etag {
      response.status = .notModified
      response.headers[.contentType] = nil
      response.body = ResponseBody()
    }
    return response
  }
}
