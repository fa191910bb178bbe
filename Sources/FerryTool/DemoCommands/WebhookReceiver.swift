import AsyncHTTPClient
import FerryCore
import FerryHTTP
import FerryWeb
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// Receives webhooks at every path, verifies them, and reports each.
struct WebhookReceiver: HTTPResponder {
  typealias Context = BasicRequestContext

  let secrets: [WebhookSecret]
  /// Nil if messages go no further.
  let forward: WebhookForwarding?
  let time: any Timekeeper
  let report: @Sendable (ReceivedWebhook) -> Void

  /// In bytes.
  private static let largestBody = 1 << 20

  func respond(to request: Request, context: Context) async throws -> Response {
    guard request.method == .post else { return Response(status: .methodNotAllowed, headers: [.allow: "POST"]) }
    let body: [UInt8]
    do {
      body = try await request.bodyBytes(limit: Self.largestBody)
    } catch let problem as Problem {
      return try problem.response(from: request, context: context)
    }
    var message = ReceivedWebhook(receivedAt: time.now)
    do throws(WebhookSignature.Refusal) {
      let signature = try WebhookSignature { name in HTTPField.Name(name).flatMap { request.headers[$0] } }
      message.id = signature.id
      try signature.verify(body, secrets: secrets, at: time.now)
    } catch {
      message.signature = .init(error)
      message.status = 401
      report(message)
      return Response(status: .unauthorized)
    }
    message.body = try? Problem.decoding(WebhookBody.self, from: body)
    guard let forward else {
      message.status = 204
      report(message)
      return Response(status: .noContent)
    }
    let start = time.now
    let answer = await forward.send(request.headers, body)
    message.forwarded = .init(error: answer.error, milliseconds: time.now.since(start).wholeMilliseconds)
    message.status = answer.status
    report(message)
    return Response(status: HTTPResponse.Status(code: answer.status), headers: answer.headers)
  }
}

/// A webhook that `ferry listen` has received; with `--json`, a line of its output.
struct ReceivedWebhook: Encodable, Sendable {
  enum Signature: String, Encodable {
    case genuine
    /// A field of the request is missing or malformed.
    case malformed
    case notInTime = "not-in-time"
    case wrong

    init(_ refusal: WebhookSignature.Refusal) {
      switch refusal {
      case .malformed: self = .malformed
      case .notInTime: self = .notInTime
      case .wrongSignature: self = .wrong
      }
    }

    /// Nil for a genuine message.
    fileprivate var problem: String? {
      switch self {
      case .genuine: nil
      case .malformed: "the signature is missing or malformed"
      case .notInTime: "the timestamp differs from this machine's clock by more than five minutes"
      case .wrong: "it was signed with another secret, or changed in transit"
      }
    }
  }

  struct Forwarded: Encodable, Sendable {
    /// The reason why there is no answer; nil if there is one.
    let error: String?
    let milliseconds: Int64
  }

  let receivedAt: Moment
  /// The `webhook-id`.
  var id: String?
  var signature = Signature.genuine
  /// Nil if the message went no further.
  var forwarded: Forwarded?
  /// The status that the server was answered with.
  var status = 0
  /// Nil for a message that is not genuine, and for a body that is no webhook of Ferry's.
  var body: WebhookBody?

  func line(_ colors: TerminalColors = .none) -> String {
    if let problem = signature.problem {
      return "\(receivedAt.local)  \(colors.paint("NOT GENUINE", .red)): \(problem); answered \(status)"
    }
    let content = body.map { body in
      [
        body.type.rawValue.padded(to: 19), body.data.orderReference,
        colors.paint(body.data.phase.rawValue, body.data.phase.color),
        (body.data.amount ?? body.data.payment?.captured)?.display, body.data.checkout,
      ].compactMap(\.self)
    }
    let isTaken = (200...299).contains(status)
    let result =
      forwarded.map { forwarded in
        forwarded.error.map { "not forwarded: \($0)" } ?? "forwarded: \(status), \(forwarded.milliseconds) ms"
      } ?? "answered \(status)"
    return
      ([receivedAt.local] + (content ?? [id ?? "", "not a webhook of Ferry"]) + [
        "genuine", colors.paint(result, isTaken ? .green : .red),
      ]).joined(separator: "  ")
  }
}

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
      let failure = error as? HTTPClientError
      let isLate = failure == .deadlineExceeded || failure == .readTimeout || failure == .connectTimeout
      return Answer(
        status: 502, headers: [:],
        error: error.isNoConnection ? "connection refused" : isLate ? "no answer within 10 seconds" : "connection lost")
    }
  }
}
