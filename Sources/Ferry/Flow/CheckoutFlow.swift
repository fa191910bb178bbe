public import FerryCore
public import Foundation

/// Takes the buyer to the payment provider's pages and safely back. One per app, made when the app starts:
///
/// ```swift
/// let flow = CheckoutFlow(server: url, app: "shop-ios", linkHost: links, scheme: "shop")
///
/// let result = try await flow.pay(for: cart.id, from: browser) { challenge in
///   try await shop.createCheckout(cart, challenge.text)
/// } review: { review in
///   await ReviewScreen.ask(review)
/// }
/// ```
///
/// Three more calls belong to it. Give every URL that the app is opened with to `handle`. Iterate `resumed` in a task that
/// lives as long as the app: it tells the results that a killed app has missed. Call `wake` when the app becomes active.
@MainActor
public final class CheckoutFlow {
  /// Asks the shop's own backend to create the checkout with this challenge, and returns the `app` object of the server's
  /// answer. The flow calls it again with the same challenge if its outcome is unknown: see `FlowFailure.creationUnknown`.
  public typealias Create = @MainActor @Sendable (Challenge) async throws -> CheckoutHandoff
  /// Shows the review, and returns the buyer's answer. Its task is cancelled when the answer is of no use any more.
  public typealias Review = @MainActor @Sendable (CheckoutReview) async -> ReviewDecision

  public internal(set) var status: FlowStatus = .idle {
    didSet { if status != oldValue { statusBroadcast.send(status) } }
  }

  let server: ServerAddress?
  let linkHost: String?
  let scheme: String?
  let storage: any CheckoutStorage
  let sender: any HTTPSender
  let rules: FlowRules
  let time: any Timekeeper
  let randomness: any Randomness

  let statusBroadcast = Broadcast<FlowStatus>()
  let noticeBroadcast = Broadcast<FlowNotice>()
  let pageBroadcast = Broadcast<Void>()
  let resultBroadcast = Broadcast<CheckoutResult>()
  let alarm = Alarm()
  var kept: [FlowID: FlowMachine.Memory] = [:]
  var hasReadStorage = false
  /// The secret of this installation, for providers' own SDKs; nil until one is needed.
  var sdkSecret: String?
  var running: [FlowID: Following] = [:]
  var router = LinkRouter()
  var queue = ResumeQueue()
  /// Reported by `resumed`. Dropped when the app asks for the next element.
  var delivered: Set<FlowID> = []
  /// Items that are not needed any more and could not be dropped yet.
  var undropped: Set<FlowID> = []
  /// True while a call or a page has the buyer. No other payment can start then.
  public internal(set) var isBusy = false
  var pageNews = PageNews()

  struct Following {
    var mailbox: AsyncStream<FlowMachine.Input>.Continuation
    var presence: Presence
    var isCreating: Bool
    var browser: (any SecureBrowser)?
    /// Ends when the machine no longer runs.
    var end: AsyncStream<Void>
  }

  /// - Parameters:
  ///   - server: The checkout server's base address. The flow builds from it every address that it calls or opens.
  ///   - app: The registered app's id in the server's settings: "shop-ios".
  ///   - linkHost: The origin of the app's link host, as registered: "https://link.shop.example". Without it the flow ignores
  ///     universal links and only asks the server.
  ///   - scheme: The app's custom scheme, as registered, for when no universal link works.
  public convenience init(server: URL, app: String, linkHost: URL? = nil, scheme: String? = nil) {
    self.init(server: server, app: app, linkHost: linkHost, scheme: scheme, storage: Self.storage(app))
  }

  /// - Parameter storage: Stores what has to survive the app.
  @_spi(Phone)
  public init(
    server: URL, app: String, linkHost: URL? = nil, scheme: String? = nil, storage: any CheckoutStorage,
    sender: any HTTPSender = URLSessionSender(), rules: FlowRules = FlowRules(), time: any Timekeeper = SystemTime(),
    randomness: any Randomness = SystemRandomness()
  ) {
    self.server = ServerAddress(server)
    self.linkHost = linkHost?.absoluteString
    self.scheme = scheme
    self.storage = storage
    self.sender = sender
    self.rules = rules
    self.time = time
    self.randomness = randomness
  }

  /// The status now, then each change.
  public var statuses: AsyncStream<FlowStatus> { statusBroadcast.stream(first: status) }

  /// Problems that the flow has handled, for the app's log.
  public var notices: AsyncStream<FlowNotice> { noticeBroadcast.stream() }

  private static func storage(_ app: String) -> any CheckoutStorage {
    #if canImport(Security)
      InstallationStorage(KeychainStorage(app: app), marker: DefaultsMarker(app: app))
    #else
      FileStorage(folder: FileManager.default.homeDirectoryForCurrentUser.appending(path: ".ferry-" + app))
    #endif
  }
}

/// Timeouts and delays of the flow.
@_spi(Phone)
public struct FlowRules: Hashable, Sendable {
  /// Time that a link may take after the buyer has closed the browser before a selection. A link closes the browser too, and
  /// the two come in either order.
  public var grace = Duration.seconds(3)
  /// Time that the buyer waits for the server before the result is `.confirming` or `.notFinished`.
  public var patience = Duration.seconds(30)
  /// The same while nobody waits, after a restart.
  public var patienceUnattended = Duration.seconds(10)
  /// The first delay between two questions. It doubles.
  public var firstPause = Duration.seconds(1)
  public var longestPause = Duration.seconds(8)
  /// Delays while the buyer is at the provider. A link is usually faster.
  public var firstPauseAway = Duration.seconds(3)
  public var longestPauseAway = Duration.seconds(15)
  /// A stored item expires after this time.
  public var keptFor = Duration.seconds(31 * 86_400)
  /// Calls of the shop's backend for one creation with an unknown outcome.
  public var mostCreations = 4

  public init() {}
}
