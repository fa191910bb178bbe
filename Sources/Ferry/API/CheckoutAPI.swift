import FerryCore
import Foundation

/// The server's API for apps, `/v1/app/checkouts`. It sends each call once; the flow machine decides about retries.
struct CheckoutAPI: Sendable {
  let server: ServerAddress
  let sender: any HTTPSender
  /// A claim waits up to 8 seconds for the provider's answer.
  var timeout: Duration = .seconds(20)

  /// - Parameters:
  ///   - key: The same for every repetition of the call.
  ///   - inNewBrowser: True if a ticket of the answer opens in a browser without the cookies of earlier ones.
  func perform(
    _ call: AppCall, _ memory: FlowMachine.Memory, key: String, inNewBrowser: Bool = false
  ) async throws(CallFailure) -> AppCheckoutBody {
    guard let (url, own) = place(memory, call.isRead ? "" : "/" + call.name) else { throw .unreachable }
    var headers = own
    if inNewBrowser, call.mayBringTicket { headers.append((AppBrowserField.name, AppBrowserField.new)) }
    let body = Self.body(call)
    if !call.isRead { headers.append(("Idempotency-Key", key)) }
    if !body.isEmpty { headers.append(("Content-Type", "application/json")) }
    let request = HTTPRequestToSend(
      method: call.isRead ? "GET" : "POST", url: url, headers: headers, body: body, timeout: timeout)
    // A network error may quote the request, which holds secrets.
    guard let answer = try? await sender.send(request) else { throw .unreachable }
    return try Self.read(answer)
  }

  /// A code that lets the provider's own SDK pay the checkout. Each call returns a new one.
  func sdkAccess(_ memory: FlowMachine.Memory) async throws(CallFailure) -> SDKAccess {
    guard let (url, headers) = place(memory, "/sdk") else { throw .unreachable }
    let request = HTTPRequestToSend(method: "POST", url: url, headers: headers, timeout: timeout)
    guard let answer = try? await sender.send(request) else { throw .unreachable }
    return try Self.read(answer, as: SDKAccess.self)
  }

  /// The address of a call, with the secrets of the checkout.
  private func place(
    _ memory: FlowMachine.Memory, _ part: String
  ) -> (url: URL, headers: [(name: String, value: String)])? {
    guard let checkout = memory.checkout, let token = memory.clientToken, let url = server.checkout(checkout, part)
    else { return nil }
    var headers = [("Authorization", "Bearer " + token), ("Accept", "application/json")]
    if let verifier = memory.verifier { headers.append((Verifier.fieldName, verifier.text)) }
    return (url, headers)
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

  /// Total: every answer is a checkout or a failure.
  static func read(_ answer: HTTPAnswer) throws(CallFailure) -> AppCheckoutBody {
    try read(answer, as: AppCheckoutBody.self)
  }

  private static func read<Body: Decodable>(_ answer: HTTPAnswer, as type: Body.Type) throws(CallFailure) -> Body {
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

extension HTTPAnswer {
  /// RFC 9457.
  fileprivate var isProblem: Bool {
    headers["content-type"]?.split(separator: ";").first.map {
      $0.filter { $0 != " " }.lowercased() == "application/problem+json"
    } ?? false
  }
}

/// A call of the app about its checkout.
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
  /// An answer came that cannot be read.
  case unreadable(statusCode: Int)
  /// An error status came. The problem tells if the server sent it: a proxy or firewall may refuse too, and knows nothing
  /// about the checkout.
  case refused(Problem.Kind, statusCode: Int, retryAfter: Duration?)

  enum Kind: Hashable, Sendable {
    /// Retry the same call later.
    case passing
    /// The checkout is in another phase than the app assumed.
    case refused
    case codeInvalid
    /// The verifier is not the checkout's own.
    case forbidden
    /// The server does not know the checkout, or refuses the token.
    case unknown
  }

  var kind: Kind {
    guard case .refused(let problem, let statusCode, _) = self, problem.isOfFerry else { return .passing }
    switch (problem, statusCode) {
    case (.inProgress, _), (_, 408), (_, 425), (_, 429), (_, 500...): return .passing
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

/// The checkout server's address, from the app's own configuration. Every address that the app opens or calls is made here.
struct ServerAddress: Hashable, Sendable {
  /// Without a slash at the end: "https://pay.shop.example".
  let base: String

  /// Nil unless the scheme is https, or http on a loopback address.
  init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let host = parts.host, !host.isEmpty,
      parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
    else { return nil }
    switch parts.scheme?.lowercased() {
    case "https": break
    case "http" where Loopback.isHost(host.lowercased()): break
    default: return nil
    }
    var text = url.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    base = text
  }

  /// The page that opens a step. The ticket is in the fragment, which no server, proxy or log sees.
  func start(ticket: String) -> URL? {
    guard PlainText.isUnreserved(ticket, most: 512) else { return nil }
    return URL(string: base + "/ferry/start#" + ticket)
  }

  /// The merchant backend for a provider's own SDK.
  func sdkBackend(_ provider: String) -> URL? {
    guard PlainText.isUnreserved(provider, most: 64) else { return nil }
    return URL(string: base + "/ferry/sdk/" + provider + "/")
  }

  /// - Parameter part: After the checkout's id: "/claim"; empty for the checkout itself.
  func checkout(_ id: String, _ part: String = "") -> URL? {
    guard PlainText.isUnreserved(id, most: 64) else { return nil }
    return URL(string: base + "/v1/app/checkouts/" + id + part)
  }
}

extension PlainText {
  /// True for the unreserved characters of RFC 3986, which no URL, header or JSON text has to escape. False for "." and "..",
  /// which mean a folder in a path.
  static func isUnreserved(_ text: String, most: Int) -> Bool {
    isPlain(text, most: most, besides: ".~") && text != "." && text != ".."
  }
}
