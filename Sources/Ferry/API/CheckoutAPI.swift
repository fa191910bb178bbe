import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server's API for apps, `/v1/app/checkouts`: one function from a call to how the checkout stands. It sends once; when
/// to send again is the passage's to decide.
struct CheckoutAPI: Sendable {
  let server: ServerAddress
  let sender: any HTTPSender
  /// A claim waits up to 8 seconds for the provider's answer.
  var timeout: Duration = .seconds(20)

  /// - Parameter key: The same for every repetition of the call.
  func perform(
    _ call: AppCall, _ memory: FlowMachine.Memory, key: String
  ) async throws(CallFailure) -> AppCheckoutBody {
    guard let checkout = memory.checkout, let token = memory.clientToken,
      let url = server.checkout(checkout, Self.path(call))
    else { throw .unreachable }
    var headers = [("Authorization", "Bearer " + token), ("Accept", "application/json")]
    if let verifier = memory.verifier { headers.append((Verifier.fieldName, verifier.text)) }
    let body = Self.body(call)
    if !call.isRead { headers.append(("Idempotency-Key", key)) }
    if !body.isEmpty { headers.append(("Content-Type", "application/json")) }
    let request = HTTPRequestToSend(
      method: call.isRead ? "GET" : "POST", url: url, headers: headers, body: body, timeout: timeout)
    let answer: HTTPAnswer
    do {
      answer = try await sender.send(request)
    } catch {
      // What a network stack says about a request may quote it.
      throw .unreachable
    }
    return try Self.read(answer)
  }

  private static func path(_ call: AppCall) -> String {
    switch call {
    case .read: ""
    case .begin: "/begin"
    case .claim: "/claim"
    case .change: "/change"
    case .keep: "/keep"
    case .confirm: "/confirm"
    case .cancel: "/cancel"
    }
  }

  private static func body(_ call: AppCall) -> [UInt8] {
    switch call {
    case .read, .begin, .keep, .cancel: []
    case .claim(let code): encode(ClaimBody(code: code))
    case .change(let what): encode(ChangeCheckoutBody(what: what))
    case .confirm(let revision, let total): encode(ConfirmCheckoutBody(revision: revision, total: total))
    }
  }

  private static func encode(_ body: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // These bodies hold texts and whole numbers only, which always encode.
    return (try? encoder.encode(body)).map(Array.init) ?? []
  }

  /// Total: every answer is a checkout or a failure.
  static func read(_ answer: HTTPAnswer) throws(CallFailure) -> AppCheckoutBody {
    switch answer.statusCode {
    case 200..<300:
      guard let body = try? JSONDecoder().decode(AppCheckoutBody.self, from: Data(answer.body)) else {
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
  /// Whether it says of itself that it is a problem (RFC 9457).
  fileprivate var isProblem: Bool {
    headers["content-type"]?.split(separator: ";").first.map {
      $0.filter { $0 != " " }.lowercased() == "application/problem+json"
    } ?? false
  }
}
