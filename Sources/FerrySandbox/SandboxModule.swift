public import ArgumentParser
public import FerryCore
public import FerryWeb
package import HTTPTypes
public import NIOSSL
public import ServiceLifecycle
import Synchronization

/// A provider's sandbox, for the tool and the demo. Each provider's sandbox target has one conforming type.
public protocol SandboxModule: Sendable {
  /// The options of `ferry sandbox` that this provider alone has.
  associatedtype Options: SandboxOptions
  /// The provider's id, such as "amazon-pay".
  static var id: String { get }
  /// The provider's name, for people.
  static var name: String { get }
  /// The country that the demo shop sells in with this provider.
  static var market: Market { get }
  /// Further countries of the demo shop. The payments there go to another account of the merchant, by the merchant's name of
  /// it, than the usual one, "main".
  static var furtherMarkets: [(account: String, market: Market)] { get }
  /// The demo shop's buttons to pay besides this provider's usual one.
  static var paymentOptions: [PaymentOption] { get }
  /// The payment that the provider decides about later: the buyer's card, by the provider's name, and the capture policy.
  /// Nil if it decides every payment at once.
  static var laterDecision: (card: String, capture: CapturePolicy)? { get }
  /// The operation for a fault that changes the amount: Ferry compares the amount of a payment with its answer. Nil if the
  /// first answer after the payment has the amount.
  static var amountOperation: String? { get }
  /// The way to a payment that is disputed; nil if the sandbox has no disputes.
  static var dispute: Dispute? { get }
  /// - Throws: An error that prevents the start; its description says what to do.
  init(_ place: SandboxPlace) throws
  /// The demo's account at a sandbox, as environment variables for the reader of production settings. Missing keys are
  /// created.
  static func settings(_ place: SandboxPlace) throws -> [String: String]
  var responder: SandboxResponder { get }
  /// The services that run beside the server, such as the one that sends notifications.
  var services: [any Service] { get }
  /// The money that moved, in the order of the orders' first payments.
  var money: [OrderMoney] { get }
}

extension SandboxModule {
  public static var furtherMarkets: [(account: String, market: Market)] { [] }
  public static var paymentOptions: [PaymentOption] { [] }
  public static var laterDecision: (card: String, capture: CapturePolicy)? { nil }
  public static var amountOperation: String? { nil }
  public static var dispute: Dispute? { nil }
}

/// The way to a payment that is disputed.
public struct Dispute: Sendable {
  /// The path of the request below `/control`, for the provider's reference of the payment.
  public let path: @Sendable (_ payment: String) -> String
  public let body: [String: String]

  public init(body: [String: String], path: @escaping @Sendable (_ payment: String) -> String) {
    self.path = path
    self.body = body
  }
}

/// A provider's own options of `ferry sandbox`, which runs its sandbox for somebody's shop.
public protocol SandboxOptions: ParsableArguments {
  /// The text of `ferry sandbox --provider ID --help`, in lines of at most 78 columns.
  static var guide: String { get }
  /// - Throws: An error that prevents the start; its description says what to do.
  func sandbox(_ place: SandboxPlace) throws -> any SandboxModule
  /// The names and values of the shop's settings, for people.
  /// - Throws: As `sandbox(_:)`.
  func shopSettings(_ place: SandboxPlace) throws -> [(name: String, value: String)]
}

/// The site and the options of a sandbox.
public struct SandboxPlace: Sendable {
  /// The sandbox's site, for shop and browsers.
  public var origin: Origin
  /// Buyers return to this shop.
  public var shop: Origin
  /// The shop's name on the pages.
  public var shopName: String
  public var timekeeper: any Timekeeper
  public var randomness: any Randomness
  /// The folder for the keys of the demo's account and of the sandbox.
  public var folder: any SandboxFolder
  /// The server asks about a silent buyer after these times: seconds, separated by commas; nil for the provider's defaults.
  public var quietSeconds: String?
  /// True if the folder keeps the state across restarts. A `MemoryFolder` never does.
  public var hasJournal = true
  /// The URL for notifications of the account "main"; nil for none.
  public var notificationURL: String?
  /// The authorities of the notification URL's certificate; nil for the system's.
  public var trust: TLSConfiguration?
  /// True if the control API is open.
  public var isControlEnabled = false
  /// True if `/console` shows the ledger and the last requests to everybody who can reach the sandbox. It offers no actions
  /// unless the control API is open too.
  public var hasConsole = true
  /// The delay before a page continues by itself.
  public var processingPause = Duration.seconds(2)
  /// The faults that are planned from the start.
  public var faults: [SandboxFault] = []
  /// The number of requests that are kept for display.
  public var requestLogLimit = 500

