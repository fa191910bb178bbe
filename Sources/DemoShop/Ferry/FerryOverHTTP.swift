public import AsyncHTTPClient
public import HTTPTypes
import NIOCore
import NIOHTTP1

/// Ferry's `/v1` over the network.
public struct FerryOverHTTP: FerryAPI {
  private let client: HTTPClient
  private let limit: Duration
  private static let largestAnswer = 1 << 20

  /// - Parameter limit: How long one exchange may take. Ferry itself waits 8 seconds for a payment to be known.
  public init(client: HTTPClient, limit: Duration = .seconds(12)) {
    self.client = client
    self.limit = limit
  }

  public func send(_ request: HTTPRequest, body: [UInt8]) async throws -> (response: HTTPResponse, body: [UInt8]) {
    let scheme = request.scheme ?? ""
    let authority = request.authority ?? ""
    var outgoing = HTTPClientRequest(url: "\(scheme)://\(authority)\(request.path ?? "/")")
    outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
    for field in request.headerFields { outgoing.headers.add(name: field.name.rawName, value: field.value) }
    if !body.isEmpty { outgoing.body = .bytes(body) }
    let answer = try await client.execute(outgoing, timeout: TimeAmount(limit))
    var collected = try await answer.body.collect(upTo: Self.largestAnswer)
    var fields = HTTPFields()
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    let response = HTTPResponse(status: HTTPResponse.Status(code: Int(answer.status.code)), headerFields: fields)
    return (response, collected.readBytes(length: collected.readableBytes) ?? [])
  }
}
