public import FerryCore

/// The merchant's account at Swedbank Pay.
public struct Merchant: Sendable {
  /// The payee's id, a GUID.
  public var payeeID: String
  /// The bearer token of the API.
  public var accessToken: Secret<String>
  /// The name on the pages; nil for "the shop".
  public var name: String?
  public var rules: Rules

  public init(payeeID: String, accessToken: Secret<String>, name: String?, rules: Rules = Rules()) {
    self.payeeID = payeeID
    self.accessToken = accessToken
    self.name = name
    self.rules = rules
  }
}

/// Rules that the documentation leaves open, or that differ by agreement.
public struct Rules: Hashable, Sendable {
  /// True if an order needs lines before version 3.1.
  public var requiresItems = false
  /// True if lines add up to the amounts, and keep the rules that the official plugins follow: letters, digits, `-` and `_` in
  /// references, 40 characters of a description, numbers below zero in discounts and vouchers only. The answer to other lines is
  /// not documented.
  public var checksItems = true
  /// True if the merchant settles with its own acquirer: a `payeeReference` is at most 12 digits.
  public var hasDigitReferences = false
  /// The HTTP status of a created order; the documentation shows both 200 and 201.
  public var creationStatus = 201
  /// True if the merchant may have callbacks.
  public var sendsCallbacks = true
  /// True if a callback may go to this machine by http, for a shop under development.
  public var allowsHTTPCallbacks = true

  // Times, by the sandbox's clock

  /// The payer can open an order within this time.
  public var orderLifetime = Duration.seconds(28 * 86_400)
  /// The shop can capture an authorization within this time.
  public var captureTime = Duration.seconds(180 * 86_400)
  /// The payer decides in an app within this time.
  public var appTime = Duration.seconds(180)
  /// A bank decides about a reversal within this time.
  public var reversalTime = Duration.seconds(3 * 86_400)
  /// The lifetime of a check-in's reference.
  public var profileLifetime = Duration.seconds(86_400)

  public init() {}
}
