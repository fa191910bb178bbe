public import FerryCore

/// The merchant's contract at GMO Payment Gateway: its credentials and its name.
public struct GatewayShop: Sendable {
  /// "tshop" and 8 letters or digits.
  public let id: String
  public let password: Secret<String>
  /// The name on the pages.
  public let name: String

  /// - Throws: `GatewayConfigurationError` for an id that is not one of the test environment.
  public init(id: String, password: Secret<String>, name: String) throws(GatewayConfigurationError) {
    guard Self.isTestID(id) else { throw GatewayConfigurationError(shopID: id) }
    self.id = id
    self.password = password
    self.name = name
  }

  /// Ids of the test environment begin with "tshop".
  static func isTestID(_ id: String) -> Bool { id.wholeMatch(of: /tshop[0-9A-Za-z]{8}/) != nil }

  /// A password is 1 to 64 letters and digits.
  static func isPassword(_ text: String) -> Bool { text.wholeMatch(of: /[0-9A-Za-z]{1,64}/) != nil }
}

/// The sandbox does not start with a shop that may be a real one.
public struct GatewayConfigurationError: Error, Hashable, CustomStringConvertible {
  public let shopID: String

  public var description: String {
    """
    \(shopID.prefix(32)) is no shop id of the test environment. A sandbox takes tshop and 8 letters or digits, such as \
    tshop00000001.
    """
  }
}

/// Rules that GMO's documentation leaves open, or that differ from contract to contract. Defaults are the likeliest ones.
public struct Rules: Hashable, Sendable {
  /// The form of an answer in `.idPass`.
  public enum BodyStyle: String, CaseIterable, Sendable {
    /// Percent-encoded, except `Token` and `StartURL`.
    case percentEncoded
    case raw
  }

  /// The two families of codes for errors in parameters.
  public enum CodeFamily: String, CaseIterable, Sendable {
    case e01 = "E01"
    case m01 = "M01"
  }

  // Answers

  public var bodyStyle = BodyStyle.percentEncoded
  public var codeFamily = CodeFamily.e01
  /// True if the keys of an answer come in another order each time.
  public var shufflesKeys = false
  /// True if CR and LF follow the body of `.idPass`.
  public var endsBodiesWithNewline = false
  /// The charset in `Content-Type` of `.idPass`. The bytes are always Windows-31J.
  public var charsetLabel = "Windows-31J"
  /// True if a single error of `.json` is an array too.
  public var alwaysListsErrors = false
  /// True if SearchTradeMulti repeats the order id.
  public var searchEchoesOrderID = true
  /// True if SearchTradeMulti names the charge permission and the checkout session.
  public var searchNamesAmazonIDs = true

  // Contract

  /// The values of `AmazonpayType` that the contract has: 4 for cPSP.
  public var amazonpayTypes: Set<String> = ["4"]
  /// True if Exec refuses sessions whose button names no `processorSpecifications` "gmopg".
  public var requiresProcessor = true

  // Times, by the sandbox's clock

  /// `PaymentTermSec` unless the shop names one.
  public var startTerm = Duration.seconds(120)
  /// The largest `PaymentTermSec`, in seconds.
  public var startTermLimit: Int64 = 86_400
  /// The time between the start page and the end of the buyer's processing.
  public var processingTerm = Duration.seconds(600)
  /// The time until a pending card has decided.
  public var pendingTime = Duration.seconds(30)
  /// The lifetime of an authorization.
  public var authorizationTerm = Duration.seconds(30 * 86_400)
  /// Nothing can be canceled after this time.
  public var cancelTerm = Duration.seconds(180 * 86_400)
  public var refundTime = Duration.seconds(30)

  // Payments

  /// True if the gateway waits for cards that decide later: the transaction is AUTHPROCESS until then.
  public var acceptsPendingCards = true
  /// True if a decline ends at the cancel URL, and not at `RetURL`.
  public var declinesLeaveByCancelURL = false
  /// True if Exec of an additional payment button asks for a challenge: it answers as in the two-step flow. GMO does not
  /// document the form of that answer.
  public var challengesAdditionalButton = false
  /// True if Exec may be repeated before the buyer has come; the earlier token is void then.
  public var allowsRepeatedExec = false
  /// True if less than the authorized amount can be captured; the rest is released.
  public var allowsPartialCapture = false
  /// True if an authorization can be canceled in part.
  public var allowsPartialVoid = false
  /// True if a lapsed authorization stays AUTH, and only its capture is refused. Otherwise it is EXPIRED.
  public var lapsedStaysAuthorized = false
  /// True if a transaction whose refund in part is running is REQRETURN, as with a whole one. Otherwise it keeps its status.
  public var partialRefundsShowRequest = true

  // Notifications

  /// True if a notification names the charge permission.
  public var notificationsNamePermission = false

  public init() {}
}
