public import FerryCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Carries the buyer over to the payment provider's pages and safely back. One per app, made when the app starts:
///
/// ```swift
/// let flow = CheckoutFlow(server: url, app: "shop-ios", linkHost: links, scheme: "shop")
///
/// let result = try await flow.pay(from: browser) { challenge in
///   try await shop.createCheckout(cart, challenge.text)
/// } review: { review in
///   await ReviewScreen.ask(review)
/// }
/// ```
///
/// Three more places belong to it. Every URL that the app is opened with goes to `handle`; a task that lives as long as the
/// app iterates `resumed`, which tells what a killed app has missed; and `wake` is called when the app becomes active.
@MainActor
public final class CheckoutFlow {
  /// Asks the shop's own backend to create the checkout at the server, with this challenge, and returns the `app` object of
  /// the server's answer. It is called again, with the same challenge, when its outcome is not known: see
  /// `CreationUnknown`.
  public typealias Create = @MainActor @Sendable (Challenge) async throws -> CheckoutHandoff
  /// Shows the review, and returns what the buyer answers. Its task is cancelled when the answer is of no use any more.
  public typealias Review = @MainActor @Sendable (CheckoutReview) async -> ReviewDecision

  /// What the buyer is to be told now.
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
  let alarm = Alarm()
  /// What the storage holds; meaningful once it has been read.
  var kept: [FlowID: FlowMachine.Memory] = [:]
  var hasReadStorage = false
  /// The passages that are followed now.
  var running: [FlowID: Following] = [:]
  var router = LinkRouter()
  var queue = ResumeQueue()
  /// Told by `resumed`, and dropped as soon as the app asks for the next one.
  var delivered: Set<FlowID> = []
  /// What is of no use any more and is still in the storage.
  var undropped: Set<FlowID> = []
  /// A call of the app's, or a page, has the buyer: no other can begin.
  public internal(set) var isBusy = false
  /// What `resumed` has told of pages' checkouts.
  var pageNews = PageNews()
  /// What a call of the app's has followed last.
  var attended: FlowID?

  struct Following {
    var mailbox: AsyncStream<FlowMachine.Input>.Continuation
    var presence: Presence
    var isCreating: Bool
    /// Ends when nobody follows it any more.
    var end: AsyncStream<Void>
  }

  /// - Parameters:
  ///   - server: The checkout server's base address. Every address that the flow calls or opens is built from it.
  ///   - app: The registered app's id in the server's configuration: "shop-ios".
  ///   - linkHost: The origin of the app's link host, as it was registered: "https://link.shop.example". Without it no
  ///     universal link is taken for ours, and the flow goes by what the server says alone.
  ///   - scheme: The app's custom scheme, as it was registered, for when no universal link works.
  ///   - storage: Where the little that has to survive the app is kept: the keychain, on systems that have one.
  ///   - sender: How requests are sent.
  ///   - rules: How long the flow waits for what.
  ///   - time: The clock.
  ///   - randomness: Where secrets come from.
  public init(
    server: URL, app: String, linkHost: URL? = nil, scheme: String? = nil, storage: (any CheckoutStorage)? = nil,
    sender: any HTTPSender = URLSessionSender(), rules: FlowRules = FlowRules(), time: any Timekeeper = SystemTime(),
    randomness: any Randomness = SystemRandomness()
  ) {
    self.server = ServerAddress(server)
    self.linkHost = linkHost?.absoluteString
    self.scheme = scheme
    self.storage = storage ?? Self.storage(app)
    self.sender = sender
    self.rules = rules
    self.time = time
    self.randomness = randomness
  }

  /// The status now, then each one as it comes.
  public var statuses: AsyncStream<FlowStatus> { statusBroadcast.stream(first: status) }

  /// What went wrong on the way and was dealt with: for the app's log.
  public var notices: AsyncStream<FlowNotice> { noticeBroadcast.stream() }

  private static func storage(_ app: String) -> any CheckoutStorage {
    #if canImport(Security)
      InstallationStorage(KeychainStorage(app: app), marker: DefaultsMarker(app: app))
    #else
      FileStorage(folder: FileManager.default.homeDirectoryForCurrentUser.appending(path: ".ferry-" + app))
    #endif
  }
}
