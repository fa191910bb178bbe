import AsyncHTTPClient
import FerryCore
import FerryHTTP
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends received webhooks on, byte for byte.
struct WebhookForwarding: Sendable {
  struct Answer: Sendable {
    /// Of the receiver; 502 if there is none.
    let status: Int
    let headers: HTTPFields
    /// The reason why there is no answer.
    var error: String?
  }

  let address: Link
  let client: HTTPClient
  let time: any Timekeeper

  /// As long as Ferry's server waits.
  private static let timeout = TimeAmount.seconds(10)
  /// The fields of a connection and of the body's length, which each connection has its own of (RFC 9110 §7.6.1).
  private static let ofConnection: Set<HTTPField.Name> = [
    .connection, .contentLength, .transferEncoding, .te, .trailer, .upgrade, .expect,
  ]

  /// The receiver's status and its wish for a pause are all that the sender reads.
  func send(_ headers: HTTPFields, _ body: [UInt8]) async -> Answer {
    var request = HTTPClientRequest(url: address.text)
    request.method = .POST
    for field in headers where !Self.ofConnection.contains(field.name) {
      request.headers.add(name: field.name.rawName, value: field.value)
    }
    request.body = .bytes(body)
    do {
      let response = try await client.execute(request, timeout: Self.timeout)
      // The receiver has answered, whatever becomes of the body.
      await response.body.discard(time)
      var kept: HTTPFields = [:]
      if let pause = response.headers.first(name: "retry-after") { kept[.retryAfter] = pause }
      return Answer(status: Int(response.status.code), headers: kept)
    } catch {
      let isRefused = error is NIOConnectionError || (error as? IOError)?.errnoCode == ECONNREFUSED
      let failure = error as? HTTPClientError
      let isLate = failure == .deadlineExceeded || failure == .readTimeout || failure == .connectTimeout
      return Answer(
        status: 502, headers: [:],
        error: isRefused ? "connection refused" : isLate ? "no answer within 10 seconds" : "connection lost")
    }
  }
}
