import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// An operation of the API, by its name in faults and in the request log.
enum Operation: String, CaseIterable, Sendable {
  case createSession, querySession, cancelSession, collect
  case reverse, checkout, reauthorization, confirm, cancel
  case invalidateToken, information, token

  var isTransaction: Bool { [.reverse, .checkout, .reauthorization, .confirm, .cancel].contains(self) }
}

/// A request below `/api`.
struct APICall {
  /// Nil for an unknown path or an unknown action.
  let operation: Operation?
  let session: Int64?
  /// Nil unless the body is JSON and declared so: PlacetoPay then sees no `auth`.
  let body: JSONValue?
  let isUnknownRoute: Bool

  /// Nil for a path outside the API.
  init?(_ request: HTTPRequest, _ bytes: [UInt8]) {
    let segments = request.pathWithoutQuery.split(separator: "/").map(String.init)
    guard segments.first == "api" else { return nil }
    let declared = (request.headerFields[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
    body = declared == "application/json" ? try? JSONValue(parsing: bytes) : nil
    let id = segments.count > 2 && segments[1] == "session" ? Int64(segments[2]) : nil
    session = id
    var isKnown = request.method == .post
    switch (segments.count, segments.dropFirst().first) {
    case (2, "session"): operation = .createSession
    case (3, "session") where id != nil: operation = .querySession
    case (4, "session") where id != nil && segments[3] == "cancel": operation = .cancelSession
    case (2, "collect"): operation = .collect
    case (2, "transaction"):
      operation = body?["action"]?.text.flatMap { Operation(rawValue: $0) }.flatMap { $0.isTransaction ? $0 : nil }
    case (2, "reverse"): operation = .reverse
    case (3, "instrument") where segments[2] == "invalidate": operation = .invalidateToken
    case (3, "gateway") where segments[2] == "information": operation = .information
    case (3, "gateway") where segments[2] == "token": operation = .token
    default:
      operation = nil
      isKnown = false
    }
    isUnknownRoute = !isKnown
  }
}

extension Sandbox {
  /// Answers a call with its planned fault, and describes it for the log.
  func answer(_ call: APICall, _ request: HTTPRequest, _ fault: SandboxFault.Kind?) -> SandboxExchange {
    var exchange = answer(
      request, operation: call.operation?.rawValue, fault,
      failure: { CallAnswer(.failure($0), status: $0, site.language, at: state.timekeeper.now) },
      // Every status object.
      unknownState: { $0.changingMembers { $0 == "status" && $1.text != nil ? "TELEPORTED" : nil } },
      otherAmount: { $0.changingMembers { $0 == "total" ? $1.with(firstDigit: "1") : nil } }
    ) { simulation in APIExecution(sandbox: self, call: call, simulation: simulation).answer() }
    exchange.record?.keyID = call.body?["auth"]?["login"]?.text.map { String($0.prefix(64)) }
    if exchange.record?.reasonCode == APIRefusal.authentication(102).code {
      exchange.record?.signing = (try? Authentication(call.body))?.trace(site)
    }
    return exchange
  }
}

extension CallAnswer {
  init(_ refusal: APIRefusal, status: Int, _ language: Language, at now: Moment) {
    self.init(
      status, refusal.body(language, at: now).bytes, reasonCode: refusal.code, message: refusal.message.english)
  }
}