  public init(
    origin: Origin, shop: Origin, shopName: String, folder: any SandboxFolder = MemoryFolder(),
    timekeeper: any Timekeeper = SystemTime(), randomness: any Randomness = SystemRandomness()
  ) {
    self.origin = origin
    self.shop = shop
    self.shopName = shopName
    self.folder = folder
    self.timekeeper = timekeeper
    self.randomness = randomness
  }

  /// The path of the journal in the folder; nil for memory only.
  package func journal(_ name: String) -> String? {
    hasJournal && !(folder is MemoryFolder) ? folder.path(name) : nil
  }

  /// The URL for notifications of a further account.
  public func notificationURL(account: String) -> String? { notificationURL.map { "\($0)/\(account)" } }
}

/// A folder for the files of a sandbox.
public protocol SandboxFolder: Sendable {
  func path(_ name: String) -> String
  /// The text of a private file. If there is none, `make` creates it.
  func secret(_ name: String, make: () throws -> String) throws -> Secret<String>
  func write(_ text: String, to name: String) throws
}

/// A folder in memory, for a sandbox inside a program or a test. Its sandbox keeps no journal.
public final class MemoryFolder: SandboxFolder {
  private let files = Mutex<[String: String]>([:])

  public init() {}

  public func path(_ name: String) -> String { name }

  public func secret(_ name: String, make: () throws -> String) throws -> Secret<String> {
    try files.withLock { files in
      let text = try files[name] ?? make()
      files[name] = text
      return Secret(text)
    }
  }

  public func write(_ text: String, to name: String) { files.withLock { $0[name] = text } }
}

package struct DeliveryRules: Hashable, Sendable {
  package var timeout: Duration
  /// The pauses before retries. A status of 500 or more, or no answer, is retried.
  package var retryPauses: [Duration]
  /// True if a status of 300 to 499 is retried, too.
  package var retriesRefusals: Bool

  package init(timeout: Duration, retryPauses: [Duration], retriesRefusals: Bool = false) {
    self.timeout = timeout
    self.retryPauses = retryPauses
    self.retriesRefusals = retriesRefusals
  }
}

/// The provider's part of a sandbox, for the common part.
package protocol ProviderSandbox: Sendable {
  associatedtype Ledger: SandboxLedger

  static var id: String { get }
  var place: SandboxPlace { get }
  var state: SandboxState<Ledger> { get }
  var deliveryRules: DeliveryRules { get }
  /// The names of the API's operations, for faults.
  var operations: [String] { get }
  /// The kinds of objects in notifications, for faults.
  var notificationObjects: [String] { get }
  /// The rules of the request log for hiding secrets and personal data.
  var redaction: Redaction { get }

  /// True for a page that the buyer's browser opens. False for the API, scripts, style sheets, the console and the control API.
  func isHostedPage(_ request: HTTPRequest) -> Bool
  /// Answers a request as a client on a network sees it.
  func exchange(_ request: HTTPRequest, body: [UInt8], endsWithService: Bool) async throws -> SandboxExchange
  /// The console's page of the object that a value of a request or answer names; nil if there is none.
  /// - Parameter name: The name of the value's field or member, or the segment before it in the path.
  func consoleLink(to value: String, named name: String) -> Link?
  func message(_ delivery: NotificationDelivery<Ledger.Subject>) throws -> NotificationMessage
  /// Opens the page of a next action, as the buyer's browser does.
  /// - Parameter order: The order number. `page(of:)` finds the page by it afterwards.
  func open(_ action: OpenedAction, order: String?) throws(ControlRefusal) -> OpenedPage
  /// The id of the page that the buyer of an order has open; nil if there is none.
  func page(of order: String) -> String?
  /// Acts as the buyer on a page.
  /// - Parameter details: Further selections, by the provider's names.
  func act(_ act: BuyerAct, on page: String, details: [String: String]) throws(ControlRefusal) -> BuyerStep
  /// Answers a control request below the provider's own prefix; nil for an unknown one.
  func answerOwnControl(_ request: ControlRequest) throws(ControlRefusal) -> (status: Int, body: JSONValue)?
}

extension ProviderSandbox {
  /// Changes the ledger after all events that are due.
  package func change<Result: Sendable, Failure: Error>(
    _ change: (inout Ledger, Moment) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.change { ledger, now throws(Failure) in
      ledger.advance(to: now)
      return try change(&ledger, now)
    }
  }
}

extension ProviderSandbox {
  package var origin: Origin { place.origin }

  package var randomness: any Randomness { place.randomness }

  /// True if the control API is open, and the console's forms act.
  package var isControlEnabled: Bool { place.isControlEnabled }

  /// The URL for notifications of the account "main".
  /// - Throws: If there is none, which plans no notifications.
  package var requiredNotificationURL: String {
    get throws {
      guard let url = place.notificationURL else { throw NoNotificationAddress() }
      return url
    }
  }
}

package struct NoNotificationAddress: Error {
  package init() {}
}
