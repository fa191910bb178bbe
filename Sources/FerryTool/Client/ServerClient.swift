import AsyncHTTPClient
import FerryCore
import FerryEngine
import FerryHTTP
import FerryServer
import FerryWeb
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// Asks a running server's `/v1` for what a command needs. What goes wrong is a `CommandFailure`.
struct ServerClient: Sendable {
  let access: ServerAccess
  let client: HTTPClient

  /// Longer than the server waits for a provider.
  private static let timeout = Duration.seconds(90)
  private static let largestAnswer = 16 << 20

  /// An answer, and whether everything that follows from the request is done: 200, and not 202.
  struct Answer<Body: Sendable>: Sendable {
    let body: Body
    let isDone: Bool
  }

  func get<Body: Decodable & Sendable>(_ path: Link, _ query: [String: String?] = [:]) async throws -> Body {
    try decoded(try await send(.GET, path, query)).body
  }

  /// All pages of a list in one, as far as the limit.
  /// - Parameters:
  ///   - entries: The page's entries.
  ///   - next: The `after` of the next page; nil on the last.
  func list<Page: Decodable & Sendable, Entry, Place: LosslessStringConvertible>(
    _ path: Link, _ entries: WritableKeyPath<Page, [Entry]>, next: KeyPath<Page, Place?>,
    query: [String: String?] = [:], limit: Int = .max, pageSize: Int = 200
  ) async throws -> Page {
    var query = query
    query["limit"] = "\(min(pageSize, limit))"
    var list: Page = try await get(path, query)
    while list[keyPath: entries].count < limit, let after = list[keyPath: next] {
      query["after"] = "\(after)"
      query["limit"] = "\(min(pageSize, limit - list[keyPath: entries].count))"
      let earlier = list[keyPath: entries]
      list = try await get(path, query)
      list[keyPath: entries] = earlier + list[keyPath: entries]
    }
    return list
  }

  /// - Parameter key: The idempotency key, where the path takes one.
  func post<Body: Decodable & Sendable>(
    _ path: Link, _ body: (any Encodable & Sendable)? = nil, key: String? = nil, query: [String: String?] = [:]
  ) async throws -> Answer<Body> {
    try decoded(try await send(.POST, path, query, body: try body.map { try JSONEncoder().encode($0) }, key: key))
  }

  func put<Body: Decodable & Sendable>(_ path: Link, _ body: some Encodable & Sendable) async throws -> Body {
    try decoded(try await send(.PUT, path, [:], body: try JSONEncoder().encode(body))).body
  }

  func delete(_ path: Link) async throws { _ = try await send(.DELETE, path, [:]) }

  private func send(
    _ method: HTTPMethod, _ path: Link, _ query: [String: String?], body: Data? = nil, key: String? = nil
  ) async throws -> (status: Int, body: Data) {
    let fields = query.compactMap { name, value in value.map { (name: name, value: $0) } }.sorted { $0.name < $1.name }
    var request = HTTPClientRequest(url: access.address.link(Link(path, query: fields)).text)
    request.method = method
    request.headers.add(name: "authorization", value: "Bearer \(access.key.secret.reveal())")
    if let key { request.headers.add(name: "idempotency-key", value: key) }
    if let body {
      request.headers.add(name: "content-type", value: "application/json")
      request.body = .bytes(body)
    }
    let status: Int
    let headers: HTTPHeaders
    let answer: Data
    do {
      let response = try await client.execute(request, timeout: .seconds(Self.timeout.components.seconds))
      answer = Data((try await response.body.collect(upTo: Self.largestAnswer)).readableBytesView)
      (status, headers) = (Int(response.status.code), response.headers)
    } catch {
      throw failure(error, isReading: method == .GET, key: key)
    }
    guard !(200...299).contains(status) else { return (status, answer) }
    throw failure(status, headers, answer)
  }

  private func decoded<Body: Decodable & Sendable>(_ answer: (status: Int, body: Data)) throws -> Answer<Body> {
    guard let body = try? JSONDecoder().decode(Body.self, from: answer.body) else { throw notFerry(answer.status) }
    return Answer(body: body, isDone: answer.status != 202)
  }

  // MARK: Failures

  private func failure(_ error: any Error, isReading: Bool, key: String?) -> any Error {
    if error is CancellationError { return error }
    let client = error as? HTTPClientError
    if error.isNoConnection || client == .connectTimeout {
      return CommandFailure("Cannot connect to \(access.address). \(access.advice)")
    }
    if error is NIOSSLError || error is NIOSSLExtraError || client == .tlsHandshakeTimeout {
      return CommandFailure(
        "The server at \(access.address) does not use TLS, or this machine does not trust its certificate.")
    }
    let text = "The connection to \(access.address) ended before the answer arrived."
    if isReading { return CommandFailure("\(text) Try again.") }
    let advice =
      key.map { "Repeat the command with --idempotency-key \($0) so that it happens only once." }
      ?? "You can safely repeat the command: nothing happens twice."
    return CommandFailure("\(text) The server may have carried out the request. \(advice)")
  }

  private func failure(_ status: Int, _ headers: HTTPHeaders, _ body: Data) -> CommandFailure {
    guard let problem = try? JSONDecoder().decode(Problem.self, from: body), problem.type.isOfFerry else {
      return notFerry(status)
    }
    switch problem.type {
    case .unauthorized:
      return CommandFailure(
        "The server at \(access.address) rejected the secret key in \(access.key.origin). Use another one with "
          + "--key-file.")
    case .tooManyRequests:
      return CommandFailure(
        "Too many requests with this key. Try again in \(headers.first(name: "retry-after") ?? "some") seconds.")
    default: return CommandFailure(problem.errors.count == 1 ? problem.errors[0].detail : problem.detail, problem)
    }
  }

  private func notFerry(_ status: Int) -> CommandFailure {
    CommandFailure(
      "Unexpected answer (HTTP \(status)) from \(access.address). Check that a server of this version runs there.")
  }
}

extension ServerOptions {
  func asking<Result: Sendable>(_ work: (ServerClient) async throws -> Result) async throws -> Result {
    try await access().asking(work)
  }
}

extension ServerAccess {
  func asking<Result: Sendable>(_ work: (ServerClient) async throws -> Result) async throws -> Result {
    try await HTTPClient.withHTTPClient(configuration: .trusting(authorities)) { client in
      try await work(ServerClient(access: self, client: client))
    }
  }
}

extension HTTPClient.Configuration {
  /// - Parameter authorities: Trusted instead of the system's, in PEM.
  /// - Throws: `NIOSSLError` for text that is no certificate.
  static func trusting(_ authorities: String?) throws -> Self {
    var configuration = HTTPTransport.configuration
    configuration.timeout.read = .seconds(30)
    if let authorities {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(authorities.utf8)))
      configuration.tlsConfiguration = tls
    }
    return configuration
  }
}
