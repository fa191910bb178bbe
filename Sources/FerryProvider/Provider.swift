public import FerryCheckout
public import FerryCore
public import FerryHTTP
public import HTTPTypes

/// The line between the engine and a payment provider. Everything here is pure: the engine alone sends.
public protocol Provider: Sendable {
  var id: ProviderID { get }
  var mode: Mode { get }
  /// What its journey is like; a checkout keeps the profile that it was created with.
  var profile: JourneyProfile { get }
  var keyFormat: IdempotencyKeyFormat { get }
  /// The most requests to the provider at one time.
  var mostRequestsAtOnce: Int { get }

  /// Whether an order can be paid here at all, whatever the buyer will choose: asked before there is a checkout.
  /// - Throws: `OrderProblem` naming the field that cannot be.
  func check(_ content: OrderContent) throws(OrderProblem)

  /// Where the buyer's browser goes to do its part.
  /// - Throws: `ProviderFailure.misconfigured` when the step cannot be made.
  func nextAction(_ step: RoundTrips.Step, for visit: NextActionInput) throws(ProviderFailure) -> NextAction

  /// The provider's session that the buyer brings back, by the query of the address he came to. Proves nothing.
  func session(inReturn query: [(name: String, value: String)]) -> String?

  /// The one request of a task's present stage, without what depends on the time of sending.
  /// - Throws: `ProviderFailure.misconfigured` when it would break the provider's rules.
  func request(for task: ProviderTask) throws(ProviderFailure) -> ProviderRequest

  /// Makes a request ready to be sent at a moment: dates and signatures.
  /// - Parameter clockOffset: How far the provider's clock was seen to be ahead of ours.
  /// - Throws: `ProviderFailure.misconfigured` when it cannot be signed.
  func authorized(
    _ request: ProviderRequest, at now: Moment, clockOffset: Duration
  ) throws(ProviderFailure) -> HTTPRequest

  /// Reads an answer.
  /// - Parameters:
  ///   - request: The request as it was stored and sent: it says what was asked.
  ///   - task: The command and stage of that request, with the checkout as it stands in the transaction that records the
  ///     answer. What has changed since the request was made stands in it.
  func receive(_ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask) -> ProviderReaction

  /// How it tells us unasked that something changed; nil when it does not, or that is not set up.
  var notificationRules: NotificationRules? { get }

  /// Authenticates a notification, where the provider signs, and says what it is about.
  /// - Throws: `NotificationRefusal` for one that is not believed or cannot be read; `.notSetUp` without
  ///   `notificationRules`.
  func read(_ notification: IncomingNotification) async throws(NotificationRefusal) -> NotificationReading

  /// What a person should know about a notification that was refused; nil where the reason says it all. It is logged, and
  /// holds nothing that must not be.
  func remark(on notification: IncomingNotification, refused reason: NotificationRefusal) -> String?
}

extension Provider {
  public func remark(on notification: IncomingNotification, refused reason: NotificationRefusal) -> String? { nil }
}

/// A buyer about to leave.
public struct NextActionInput: Sendable {
  public var checkout: Checkout
  public var order: Order
  public var links: ProviderReturnURLs
  public var record: [UInt8]?

  public init(checkout: Checkout, order: Order, links: ProviderReturnURLs, record: [UInt8]?) {
    self.checkout = checkout
    self.order = order
    self.links = links
    self.record = record
  }
}

/// Our own addresses that a provider sends the buyer back to. The select address carries the checkout's nonce.
public struct ProviderReturnURLs: Hashable, Sendable {
  public var select: String
  public var pay: String
  public var cancel: String

  public init(select: String, pay: String, cancel: String) {
    self.select = select
    self.pay = pay
    self.cancel = cancel
  }
}

/// What a buyer's browser does next.
public enum NextAction: Hashable, Sendable {
  case redirect(String)
  /// Loads the provider's script and calls a function of it.
  case script(ProviderScript)
}

/// A call of a provider's script in the buyer's browser.
public struct ProviderScript: Hashable, Sendable {
  /// The script's address. The page's content security policy is the server's: it allows what the server was given as the
  /// provider's sites.
  public var source: String
  /// The function as a path from the global object: `["amazon", "Pay", "initCheckout"]`.
  public var function: [String]
  /// The arguments, each as JSON text.
  public var arguments: [String]
  /// The function only binds the page's one button; the page presses it afterwards.
  public var pressesButton: Bool

  /// The selector of the page's button, for functions that bind one.
  public static let button = "#ferry-step"

  public init(source: String, function: [String], arguments: [String], pressesButton: Bool) {
    self.source = source
    self.function = function
    self.arguments = arguments
    self.pressesButton = pressesButton
  }
}
