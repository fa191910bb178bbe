public import Crypto
public import FerryCore
public import FerryWeb

/// What the shop needs to know at its start.
public struct DemoShopConfiguration: Sendable {
  /// The shop's public address.
  public var origin: Origin
  /// Where Ferry's `/v1` answers.
  public var ferry: Origin
  /// The secret key that Ferry knows the shop by.
  public var secretKey: Secret<String>
  /// The key of the forms' CSRF tokens; the same across restarts, or open pages stop working.
  public var formKey: Secret<SymmetricKey>
  /// The provider that checkouts are made for, by its id at Ferry.
  public var provider: String
  /// The Amazon Pay button; without it a plain button starts the checkout.
  public var payButton: PayButton?
  /// The sites that the buyer is carried to after pressing a button: Ferry's own and the provider's. Browsers hold
  /// redirects after a form to this list.
  public var destinations: [Origin]
  /// The shop's apps, by their ids at Ferry.
  public var apps: [String]
  /// What Ferry signs its webhooks with; two while one takes the other's place.
  public var webhookSecrets: [WebhookSecret]

  public init(
    origin: Origin, ferry: Origin, secretKey: Secret<String>, formKey: Secret<SymmetricKey>,
    provider: String = "amazon-pay", payButton: PayButton?, destinations: [Origin], apps: [String] = [],
    webhookSecrets: [WebhookSecret] = []
  ) {
    self.origin = origin
    self.ferry = ferry
    self.secretKey = secretKey
    self.formKey = formKey
    self.provider = provider
    self.payButton = payButton
    self.destinations = destinations
    self.apps = apps
    self.webhookSecrets = webhookSecrets
  }
}
