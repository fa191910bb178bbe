import FerrySandbox
import FerryWeb
import Foundation
import HTTPTypes

/// An operation of the API, by its name in faults and in the request log.
enum Operation: String, CaseIterable, Sendable {
  case createOrder, getOrder, getResource
  case updateOrder, setInstrument, expandInstrument, abort, abortAttempt
  case capture, cancel, reversal
  case createConsumer, getConsumer
  case listTokens, deleteToken
  /// The script of the menu or of the check-in, which a shop's page loads.
  case loadScript
  /// The menu's page, which the script shows in a frame.
  case loadMenu
}

/// A request below `/psp`.
struct APICall {
  /// The addressed resource.
  enum Target {
    case orders
    case order(String)
    /// A part of an order, by its segment: `paid`.
    case resource(String, String)
    /// A transaction of an order.
    case transaction(String, String)
    /// An attempt to pay, by its id and the segment of its instrument, and the rest of the path.
    case payment(String, String, [String])
    case operation(String, Transaction.Kind)
    case consumers
    /// Details of a checked-in consumer: `shipping-details`.
    case consumer(String, String)
    /// The tokens of a payer, in the present or in the old form.
    case tokens(payer: String, isOldForm: Bool)
    case token(String, StoredToken.Kind)
  }

  /// Nil for an unknown path or method.
  let target: Target?
  let operation: Operation?
  let method: HTTPRequest.Method
  /// Nil unless the body is JSON, and declared so.
  let body: JSONValue?
  let hasOtherMediaType: Bool
  /// The lower-case names of `$expand`.
  let expanded: Set<String>
  let accessToken: String?
  let versionHeader: String?
  let userAgent: String?
  let sessionID: String?

  /// Nil for a path outside the API.
  init?(_ request: HTTPRequest, _ bytes: [UInt8]) {
    let segments = request.pathWithoutQuery.split(separator: "/").map(String.init)
    guard segments.first?.lowercased() == "psp" else { return nil }
    let headers = request.headerFields
    method = request.method
    let declared = (headers[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
    hasOtherMediaType = request.method != .get && declared != "application/json"
    body = hasOtherMediaType ? nil : try? JSONValue(parsing: bytes).withMemberNamesOfAPI
    versionHeader = headers[request.method == .get ? .accept : .contentType]
    accessToken = headers.bearer
    userAgent = headers[.userAgent]
    sessionID = HTTPField.Name("Session-Id").flatMap { headers[$0] }.map { String($0.prefix(64)) }
    let query = try? Fields(parsing: request.queryText.utf8, as: .query)
    let expand = query?.all.first { $0.name.lowercased() == "$expand" }?.value ?? ""
    expanded = Set(expand.lowercased().split(separator: ",").map(String.init))
    target = Self.target(Array(segments.dropFirst()), request.method)
    operation = target.flatMap { [method, body] in Self.operation($0, method, body) }
  }

  /// Paths are compared without regard to case, but for payers and tokens.
  private static func target(_ segments: [String], _ method: HTTPRequest.Method) -> Target? {
    let names = segments.map { $0.lowercased() }
    let (isGet, isPost, isPatch) = (method == .get, method == .post, method == .patch)
    switch (names.count, names.first) {
    case (1, "paymentorders") where isPost: return .orders
    case (3, "paymentorders") where ["payerownedtokens", "payerownedpaymenttokens"].contains(names[1]) && !isPost:
      return segments[2].removingPercentEncoding.map {
        .tokens(payer: $0, isOldForm: names[1] == "payerownedpaymenttokens")
      }
    case (3, "paymentorders") where isPatch:
      return StoredToken.Kind.allCases.first { $0.segment == names[1] }.map { .token(segments[2], $0) }
    case (2, "paymentorders") where isGet || isPatch: return .order(names[1])
    case (3, "paymentorders") where isGet: return .resource(names[1], names[2])
    case (4, "paymentorders") where isGet && names[2] == OrderNode.financialTransactions.segment:
      return .transaction(names[1], names[3])
    case (3, "paymentorders") where isPost:
      let kinds: [Transaction.Kind] = [.capture, .cancellation, .reversal]
      return kinds.first { $0.segment == names[2] }.map { .operation(names[1], $0) }
    case (3..., _) where isGet && names[1] == "payments": return .payment(names[2], names[0], Array(names.dropFirst(3)))
    case (1, "consumers") where isPost: return .consumers
    case (3, "consumers") where isGet && ["shipping-details", "billing-details"].contains(names[2]):
      return .consumer(names[1], names[2])
    default: return nil
    }
  }

  /// The operations of a PATCH of an order, by their names in its body.
  private static let changes: [String: Operation] = [
    "Abort": .abort, "PaymentAttemptAborted": .abortAttempt, "UpdateOrder": .updateOrder,
    "SetInstrument": .setInstrument, "ExpandInstrument": .expandInstrument,
  ]

  private static func operation(_ target: Target, _ method: HTTPRequest.Method, _ body: JSONValue?) -> Operation? {
    switch target {
    case .orders: return .createOrder
    case .order where method == .get: return .getOrder
    case .order: return body?["paymentorder"]?["operation"]?.text.flatMap { changes[$0] }
    case .resource, .transaction, .payment: return .getResource
    case .operation(_, .capture): return .capture
    case .operation(_, .cancellation): return .cancel
    case .operation: return .reversal
    case .consumers: return .createConsumer
    case .consumer: return .getConsumer
    case .tokens: return method == .get ? .listTokens : .deleteToken
    case .token: return .deleteToken
    }
  }
}

/// A version of the payment order API.
enum APIVersion: String, CaseIterable, Codable, Comparable, Sendable {
  /// The version of a request that names none.
  case v2 = "2.0"
  case v3 = "3.0"
  case v31 = "3.1"

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The parameter `version` of a media type, such as `application/json;version=3.1`; nil if there is none. Parameters may
  /// stand in any order, with spaces.
  /// - Throws: If the sandbox does not know the version.
  static func named(in mediaType: String?) throws(APIProblem) -> Self? {
    for parameter in (mediaType ?? "").split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace && $0 != "\"" } }
      guard parts.count == 2, parts[0].lowercased() == "version" else { continue }
      guard let version = Self(rawValue: parts[1]) else { throw .invalid("version", "is not 2.0, 3.0 or 3.1") }
      return version
    }
    return nil
  }
}
