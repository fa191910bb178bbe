import FerryCore
import Foundation

/// The server's API for apps, `/v1/app/checkouts`. It sends each call once; the flow machine decides about retries.
struct CheckoutAPI: Sendable {
  let server: ServerAddress
  let sender: any HTTPSender
  /// A claim waits up to 8 seconds for the provider's answer.
  private var timeout: Duration { .seconds(20) }

  /// - Parameters:
  ///   - secrets: Nil if the checkout cannot be asked about.
  ///   - key: The same for every repetition of the call.
  ///   - inNewBrowser: True if a ticket of the answer opens in a browser without the cookies of earlier ones.
  func perform(
    _ call: AppCall, _ secrets: CheckoutSecrets?, key: String, inNewBrowser: Bool = false
  ) async throws(CallFailure) -> AppCheckoutBody {
    var headers: [(name: String, value: String)] = []
    let body = Self.body(call)
    if inNewBrowser, call.mayBringTicket { headers.append((AppBrowserField.name, AppBrowserField.new)) }
    if !call.isRead { headers.append(("Idempotency-Key", key)) }
    if !body.isEmpty { headers.append(("Content-Type", "application/json")) }
    return try await send(call.isRead ? "GET" : "POST", call.isRead ? "" : "/" + call.name, secrets, headers, body)
  }

  /// A code that lets the provider's own SDK pay the checkout. Each call returns a new one.
  func sdkAccess(_ secrets: CheckoutSecrets?) async throws(CallFailure) -> SDKAccess {
    try await send("POST", "/sdk", secrets)
  }

  private func send<Body: Decodable>(
    _ method: String, _ part: String, _ secrets: CheckoutSecrets?, _ further: [(name: String, value: String)] = [],
    _ body: [UInt8] = []
  ) async throws(CallFailure) -> Body {
    guard let secrets, let url = server.checkout(secrets.checkout, part) else { throw .unreachable }
    var headers = [(name: "Authorization", value: "Bearer " + secrets.clientToken), ("Accept", "application/json")]
    if let verifier = secrets.verifier { headers.append((Verifier.fieldName, verifier.text)) }
    let request = HTTPRequestToSend(method: method, url: url, headers: headers + further, body: body, timeout: timeout)
    // A network error may quote the request, which holds secrets.
    guard let answer = try? await sender.send(request) else { throw .unreachable }
    return try Self.read(answer, as: Body.self)
  }

  private static func body(_ call: AppCall) -> [UInt8] {
    switch call {
    case .read, .begin, .keep, .cancel, .closed: []
    case .claim(let code): encode(ClaimBody(code: code))
    case .change(let what): encode(ChangeCheckoutBody(what: what))
    case .confirm(let revision, let total): encode(ConfirmCheckoutBody(revision: revision, total: total))
    }
  }

  private static func encode(_ body: some Encodable) -> [UInt8] {
    // Encoding cannot fail: the bodies hold texts and integers only.
    (try? JSONEncoder.sorted.encode(body)).map(Array.init) ?? []
  }

  static func read<Body: Decodable>(
    _ answer: HTTPAnswer, as type: Body.Type = AppCheckoutBody.self
  ) throws(CallFailure) -> Body {
    switch answer.statusCode {
    case 200..<300:
      guard let body = try? JSONDecoder().decode(type, from: Data(answer.body)) else {
        throw .unreadable(statusCode: answer.statusCode)
      }
      return body
    case 400..<600:
      let problem = answer.isProblem ? try? JSONDecoder().decode(Problem.self, from: Data(answer.body)) : nil
      let wait = answer.headers["retry-after"].flatMap {
        RetryAfter($0, date: answer.headers["date"], receivedAt: nil)?.wait
      }
      throw .refused(
        problem?.type ?? Problem.Kind(rawValue: "about:blank"), statusCode: answer.statusCode,
        retryAfter: wait.flatMap { $0 <= .seconds(86_400) ? $0 : nil })
    default: throw .unreadable(statusCode: answer.statusCode)
    }
  }
}

/// The rights to one checkout.
struct CheckoutSecrets: Redacted, Sendable {
  let checkout: String
  let clientToken: String
  let verifier: Verifier?
}

extension HTTPAnswer {
  /// RFC 9457.
  fileprivate var isProblem: Bool {
    headers["content-type"]?.split(separator: ";").first.map {
      $0.filter { $0 != " " }.lowercased() == "application/problem+json"
    } ?? false
  }
}

enum AppCall: Hashable, Sendable {
  case read
  /// Asks for the ticket of the next step.
  case begin
  /// Proves that the buyer came back to the app that started the checkout. Idempotent for the same code.
  case claim(code: String)
  case change(ChangeKind)
  /// Ends a change without a new selection.
  case keep
  /// Idempotent for the same revision and total.
  case confirm(revision: Int, total: Money)
  case cancel
  /// A hint: the payment page's browser has closed. The server asks the provider.
  case closed

  var isRead: Bool { self == .read }

  /// False for questions and hints, which need no repetition: the next question finds out the same.
  var changesState: Bool { !isRead && self != .closed }

  fileprivate var mayBringTicket: Bool {
    switch self {
    case .begin, .change, .confirm: true
    case .read, .claim, .keep, .cancel, .closed: false
    }
  }

  /// The last part of the call's path, if it is not `read`.
  var name: String {
    switch self {
    case .read: "read"
    case .begin: "begin"
    case .claim: "claim"
    case .change: "change"
    case .keep: "keep"
    case .confirm: "confirm"
    case .cancel: "cancel"
    case .closed: "closed"
    }
  }
}

extension AppCall: Redacted {
  var description: String {
    switch self {
    case .read, .begin, .claim, .keep, .cancel, .closed: name
    case .change(let what): "change(\(what))"
    case .confirm(let revision, let total): "confirm(\(revision), \(total))"
    }
  }
}

/// A call that brought no state of the checkout. It holds nothing of the request.
enum CallFailure: Error, Hashable, Sendable {
  /// No answer came. The call may have arrived.
  case unreachable
  case unreadable(statusCode: Int)
  /// An error status came. The problem tells if the server sent it: a proxy or firewall may refuse too, and knows nothing
  /// about the checkout.
  case refused(Problem.Kind, statusCode: Int, retryAfter: Duration?)

  enum Kind: Hashable, Sendable {
    case passing
    /// The checkout is in another phase than the app assumed.
    case refused
    case codeInvalid
    /// The verifier is not the checkout's own.
    case forbidden
    /// The review that the buyer agreed to costs nothing.
    case nothingToPay
    /// The server does not know the checkout, or refuses the token.
    case unknown
  }

  var kind: Kind {
    guard case .refused(let problem, let statusCode, _) = self, problem.isOfFerry else { return .passing }
    switch (problem, statusCode) {
    case (.inProgress, _), (_, 408), (_, 425), (_, 429), (_, 500...): return .passing
    case (.nothingToPay, _): return .nothingToPay
    case (.codeInvalid, _): return .codeInvalid
    case (_, 403): return .forbidden
    case (_, 401), (_, 404), (_, 410): return .unknown
    default: return .refused
    }
  }

  var retryAfter: Duration? {
    guard case .refused(_, _, let wait) = self else { return nil }
    return wait
  }
}
