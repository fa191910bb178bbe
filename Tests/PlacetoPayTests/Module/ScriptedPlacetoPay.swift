import FerryCore
import FerryHTTP
import FerryTesting
import Foundation
import HTTPTypes
import Synchronization

/// PlacetoPay's API with one session, as a test sets it.
final class ScriptedPlacetoPay: ScriptedProvider {
  struct Payment: Sendable {
    var id: Int
    var status = "APPROVED"
    var reason = "00"
    var total = "12000"
    var currency = "COP"
    var isRefunded = false
    var date = "2026-01-15T14:31:00+00:00"
  }

  enum Reply: Sendable {
    case answer(Int, String)
    /// The connection breaks off; the request may have arrived.
    case lost
  }

  struct State: Sendable {
    var status = "PENDING"
    var reason = "PC"
    /// The newest first.
    var payments: [Payment] = []
    var reference = ""
    /// The amount of the session, as the query repeats it.
    var asked = #"{"currency": "COP", "total": 12000}"#
    /// The number of sessions that were created.
    var sessions = 0
    var requests: [Request] = []
    /// The time that has passed since the start.
    var elapsed = Duration.zero
    var create: (@Sendable (inout State) -> Reply)?
    var operation: @Sendable (inout State) -> Reply = { _ in .answer(400, refusal("request_not_valid")) }
    var cancel: @Sendable (inout State) -> Reply = { _ in .answer(400, refusal("action_not_allowed")) }
    var query: (@Sendable (inout State) -> Reply)?
  }

  struct Request: Sendable {
    let path: String
    let body: [UInt8]

    var members: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:] }
  }

  static let session = "1234"
  static let page = "https://checkout-test.placetopay.com/spa/session/1234/0123456789abcdef0123456789abcdef"

  private let state = Mutex(State())
  private let clock: @Sendable () -> Moment

  init(now: @escaping @Sendable () -> Moment = { .sample }) { clock = now }

  var now: Moment { clock() }
  var secrets: [String] { ["siteSecretKey"] }

  func wait(_ time: Duration?) { set { $0.elapsed += time ?? .seconds(10) } }

  func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  var requests: [Request] { state.withLock { $0.requests } }
  /// The end of each request's path: "session", "1234", "cancel", "transaction".
  var course: String {
    requests.map { $0.path.split(separator: "/").last.map(String.init) ?? "" }.joined(separator: " ")
  }
  var sessions: Int { state.withLock { $0.sessions } }

  func answer(_ request: HTTPRequest, _ body: [UInt8]) throws(TransportFailure) -> ProviderAnswer {
    let reply = state.withLock { state in
      let sent = Request(path: request.path ?? "", body: body)
      state.requests.append(sent)
      switch sent.path {
      case "/api/session": return state.created(sent)
      case "/api/session/\(Self.session)": return state.query?(&state) ?? .answer(200, state.information)
      case "/api/session/\(Self.session)/cancel": return state.cancel(&state)
      case "/api/transaction": return state.operation(&state)
      default: return .answer(404, refusal("NA"))
      }
    }
    guard case .answer(let status, let text) = reply else { throw .unknown("The connection was closed.") }
    return ProviderAnswer(
      status: HTTPResponse.Status(code: status), headers: [:], body: Array(text.utf8),
      receivedAt: now + state.withLock(\.elapsed), sent: request)
  }
}

extension ScriptedPlacetoPay.State {
  fileprivate mutating func created(_ request: ScriptedPlacetoPay.Request) -> ScriptedPlacetoPay.Reply {
    sessions += 1
    reference = (request.members["payment"] as? [String: Any])?["reference"] as? String ?? ""
    if let create { return create(&self) }
    return .answer(200, Self.created)
  }

  static let created = """
    {"status": {"status": "OK", "reason": "PC", "message": "m", "date": "2026-01-15T14:30:00+00:00"}, "requestId": 1234,
    "processUrl": "\(ScriptedPlacetoPay.page)"}
    """

  /// The answer to a query.
  var information: String {
    """
    {"requestId": 1234, "status": {"status": "\(status)", "reason": "\(reason)", "message": "m",
    "date": "2026-01-15T14:35:00+00:00"}, "request": {"locale": "es_CO", "payment": {"reference": "\(reference)",
    "amount": \(asked)}}, "payment": \(payments.isEmpty ? "null" : "[\(payments.map { text($0) }.joined(separator: ","))]"),
    "subscription": null}
    """
  }

  private func text(_ payment: ScriptedPlacetoPay.Payment) -> String {
    let amount = #"{"currency": "\#(payment.currency)", "total": \#(payment.total)}"#
    return """
      {"status": {"status": "\(payment.status)", "reason": "\(payment.reason)", "message": null, "date": "\(payment.date)"},
      "internalReference": \(payment.id), "reference": "\(reference)", "paymentMethod": "visa",
      "paymentMethodName": "Visa", "issuerName": "Test Bank", "amount": {"from": \(amount), "to": \(amount), "factor": 1},
      "authorization": "000000", "refunded": \(payment.isRefunded), "processorFields": [{"keyword": "lastDigits", "value": "****1111", "displayOn": "none"}]}
      """
  }

  /// The answer to an operation that made a transaction.
  func done(_ payment: ScriptedPlacetoPay.Payment) -> ScriptedPlacetoPay.Reply {
    .answer(
      200,
      #"{"status": {"status": "\#(payment.status)", "reason": "\#(payment.reason)", "message": null}, "payment": \#(text(payment))}"#
    )
  }
}

func refusal(_ reason: String, message: String = "No.") -> String {
  #"{"status": {"status": "FAILED", "reason": "\#(reason)", "message": "\#(message)", "date": "2026-01-15T14:30:00Z"}}"#
}

/// An answer to a request whose login or signature was refused.
func authenticationRefusal(_ code: Int, date: String = "2026-01-15T14:30:00+00:00") -> String {
  #"{"status":{"status":"FAILED","reason":401,"message":"Autenticación fallida \#(code)","date":"\#(date)"}}"#
}
