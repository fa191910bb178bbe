import FerryCore

/// A merchant account of the sandbox, with its data in Seller Central.
public struct Merchant: Sendable {
  /// 14 capitals and digits, such as A1EXAMPLE00000.
  public var id: String
  /// The name on the pages, unless a session has its own.
  public var name: String
  public var region: MerchantRegion
  /// `amzn1.application-oa2-client.…`, one for each shop.
  public var storeIDs: Set<String>
  /// Public keys by their ids, in PEM ("BEGIN PUBLIC KEY").
  public var publicKeys: [String: String]
  /// Pages may send the buyer to these hosts. Nil allows any host, as Amazon does for registered domains.
  public var returnHosts: Set<String>?
  /// The URL for notifications of each environment.
  public var notificationURLs: [AccountEnvironment: String]
  /// The merchant delegates to solution providers with these tokens of Amazon Pay's first API. The value of each is the
  /// provider's merchant id. A provider exchanges a token for one of this API, and sends that as `x-amz-pay-authtoken`.
  public var mwsAuthTokens: [String: String]
  /// True for a payment service provider, which processes charges itself. Only those may update charges.
  public var isPaymentServiceProvider: Bool

  public init(
    id: String, name: String, region: MerchantRegion = .japan, storeIDs: Set<String>, publicKeys: [String: String],
    returnHosts: Set<String>? = nil, notificationURLs: [AccountEnvironment: String] = [:],
    mwsAuthTokens: [String: String] = [:], isPaymentServiceProvider: Bool = false
  ) {
    self.id = id
    self.name = name
    self.region = region
    self.storeIDs = storeIDs
    self.publicKeys = publicKeys
    self.returnHosts = returnHosts
    self.notificationURLs = notificationURLs
    self.mwsAuthTokens = mwsAuthTokens
    self.isPaymentServiceProvider = isPaymentServiceProvider
  }
}

/// The three regions of Amazon Pay.
public enum MerchantRegion: String, Codable, Hashable, Sendable, CaseIterable {
  case northAmerica = "na"
  case europe = "eu"
  case japan = "jp"

  /// The region of an `x-amz-pay-region` value: its key or a country code that the official clients accept, in any case.
  init?(header value: some StringProtocol) {
    switch value.lowercased() {
    case "na", "us": self = .northAmerica
    case "eu", "de", "uk": self = .europe
    case "jp": self = .japan
    default: return nil
    }
  }

  /// The digit that charge permission ids carry after the environment's letter.
  var identifierDigits: String {
    switch self {
    case .northAmerica: "01"
    case .europe: "02"
    case .japan: "03"
    }
  }

  /// The currency of the region's accounts.
  var currency: Currency {
    switch self {
    case .northAmerica: .usd
    case .europe: .eur
    case .japan: .jpy
    }
  }
}

/// The two environments of an Amazon Pay account. The raw value is the optional first segment of the path.
public enum AccountEnvironment: String, Codable, Hashable, Sendable, CaseIterable {
  case sandbox, live

  /// The environment of a public key id's prefix; nil for older ids, which have none.
  init?(publicKeyID: String) {
    let upper = publicKeyID.uppercased()
    if upper.hasPrefix("LIVE") {
      self = .live
    } else if upper.hasPrefix("SANDBOX") {
      self = .sandbox
    } else {
      return nil
    }
  }
}

/// The reasons why a sandbox cannot start: all problems, each with what to enter.
public struct SandboxConfigurationError: Error, Hashable, CustomStringConvertible {
  public enum Problem: Hashable, Sendable {
    /// The text under this public key id is no RSA public key of 2048 bits or more in PEM.
    case publicKey(id: String, PublicKeyProblem)
    /// Two merchants or two keys have the same id.
    case repeated(String)
    /// A URL for notifications that is no URL.
    case notificationURL(String)
    /// A topic that is not written as Amazon SNS writes it.
    case topic(String)
  }

  public let problems: [Problem]

  public var description: String {
    problems.map { problem in
      switch problem {
      case .publicKey(let id, let problem): "What is given as the public key \(id) \(problem)"
      case .notificationURL(let text):
        "\(text) is no address for notifications; write one such as https://host/path, without a fragment."
      case .topic(let text):
        """
        \(text) is not the name of a topic; write it as Amazon SNS does: arn:aws:sns:, the region, a colon, twelve digits, a \
        colon and the name.
        """
      case .repeated(let id): "\(id) is there twice; every merchant and every key has an id of its own."
      }
    }.joined(separator: "\n")
  }
}

