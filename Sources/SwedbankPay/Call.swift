public import FerryCore
public import FerryHTTP

/// One call of the API, without access token, payee, and the buyer's address and browser, which `SwedbankPayAccount.seal`
/// adds when it is sent. It is independent of the account. The static functions make the calls, and throw `InvalidField`
/// for values that Swedbank Pay would refuse.
///
/// A call that changes anything is sent once: a repeated one is refused, not answered again. After `unknownOutcome`, get
/// the payment order, and look for the reference among its transactions.
public struct SwedbankPayCall: Hashable, Sendable, Redacted {
  public enum Operation: String, ProviderOperation, Codable, Hashable, Sendable, CaseIterable {
    case createPaymentOrder
    case getPaymentOrder
    case abort
    case abortPaymentAttempt
    case updateOrder
    case setInstrument
    case capture
    case cancel
    case reversal
    case getTokens
    case deleteTokens
    case startCheckIn

    /// True if the operation changes anything that matters. A second check-in does not.
    public var changesState: Bool {
      switch self {
      case .getPaymentOrder, .getTokens, .startCheckIn: false
      case .createPaymentOrder, .abort, .abortPaymentAttempt, .updateOrder, .setInstrument, .capture, .cancel,
        .reversal,
        .deleteTokens:
        true
      }
    }

    /// The longest wait for an answer. Acquirers answer some calls only after a while.
    public var timeout: Duration { changesState ? .seconds(60) : .seconds(30) }
  }

  public let operation: Operation
  public let method: ResourceOperation.Method
  /// A path and query at the API's host, or the address of an offered operation. It may hold a token, and an operation's
  /// address is good for a short time only.
  public let target: String
  public let version: APIVersion
  /// The payment order that the call is about; nil for none, and for a new one.
  public let paymentOrder: ResourceID?
  /// A JSON object in UTF-8; empty for GET. It never has the access token; it may have personal data and tokens.
  public let content: [UInt8]

  public init(
    _ operation: Operation, _ method: ResourceOperation.Method, _ target: String, _ version: APIVersion,
    paymentOrder: ResourceID? = nil, content: [UInt8] = []
  ) {
    self.operation = operation
    self.method = method
    self.target = target
    self.version = version
    self.paymentOrder = paymentOrder
    self.content = content
  }

  /// The operation and the payment order, without address and content.
  public var description: String {
    paymentOrder.map { "\(operation.rawValue) \($0)" } ?? operation.rawValue
  }

  init(
    _ operation: Operation, _ method: ResourceOperation.Method, _ target: String, _ version: APIVersion,
    paymentOrder: ResourceID? = nil, _ content: some Encodable
  ) {
    self.init(operation, method, target, version, paymentOrder: paymentOrder, content: stableJSON(content))
  }

  /// The payee's reference in the content of a capture, cancellation or reversal; nil for other calls.
  public var payeeReference: String? {
    struct Content: Decodable {
      let transaction: Transaction

      struct Transaction: Decodable { let payeeReference: String }
    }
    return (try? Content(json: content))?.transaction.payeeReference
  }
}

/// A version of the API. Every request asks for one by its media type ("Fundamental principles", Swedbank Pay
/// documentation). Without the question Swedbank Pay answers in version 2.0.
public enum APIVersion: String, Codable, Hashable, Sendable, CaseIterable {
  /// Check-in, `state` instead of `status`, and other names of operations.
  case v2 = "2.0"
  /// `productName` in new payment orders, and order items are required.
  case v3 = "3.0"
  /// Captures, cancellations and reversals are answered with the payment order.
  case v3_1 = "3.1"

  /// The media type of bodies, and of the answers to GET.
  var mediaType: String { self == .v2 ? "application/json" : "application/json;version=\(rawValue)" }

  /// `productName` of a new payment order; nil in versions that do not have it.
  var productName: String? { self == .v3 ? "Checkout3" : nil }

  var needsOrderItems: Bool { self != .v3_1 }
}

/// The fixed addresses of the API. All others come from answers.
enum EntryPoint {
  static let paymentOrders: Link = "/psp/paymentorders"
  static let consumers: Link = "/psp/consumers"

  static func tokens(ofPayer payerReference: String) -> Link {
    "/psp/paymentorders/payerownedtokens/\(payerReference)"
  }

  /// An address with the question for parts of a payment order. The address may have a query already.
  static func expanding(_ address: String, _ nodes: Set<ExpandedNode>) -> String {
    guard !nodes.isEmpty else { return address }
    let names = ExpandedNode.allCases.filter { nodes.contains($0) }.map(\.rawValue).joined(separator: ",")
    return address + (address.contains("?") ? "&" : "?") + "$expand=" + names
  }
}
