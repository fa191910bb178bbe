public import FerryCore
public import FerrySandbox

/// The configuration of an Amazon Pay sandbox.
public struct SandboxConfiguration: Sendable {
  /// Where browsers reach it, without a slash at the end; goes into `amazonPayRedirectUrl`.
  public var origin: String
  public var merchants: [Merchant]
  public var rules: SandboxRules
  /// How long the processing page stays before it sends the buyer back. Zero sends them back at once.
  public var processingPause: Duration
  /// True if `/control` is open: it moves the clock, breaks connections and buys in anybody's name.
  public var isControlEnabled: Bool
  /// True if `/console` shows the ledger and the last requests to everybody who can reach the sandbox. From there nothing
  /// can be done unless the control API is open too.
  public var hasConsole: Bool
  /// How many of the last requests are kept to look at.
  public var requestLogLimit: Int
  /// The file that keeps everything across restarts; nil keeps it in memory.
  public var journalPath: String?
  /// How notifications are sent to the merchants that have an address for them.
  public var notifications: NotificationSettings
  /// The faults that are planned from the start.
  public var faults: [SandboxFault] = []

  public init(
    origin: String, merchants: [Merchant], rules: SandboxRules = SandboxRules(),
    processingPause: Duration = .seconds(2), isControlEnabled: Bool = false, hasConsole: Bool = true,
    requestLogLimit: Int = 200, journalPath: String? = nil, notifications: NotificationSettings = NotificationSettings()
  ) {
    self.origin = origin
    self.merchants = merchants
    self.rules = rules
    self.processingPause = processingPause
    self.isControlEnabled = isControlEnabled
    self.hasConsole = hasConsole
    self.requestLogLimit = requestLogLimit
    self.journalPath = journalPath
    self.notifications = notifications
  }
}

/// A merchant account that the sandbox knows: what Seller Central holds of it.
public struct Merchant: Sendable {
  /// 14 capitals and digits, such as A1EXAMPLE00000.
  public var id: String
  /// What buyers read on the pages unless a session brings its own name.
  public var name: String
  public var region: MerchantRegion
  /// The account's currency: yen in Japan.
  public var ledgerCurrency: Currency
  /// `amzn1.application-oa2-client.…`, one for each shop.
  public var storeIDs: Set<String>
  /// Public keys by their ids, in PEM ("BEGIN PUBLIC KEY").
  public var publicKeys: [String: String]
  /// The hosts to which pages may send the buyer. Nil takes any host, as Amazon does for registered domains.
  public var returnHosts: Set<String>?
  /// Where notifications go, one address for each environment.
  public var notificationURLs: [AccountEnvironment: String]
  /// Tokens of Amazon Pay's first API by which the merchant lets solution providers act for it, each with the provider's
  /// merchant id. A provider changes them into tokens of this API, and sends those as `x-amz-pay-authtoken`.
  public var mwsAuthTokens: [String: String]
  /// Whether it is a payment service provider, who processes charges itself: only those may update charges.
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

/// One of the three regions that Amazon Pay runs.
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

/// The two worlds of an Amazon Pay account; the raw value is the segment that may lead the path.
public enum AccountEnvironment: String, Codable, Hashable, Sendable, CaseIterable {
  case sandbox
  case live

  /// The environment that a public key id's prefix decides, nil for the older ids without one.
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

/// Why a sandbox cannot start: everything that is wrong, each with what to put there.
public struct SandboxConfigurationError: Error, Hashable, CustomStringConvertible {
  public enum Problem: Hashable, Sendable {
    /// The origin is no https address, nor an http address of this machine.
    case origin(String)
    /// The text under this public key id is no RSA public key of 2048 bits or more in PEM.
    case publicKey(id: String, PublicKeyProblem)
    /// Two merchants have the same id, or two keys the same.
    case repeated(String)
    /// An address for notifications that is no address.
    case notificationURL(String)
    /// The name of a topic that Amazon SNS would not write.
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
  /// What is wrong with the addresses and the topic of notifications.
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

/// How a sandbox sends Instant Payment Notifications to the merchants that have an address for them.
///
/// They go through Amazon SNS ("Set up Instant Payment Notifications" in the Amazon Pay documentation): a message in JSON,
/// posted as plain text and signed with a key whose certificate is named in it.
public struct NotificationSettings: Sendable {
  /// By what hash messages are signed ("Verifying the signatures of Amazon SNS messages"). Both are PKCS #1 v1.5.
  public enum SignatureVersion: String, Codable, Hashable, Sendable, CaseIterable {
    /// SHA-1.
    case one = "1"
    /// SHA-256.
    case two = "2"
  }

  /// The topic that messages name. Receivers take messages of their own topics only.
  public var topicARN: String
  public var signatureVersion: SignatureVersion
  /// Certifies the key that signs; nil makes one at the start.
  public var authority: NotificationAuthority?
  /// True if an address is first asked whether it wants the messages of the topic, as SNS does. Notifications do not wait
  /// for the answer.
  public var asksForConfirmation: Bool
  /// How long the receiver may take to answer.
  public var timeout: Duration
  /// The pauses before each further attempt after a failure: a status of 500 or more, or no answer.
  ///
  /// The documentation says that retries are hourly, and not for how long.
  public var retryPauses: [Duration]
  /// The faults that are planned from the start.
  public var faults: [NotificationFault]
  /// How many of the last messages are kept to look at.
  public var logLimit: Int

  public init(
    topicARN: String = "arn:aws:sns:ap-northeast-1:000000000000:ferry-sandbox",
    signatureVersion: SignatureVersion = .one, authority: NotificationAuthority? = nil,
    asksForConfirmation: Bool = true, timeout: Duration = .seconds(15),
    retryPauses: [Duration] = [.seconds(3600), .seconds(3600), .seconds(3600)],
    faults: [NotificationFault] = [], logLimit: Int = 500
  ) {
    self.topicARN = topicARN
    self.signatureVersion = signatureVersion
    self.authority = authority
    self.asksForConfirmation = asksForConfirmation
    self.timeout = timeout
    self.retryPauses = retryPauses
    self.faults = faults
    self.logLimit = logLimit
  }
}
