public import FerryCore
public import FerrySandbox

/// The configuration of an Amazon Pay sandbox.
public struct SandboxConfiguration: Sendable {
  /// The site for browsers, without a slash at the end; part of `amazonPayRedirectUrl`.
  public var origin: String
  public var merchants: [Merchant]
  public var rules: Rules
  /// The delay of the processing page. Zero redirects the buyer at once.
  public var processingPause: Duration
  /// True if `/control` is open: it moves the clock, breaks connections and acts as any buyer.
  public var isControlEnabled: Bool
  /// True if `/console` shows the ledger and the last requests to everybody who can reach the sandbox. It offers no actions
  /// unless the control API is open too.
  public var hasConsole = true
  /// The number of requests that are kept for display.
  public var requestLogLimit = 200
  /// The file that keeps the state across restarts; nil for memory only.
  public var journalPath: String?
  public var notifications: NotificationSettings
  /// The faults that are planned from the start.
  public var faults: [SandboxFault] = []

  public init(
    origin: String, merchants: [Merchant], rules: Rules = Rules(),
    processingPause: Duration = .seconds(2), isControlEnabled: Bool = false, journalPath: String? = nil,
    notifications: NotificationSettings = NotificationSettings()
  ) {
    self.origin = origin
    self.merchants = merchants
    self.rules = rules
    self.processingPause = processingPause
    self.isControlEnabled = isControlEnabled
    self.journalPath = journalPath
    self.notifications = notifications
  }
}

/// A merchant account of the sandbox, with its data in Seller Central.
public struct Merchant: Sendable {
  /// 14 capitals and digits, such as A1EXAMPLE00000.
  public var id: String
  /// The name on the pages, unless a session has its own.
  public var name: String
  public var region: MerchantRegion
  /// The account's currency: yen in Japan.
  public var ledgerCurrency: Currency
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
    id: String, name: String, region: MerchantRegion = .japan, ledgerCurrency: Currency = .jpy,
    storeIDs: Set<String>, publicKeys: [String: String], returnHosts: Set<String>? = nil,
    notificationURLs: [AccountEnvironment: String] = [:], mwsAuthTokens: [String: String] = [:],
    isPaymentServiceProvider: Bool = false
  ) {
    self.id = id
    self.name = name
    self.region = region
    self.ledgerCurrency = ledgerCurrency
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
}

/// The two environments of an Amazon Pay account. The raw value is the optional first segment of the path.
public enum AccountEnvironment: String, Codable, Hashable, Sendable, CaseIterable {
  case sandbox
  case live

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
    /// The origin is neither an https address nor an http address of this machine.
    case origin(String)
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
      case .origin(let text):
        "\(text) is not an origin; write https://host, or http://127.0.0.1:3081 on this machine, without a path."
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

extension SandboxConfiguration {
  var notificationProblems: [SandboxConfigurationError.Problem] {
    var problems: [SandboxConfigurationError.Problem] = []
    let urls = merchants.flatMap { $0.notificationURLs.values.sorted() }
    for url in urls where ReturnURL(url) == nil || url.contains("#") { problems.append(.notificationURL(url)) }
    let topic = notifications.topicARN
    if !urls.isEmpty, topic.wholeMatch(of: /arn:aws:sns:[a-z0-9\-]+:[0-9]{12}:[A-Za-z0-9_.\-]{1,256}/) == nil {
      problems.append(.topic(topic))
    }
    return problems
  }
}

/// The settings of Instant Payment Notifications, for merchants with a URL for them.
///
/// Their form is that of Amazon SNS ("Set up Instant Payment Notifications" in the Amazon Pay documentation): a message in
/// JSON, posted as plain text and signed. The message names the certificate of the key.
public struct NotificationSettings: Sendable {
  /// The hash of signatures ("Verifying the signatures of Amazon SNS messages"). Both are PKCS #1 v1.5.
  public enum SignatureVersion: String, Codable, Hashable, Sendable, CaseIterable {
    /// SHA-1.
    case one = "1"
    /// SHA-256.
    case two = "2"
  }

  /// The topic in messages. Receivers accept messages of their own topics only.
  public var topicARN: String
  public var signatureVersion: SignatureVersion
  /// Certifies the signing key; nil creates an authority at the start.
  public var authority: NotificationAuthority?
  /// True if each URL is first asked to confirm the subscription, as SNS does. Notifications do not wait for the
  /// confirmation.
  public var asksForConfirmation: Bool
  /// The timeout of a receiver's answer.
  public var timeout = Duration.seconds(15)
  /// The pauses before retries. A status of 500 or more, or no answer, is retried.
  ///
  /// The documentation says that retries are hourly, but not how many.
  public var retryPauses: [Duration] = [.seconds(3600), .seconds(3600), .seconds(3600)]
  /// The faults that are planned from the start.
  public var faults: [NotificationFault]
  /// The number of messages that are kept for display.
  public var logLimit: Int

  public init(
    topicARN: String = "arn:aws:sns:ap-northeast-1:000000000000:ferry-sandbox",
    signatureVersion: SignatureVersion = .one, authority: NotificationAuthority? = nil,
    asksForConfirmation: Bool = true, faults: [NotificationFault] = [], logLimit: Int = 500
  ) {
    self.topicARN = topicARN
    self.signatureVersion = signatureVersion
    self.authority = authority
    self.asksForConfirmation = asksForConfirmation
    self.faults = faults
    self.logLimit = logLimit
  }
}
