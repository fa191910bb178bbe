import FerryCore
import FerryWeb
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Ferry's `/v1` as the shop calls it, with its secret key.
struct FerryClient: Sendable {
  let api: any FerryAPI
  let base: Origin
  let secretKey: Secret<String>

  /// One exchange; an answer that is not a success is thrown.
  func call<Answer: Decodable>(
    _ type: Answer.Type, _ method: HTTPRequest.Method, _ path: Link, _ body: (any Encodable & Sendable)?,
    idempotencyKey: String?
  ) async throws -> Answer {
    let (response, bytes) = try await exchange(method, path, body, idempotencyKey)
    do {
      if response.status.kind == .successful { return try JSONDecoder().decode(type, from: Data(bytes)) }
      let problem = try JSONDecoder().decode(Problem.self, from: Data(bytes))
      throw FerryFailure.problem(problem, retryAfter: Self.retryAfter(response))
    } catch let failure as FerryFailure {
      throw failure
    } catch {
      // A proxy's page, or an answer that was cut off.
      throw FerryFailure.unknown
    }
  }

  private func exchange(
    _ method: HTTPRequest.Method, _ path: Link, _ body: (any Encodable & Sendable)?, _ idempotencyKey: String?
  ) async throws -> (response: HTTPResponse, body: [UInt8]) {
    var fields: HTTPFields = [.authorization: "Bearer " + secretKey.reveal(), .accept: "application/json"]
    if let idempotencyKey { fields[.idempotencyKey] = idempotencyKey }
    if body != nil { fields[.contentType] = "application/json" }
    let request = HTTPRequest(
      method: method, scheme: base.scheme, authority: String(base.text.dropFirst(base.scheme.count + 3)),
      path: path.text,
      headerFields: fields)
    do {
      let bytes = try body.map { try Array(JSONEncoder().encode($0)) } ?? []
      return try await api.send(request, body: bytes)
    } catch {
      throw FerryFailure.unknown
    }
  }

  private static func retryAfter(_ response: HTTPResponse) -> Duration? {
    response.headerFields[.retryAfter].flatMap {
      RetryAfter($0, date: response.headerFields[.date], receivedAt: nil)?.wait
    }
  }
}
