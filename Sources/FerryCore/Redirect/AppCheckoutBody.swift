/// The app's part of `POST /v1/checkouts`; required for kind `app`, refused for others.
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

/// Where the buyer of an app reviews the order.
public enum ReviewPlace: String, Codable, Hashable, Sendable, CaseIterable {
  /// In the app's own screen or web view.
  case app
  /// Inside the secure browser, whose purchase button leads back into the app, as in the first generation of Amazon Pay's
  /// mobile sample. The app confirms.
  case browser
}

/// A checkout as its app reads it. With the client token alone it says phase and lock, and nothing else.
public struct AppCheckoutBody: Codable, Hashable, Sendable {
  public var id: String
  public var phase: PhaseName
  /// A question to the provider is under way: the phase may change without anybody's doing.
  public var awaitsProvider: Bool
  /// The buyer has come back from the provider, and the app has not claimed that yet: nothing more is told.
  public var isLocked: Bool
  /// The right to open the next step, where the call was one that leads to it.
  public var ticket: CheckoutHandoff.Ticket?
  public var review: ReviewBody?
  /// Why the buyer's choice was not taken: "country-not-served". Others may be added.
  public var choiceRefusal: String?
  /// Why the payment was declined: see `DeclineReason`. Others may be added.
  public var decline: String?
  /// Present once paid.
  public var receipt: ReceiptBody?
  public var expiresAt: Moment

  public init(
    id: String, phase: PhaseName, awaitsProvider: Bool, isLocked: Bool, ticket: CheckoutHandoff.Ticket? = nil,
    review: ReviewBody? = nil, choiceRefusal: String? = nil, decline: String? = nil, receipt: ReceiptBody? = nil,
    expiresAt: Moment
  ) {
    self.id = id
    self.phase = phase
    self.awaitsProvider = awaitsProvider
    self.isLocked = isLocked
    self.ticket = ticket
    self.review = review
    self.choiceRefusal = choiceRefusal
    self.decline = decline
    self.receipt = receipt
    self.expiresAt = expiresAt
  }
}

/// What the buyer of a paid checkout keeps.
public struct ReceiptBody: Codable, Hashable, Sendable {
  /// The order's number for people.
  public var orderNumber: String
  /// The merchant's own name of the order.
  public var orderReference: String
  public var total: Money

  public init(orderNumber: String, orderReference: String, total: Money) {
    self.orderNumber = orderNumber
    self.orderReference = orderReference
    self.total = total
  }
}

/// The body of `POST /v1/app/checkouts/{id}/claim` and of `POST /v1/checkouts/{id}/claim`.
public struct ClaimBody: Codable, Hashable, Sendable {
  public var code: String

  public init(code: String) { self.code = code }
}
