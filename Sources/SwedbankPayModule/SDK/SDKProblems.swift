import FerryCore
import FerryHTTP
import FerryModule
import Foundation
import HTTPTypes
import SwedbankPay

/// The problems of a merchant backend, in the only form that the SDKs read as errors: `application/problem+json` with a
/// documented type ("Problems", Swedbank Pay documentation).
enum SDKProblems {
  /// The documented types, after `https://api.payex.com/psp/errordetail/`.
  enum Kind: String, Codable {
    case unauthorized = "mobilesdk/unauthorized"
    case badRequest = "mobilesdk/badrequest"
    /// The provider's answer cannot be used.
    case badGateway = "mobilesdk/badgateway"
    case gatewayTimeout = "mobilesdk/gatewaytimeout"
    case notFound = "notfound"
    /// Not allowed in the payment order's present state.
    case forbidden = "forbidden"
    case systemError = "systemerror"
    /// The contract lacks what was asked for. The SDKs know it as a failure of the server's side only.
    case configurationError = "configurationerror"
  }

  static func answer(
    _ kind: Kind, _ status: Int, _ title: String, _ detail: String, _ more: [String: UntypedJSON] = [:],
    headers: HTTPFields = [:]
  ) -> SDKAnswer {
    var members = more
    members["type"] = .string("https://api.payex.com/psp/errordetail/\(kind.rawValue)")
    members["title"] = .string(title)
    members["status"] = .number(String(status))
    members["detail"] = .string(detail)
    return answer(members, status, headers)
  }

  static func answer(to refusal: SDKRefusal) -> SDKAnswer {
    switch refusal {
    case .unauthorized:
      answer(
        .unauthorized, 401, "Not authorized",
        "Send the installation's secret, and the code of a checkout that belongs to it.")
    case .notFound: answer(.notFound, 404, "Not found", "There is nothing at this address.")
    case .badRequest(let pointer, let rule):
      answer(.badRequest, 400, "Bad request", rule, ["source": .string(pointer)])
    case .tooLarge(let limit):
      answer(.badRequest, 413, "Request too large", "Send at most \(limit) bytes.", ["source": "body"])
    case .wrongMethod(let methods):
      answer(
        .badRequest, 405, "Method not allowed", "The address has other methods.", ["source": "method"],
        headers: [.allow: methods.map(\.rawValue).joined(separator: ", ")])
    case .tooManyRequests(let wait):
      answer(
        .badRequest, 429, "Too many requests", "Wait for the time in Retry-After, then continue.",
        ["source": "rate"], headers: [.retryAfter: wait])
    case .late:
      answer(.gatewayTimeout, 504, "No answer in time", "Swedbank Pay has not answered yet. Send the request again.")
    case .unavailable:
      answer(
        .systemError, 503, "Unavailable", "The server takes nothing at present. Send the request again.",
        headers: [.retryAfter: "2"]
      )
    case .internalError:
      answer(.systemError, 500, "Internal error", "Something failed here. Nothing is decided by this answer.")
    }
  }

  /// No request was sent, or nobody can tell what became of it.
  static func answer(to failure: TransportFailure) -> SDKAnswer {
    switch failure {
    case .notSent:
      answer(.badGateway, 502, "No connection", "Swedbank Pay cannot be reached. Send the request again later.")
    case .unknown: answer(to: .late)
    }
  }

  /// Swedbank Pay's own problem with its status, but 502 for `configurationerror`. Anything else is `badgateway`: also a
  /// refused access token, which is nobody's fault in the app.
  static func answer(to answer: ProviderAnswer) -> SDKAnswer {
    let status = answer.status.code
    let members = try? [String: UntypedJSON](json: answer.body)
    guard (400...599).contains(status), status != 401, var members else { return unusable(status) }
    // The default of RFC 9457.
    let type = members["type"]?.string ?? "about:blank"
    members["type"] = .string(type)
    let shown = type.lowercased().hasSuffix("/errordetail/\(Kind.configurationError.rawValue)") ? 502 : status
    // The SDKs go by the body's status. If that is a success, they read no problem.
    members["status"] = .number(String(shown))
    return self.answer(members, shown, [:])
  }

  /// Nothing happens before a person corrects settings or contract, which is nobody's fault in the app.
  static let misconfigured = answer(
    .badGateway, 502, "Account not accepted", "Swedbank Pay does not accept the shop's account. Ask the shop.")

  /// The payment order was refused for good, because the merchant is not set up for it.
  static func refused(_ kind: Kind) -> SDKAnswer {
    guard kind == .configurationError else { return misconfigured }
    return answer(
      kind, 502, "Configuration error", "The shop's contract with Swedbank Pay lacks this payment. Ask the shop.")
  }

  /// An answer that is no JSON object, or not the one that was asked for.
  static func unusable(_ status: Int) -> SDKAnswer {
    answer(
      .badGateway, 502, "Unusable answer", "Swedbank Pay's answer cannot be used.",
      ["gatewayStatus": .number(String(status)), "body": ""])
  }

  private static func answer(_ members: [String: UntypedJSON], _ status: Int, _ headers: HTTPFields) -> SDKAnswer {
    var headers = headers
    headers[.contentType] = "application/problem+json"
    headers[.cacheControl] = "no-store"
    // Some members are the provider's own.
    let body = (try? JSONEncoder.sorted.encode(members)).map { Array($0) } ?? Array("{}".utf8)
    return SDKAnswer(HTTPResponse.Status(code: status), headers, body: body)
  }
}
