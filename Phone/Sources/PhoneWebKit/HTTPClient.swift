internal import CWebKit

/// Sends the requests of apps and of the system. It trusts a single certificate authority.
@MainActor public final class HTTPClient {
  private let session: UnsafeMutablePointer<SoupSession>
  /// If true, every request fails as without a network.
  public var isOffline = false

  public struct Answer: Sendable {
    public var status: Int
    public var contentType: String?
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
  }

  /// - Parameter authority: A PEM file. Nil trusts no https server.
  public init(authority: String?) throws(WebKitFailure) {
    session = soup_session_new()
    soup_session_set_timeout(session, 30)
    if let authority {
      var error: UnsafeMutablePointer<GError>?
      guard let database = g_tls_file_database_new(authority, &error) else {
        throw WebKitFailure(taking: error, "the authority's certificate")
      }
      soup_session_set_tls_database(session, database)
      g_object_unref(UnsafeMutableRawPointer(database))
    }
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(session)) }

  /// Sends a request and reads the whole answer. Redirects are not followed.
  public func send(
    _ method: String, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil
  ) async throws -> Answer {
    try await exchange(method, url, headers: headers, body: body).answer
  }

  /// The server's certificate, verified against the authority for this host.
  public func certificate(of url: String) async throws -> VerifiedCertificate {
    let (_, certificate) = try await exchange("GET", url, headers: [], body: nil)
    guard let certificate else { throw WebKitFailure("\(url) shows no certificate") }
    return certificate
  }

  private func exchange(
    _ method: String, _ url: String, headers: [(name: String, value: String)], body: [UInt8]?
  ) async throws -> (answer: Answer, certificate: VerifiedCertificate?) {
    if isOffline { throw WebKitFailure("no network") }
    guard let message = soup_message_new(method, url) else { throw WebKitFailure("no address: \(url)") }
    defer { g_object_unref(UnsafeMutableRawPointer(message)) }
    soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT)
    let sent = soup_message_get_request_headers(message)
    for header in headers where header.name.lowercased() != "content-type" {
      soup_message_headers_append(sent, header.name, header.value)
    }
    if let body {
      let type = headers.first { $0.name.lowercased() == "content-type" }?.value ?? "application/octet-stream"
      let bytes = g_bytes_new(body, gsize(body.count))
      soup_message_set_request_body_from_bytes(message, type, bytes)
      g_bytes_unref(bytes)
    }
    let cancellable = Cancellable()
    let received = try await withTaskCancellationHandler {
      try await self.answer(to: message, cancellable)
    } onCancel: {
      cancellable.cancel()
    }
    let heads = soup_message_get_response_headers(message)
    var names: [(name: String, value: String)] = []
    var iterator = SoupMessageHeadersIter()
    soup_message_headers_iter_init(&iterator, heads)
    var name: UnsafePointer<CChar>?
    var value: UnsafePointer<CChar>?
    while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
      if let name, let value { names.append((String(cString: name), String(cString: value))) }
    }
    let answer = Answer(
      status: Int(soup_message_get_status(message).rawValue),
      contentType: names.first { $0.name.lowercased() == "content-type" }?.value, headers: names, body: received)
    let certificate = soup_message_get_tls_peer_certificate(message).map { VerifiedCertificate($0) }
    return (answer, certificate)
  }

  private func answer(to message: OpaquePointer, _ cancellable: Cancellable) async throws -> [UInt8] {
    try await Waiting<[UInt8]>.value { waiting in
      soup_session_send_and_read_async(
        self.session, message, G_PRIORITY_DEFAULT, cancellable.pointer,
        { source, result, data in
          var error: UnsafeMutablePointer<GError>?
          let bytes = soup_session_send_and_read_finish(
            UnsafeMutableRawPointer(source)?.assumingMemoryBound(to: SoupSession.self), result, &error)
          let waiting = Waiting<[UInt8]>.take(data)
          guard let bytes else {
            waiting?.resume(throwing: WebKitFailure(taking: error, "the request failed"))
            return
          }
          var size: gsize = 0
          let start = g_bytes_get_data(bytes, &size)
          waiting?.resume(returning: Array(UnsafeRawBufferPointer(start: start, count: Int(size))))
          g_bytes_unref(bytes)
        }, waiting)
    }
  }
}

/// GIO's cancellation. It is safe to use from any thread.
private final class Cancellable: @unchecked Sendable {
  let pointer = g_cancellable_new()

  deinit { g_object_unref(pointer) }

  func cancel() { g_cancellable_cancel(pointer) }
}