/// Rules that Amazon Pay's documentation leaves open, or states only in prose. Defaults are the likeliest ones.
public struct Rules: Hashable, Sendable {
  // Requests

  /// The greatest age of a request's date.
  public var pastTolerance: Duration = .seconds(5 * 60)
  /// A request's date may be in the future by at most this time. It is small, because clients report refusals for a few
  /// seconds.
  public var futureTolerance: Duration = .seconds(5)
  /// True if an idempotency key of one operation counts as used for all operations. By default keys are compared per
  /// operation: the test suite of the official Node.js client uses one key for several operations.
  public var comparesIdempotencyKeysAcrossOperations = false
  /// True if a simulation code in a live request is refused, and not ignored.
  public var refusesSimulationInLive = true

  // Checkout sessions

  /// From creation to Canceled/Expired.
  public var sessionLifetime: Duration = .seconds(24 * 60 * 60)
  /// From the end of the lifetime until the session is deleted.
  public var sessionRetention: Duration = .seconds(30 * 24 * 60 * 60)
  /// The longest return and cancel URL, in characters.
  public var urlLimit = 512
  /// The scopes of a session with shipping, and of a sign-in, if the merchant names none.
  public var defaultScopes: Set<String> = ["name", "email", "postalCode", "shippingAddress"]
  /// The scopes of a session with the product PayOnly, if the merchant names none.
  public var defaultPayOnlyScopes: Set<String> = ["name", "email", "phoneNumber"]
  /// True if Update is still allowed after the buyer returned from the processing page.
  public var allowsUpdateAfterProcessing = false

  // Charges

  /// From creation to Canceled/ExpiredUnused.
  public var authorizationLifetime: Duration = .seconds(30 * 24 * 60 * 60)
  /// A capture within this time after the authorization is immediate.
  public var synchronousCapture: Duration = .seconds(7 * 24 * 60 * 60)
  /// The time until a pending authorization or capture is decided.
  public var pendingDuration: Duration = .seconds(30)
  /// The greatest number of charges of one charge permission. The API answers the next one with TransactionCountExceeded.
  public var chargesPerPermission = 25
  /// The longest cancellation and closure reason, in characters.
  public var reasonLimit = 255

  // Charge permissions

  public var permissionLifetime: Duration = .seconds(180 * 24 * 60 * 60)
  /// With `extendExpiration`: 13 months.
  public var extendedPermissionLifetime: Duration = .seconds(395 * 24 * 60 * 60)
  /// A charge permission shows the buyer's data for this time.
  public var buyerDataRetention: Duration = .seconds(30 * 24 * 60 * 60)

  // Buyers, delivery trackers, reports, disbursements

  /// The lifetime of a buyer token of the sign-in product.
  public var buyerTokenLifetime: Duration = .seconds(3600)
  /// True if the accounts are enabled for delivery trackers.
  public var offersDeliveryTrackers = true
  /// The time until a report is ready.
  public var reportDuration: Duration = .seconds(30)
  /// The interval of payments to the merchant's bank account.
  public var disbursementInterval: Duration = .seconds(24 * 60 * 60)

  // Refunds

  public var refundDuration: Duration = .seconds(30)
  /// The greatest number of refunds of one charge. The API answers the next one with TransactionCountExceeded.
  public var refundsPerCharge = 10
  /// True if refunds have the form that was seen in the Japanese sandbox: amounts in yen with ".00", the creation time in
  /// milliseconds since 1970.
  public var answersRefundsInOldForm = false

  // Disputes

  /// The time until the merchant has to answer a dispute. Amazon Pay's client libraries say 11 days, its help pages 7.
  public var disputeResponseTime: Duration = .seconds(11 * 24 * 60 * 60)
  /// The time until the address for a file's content expires.
  public var uploadAddressLifetime: Duration = .seconds(15 * 60)

  // Simulations

  /// Codes of Create Charge that leave the charge pending first, with the reason of the later decline; nil for success.
  /// Their spellings are not certain.
  public var pendingChargeSimulations: [String: String?] = [
    "AuthorizationInitiated": nil,
    "PendingSoftDeclined": "SoftDeclined",
    "PendingHardDeclined": "HardDeclined",
    "PendingAmazonRejected": "AmazonRejected",
    "PendingTransactionTimedOut": "TransactionTimedOut",
  ]

  public init() {}
}
