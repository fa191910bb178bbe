public import FerryCheckout
public import FerryCore
public import FerryHTTP
public import FerryProvider
public import HTTPTypes

/// The merchant backend that a provider's own SDK for apps talks to, for one account. The server recognizes installations of
/// apps, finds and commits checkouts, and waits for the provider; the backend reads and writes the SDK's language.
public protocol SDKBackend: Sendable {
  /// The largest body of a request, in bytes.
  var largestBody: Int { get }
  /// The path below the backend's address whose links open apps: "sdk-callback/".
  var callbackPath: String { get }

  /// Returns true for an address that browsers load, and that needs no installation's secret.
  func isOpen(_ path: String) -> Bool

  /// The server's part in the answer to a request. It is pure.
  /// - Throws: `SDKRefusal` for a request that is wrong, or is not about this account.
  func task(_ request: SDKRequest) throws(SDKRefusal) -> SDKTask

  /// Answers a request whose task the server has performed. It may ask the provider. Every failure is an answer.
  /// - Parameter checkout: Nil for a request that belongs to no checkout.
  func answer(_ request: SDKRequest, about checkout: SDKCheckout?) async -> SDKAnswer

  /// The answer for a refused request.
  func answer(to refusal: SDKRefusal) -> SDKAnswer
}

/// A request of a provider's SDK, or of a browser at an address that the SDK made.
public struct SDKRequest: Sendable {
  /// GET in place of HEAD.
  public var method: HTTPRequest.Method
  /// The backend's address, with a slash at its end: "https://pay.shop.example/ferry/sdk/swedbank-pay/".
  public var backend: Link
  /// The path below the backend's address, as received: "paymentorders"; "" for the address itself.
  public var path: String
  /// The query as received.
  public var query: String?
  /// The code of the header field `Ferry-Code`.
  public var code: String?
  public var body: [UInt8]
  /// The sender's address; nil if it is unknown.
  public var ipAddress: String?
  /// The sender's `User-Agent`, at most 512 characters.
  public var userAgent: String?
  /// The language of pages, by the sender's preference.
  public var language: Language
  /// The registered apps. Links lead to no other.
  public var apps: [SDKApp]

  public init(
    _ method: HTTPRequest.Method, backend: Link, path: String, query: String? = nil, code: String? = nil,
    body: [UInt8] = [], ipAddress: String? = nil, userAgent: String? = nil, language: Language = .english,
    apps: [SDKApp] = []
  ) {
    self.method = method
    self.backend = backend
    self.path = path
    self.query = query
    self.code = code
    self.body = body
    self.ipAddress = ipAddress
    self.userAgent = userAgent
    self.language = language
    self.apps = apps
  }
}

/// A registered app as links name it.
public enum SDKApp: Hashable, Sendable {
  /// The custom scheme of an iOS app.
  case ios(scheme: String)
  /// The package of an Android app.
  case android(package: String)
}

/// The server's part in the answer to a request of an SDK.
public enum SDKTask: Sendable {
  /// Nothing is to be done.
  case answer(SDKAnswer)
  /// The browser should have stayed in the app: a page that says so.
  case page
  /// The request belongs to no checkout. The server refuses it if several accounts take it.
  case ask
  /// The buyer agrees to the total and goes to the payment. The code names the checkout; a repetition changes nothing.
  case pay(code: String, SDKPayment)
  /// The request is about the checkout that the code names. It is bound to the installation, and nothing else changes.
  case bind(code: String)
  /// The request is about the checkout with this reference.
  case find(ProviderReference)
  /// The buyer cancels the checkout with this reference.
  case cancel(ProviderReference)
}

/// The part of a request to pay that is committed together with the buyer's agreement.
public struct SDKPayment: Sendable {
  /// The buyer's browser.
  public let facts: BuyerFacts
  /// Compares the request with the checkout, and returns the provider's record with the request's part. It is pure. It
  /// throws `SDKRefusal` for other amounts than the quote's, and for a checkout that was begun in another way.
  public let record: @Sendable (SDKCheckout) throws -> [UInt8]

  public init(facts: BuyerFacts, record: @escaping @Sendable (SDKCheckout) throws -> [UInt8]) {
    self.facts = facts
    self.record = record
  }
}

/// A checkout as a backend sees it.
public struct SDKCheckout: Sendable {
  public let checkout: Checkout
  /// The provider's memory of it.
  public let record: [UInt8]?
  /// True if the provider refuses the account, and a person has to correct its settings or contract.
  public let isMisconfigured: Bool

  public init(_ checkout: Checkout, record: [UInt8]?, isMisconfigured: Bool) {
    self.checkout = checkout
    self.record = record
    self.isMisconfigured = isMisconfigured
  }
}

/// An answer to an SDK or to a browser. A backend can throw one, to end its work on the request.
public struct SDKAnswer: Error, Sendable {
  public var status: HTTPResponse.Status
  public var headers: HTTPFields
  public var body: [UInt8]

  public init(_ status: HTTPResponse.Status, _ headers: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// The reasons why a request of an SDK is refused.
public enum SDKRefusal: Error, Hashable, Sendable {
  /// No installation's secret, an unknown or expired code, or a checkout of another installation. They are not told apart.
  case unauthorized
  case notFound
  /// The member, as a JSON pointer into the body or "" for the whole, and the rule that it breaks. It quotes nothing.
  case badRequest(String, String)
  case tooLarge(limit: Int)
  case wrongMethod(allowed: [HTTPRequest.Method])
  case tooManyRequests(retryAfter: String)
  /// The provider has not answered in time. The same request again has the answer.
  case late
  /// The server is stopping.
  case unavailable
  case internalError
}
