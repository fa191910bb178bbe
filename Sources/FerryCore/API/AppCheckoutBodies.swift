/// The app's part of `POST /v1/checkouts`. Kind `app` requires it, other kinds refuse it.
public struct AppBody: Codable, Hashable, Sendable {
  /// The registered app, as the server's configuration names it: "shop-ios".
  public var id: String
  public var challenge: Challenge
  public var review: ReviewPlace

  public init(id: String, challenge: Challenge, review: ReviewPlace = .app) {
    self.id = id
    self.challenge = challenge
    self.review = review
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    challenge = try container.decode(Challenge.self, forKey: .challenge)
    review = try container.decodeIfPresent(ReviewPlace.self, forKey: .review) ?? .app
  }
}

/// The place where the buyer of an app reviews the order.
public enum ReviewPlace: String, Codable, Hashable, Sendable, CaseIterable {
  /// The app's own screen or web view.
  case app
  /// The secure browser. Its purchase button leads back into the app, and the app confirms.
  case browser
}

/// A checkout as its app reads it. With the client token alone it has phase and lock, and nothing else.
public struct AppCheckoutBody: Codable, Hashable, Sendable {
  public var id: String
  public var phase: PhaseName
  /// A request to the provider is under way: the phase may change by itself.
  public var awaitsProvider: Bool
  /// The buyer has returned from the provider, and the app has not claimed the return: the rest of the body is missing.
  public var isLocked: Bool
  /// The right to open the next step, if the call leads to one.
  public var ticket: CheckoutHandoff.Ticket?
  public var review: ReviewBody?
  /// The reason why the buyer's selection was refused: "country-not-served". Others may be added.
  public var selectionRefusal: String?
  /// The reason why the payment was declined: see `DeclineReason`. While `paying`, the reason why the buyer's last attempt
  /// was declined: they may try again. Others may be added.
  public var decline: String?
  /// Present once paid.
  public var receipt: ReceiptBody?
  public var expiresAt: Moment

  public init(
    id: String, phase: PhaseName, awaitsProvider: Bool, isLocked: Bool, ticket: CheckoutHandoff.Ticket? = nil,
    review: ReviewBody? = nil, selectionRefusal: String? = nil, decline: String? = nil, receipt: ReceiptBody? = nil,
    expiresAt: Moment
  ) {
    self.id = id
    self.phase = phase
    self.awaitsProvider = awaitsProvider
    self.isLocked = isLocked
    self.ticket = ticket
    self.review = review
    self.selectionRefusal = selectionRefusal
    self.decline = decline
    self.receipt = receipt
    self.expiresAt = expiresAt
  }
}

/// The buyer's receipt of a paid checkout.
public struct ReceiptBody: Codable, Hashable, Sendable {
  /// The order's number for people.
  public var orderNumber: String
  /// The merchant's own name of the order.
  public var orderReference: String
  public var total: Money
  /// Base and tax of each rate.
  public var taxes: [TaxBody]?

  public init(orderNumber: String, orderReference: String, total: Money, taxes: [TaxBody]? = nil) {
    self.orderNumber = orderNumber
    self.orderReference = orderReference
    self.total = total
    self.taxes = taxes
  }
}

/// The body of `POST /v1/app/checkouts/{id}/claim` and of `POST /v1/checkouts/{id}/claim`.
public struct ClaimBody: Codable, Hashable, Sendable {
  public var code: String

  public init(code: String) { self.code = code }
}

/// The answer to `POST /v1/app/checkouts/{id}/sdk`: everything that an app needs to pay the checkout with the provider's own
/// SDK.
public struct SDKAccess: Codable, Hashable, Sendable {
  /// The header field with the secret of the app's installation, which the SDK sends with every request: 32 random bytes in
  /// base64url, made once and kept.
  public static let secretHeader = "Ferry-Installation"

  /// The header field with the code, for requests of the SDK about the buyer's stored cards, which have no order.
  public static let codeHeader = "Ferry-Code"

  /// The address of the merchant backend, the same for all checkouts, with a slash at its end.
  public var backendUrl: String
  /// Stands for the order's reference in the SDK's payment order, and names the checkout. Good for thirty minutes, and for
  /// one installation.
  public var code: String

  public init(backendUrl: String, code: String) {
    self.backendUrl = backendUrl
    self.code = code
  }
}

extension SDKAccess: Redacted {
  public var description: String { "SDKAccess(\(backendUrl))" }
}

/// Everything that an app needs to open the secure browser and to follow the checkout. The shop's backend passes it on to
/// its app unchanged. Only for kind `app`.
public struct CheckoutHandoff: Codable, Hashable, Sendable {
  public var checkout: String
  /// Present in the answer that created the checkout, and when that answer is repeated. The app stores it.
  public var clientToken: String?
  /// The right to open the step, once and for two minutes. Missing if there is nothing to open.
  public var ticket: Ticket?

  public struct Ticket: Codable, Hashable, Sendable {
    public var step: RedirectStep
    /// The fragment of the start page's address.
    public var text: String

    public init(step: RedirectStep, text: String) {
      self.step = step
      self.text = text
    }
  }

  public init(checkout: String, clientToken: String? = nil, ticket: Ticket? = nil) {
    self.checkout = checkout
    self.clientToken = clientToken
    self.ticket = ticket
  }
}

extension CheckoutHandoff: Redacted {
  public var description: String { "CheckoutHandoff(\(checkout))" }
  public var customMirror: Mirror { Mirror(self, children: ["checkout": checkout]) }
}

/// The purpose of opening the secure browser. Each opening has its own ticket.
public enum RedirectStep: String, Codable, Hashable, Sendable, CaseIterable {
  /// The buyer selects address and payment method.
  case select
  /// The buyer changes the selected address.
  case changeAddress = "change-address"
  /// The buyer changes the payment method.
  case changePayment = "change-payment"
  case pay
  /// The buyer has been at the provider and the return link was lost: they see the return page again.
  case resume
}
