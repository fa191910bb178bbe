public import FerryCore

/// One attempt by one buyer at one provider to pay an order. Only `receive` changes it.
public struct Checkout: Codable, Hashable, Sendable {
  public let id: CheckoutID
  public let order: OrderID
  public let shop: ShopID
  public let provider: ProviderID
  public let account: AccountName
  public let mode: Mode
  public let kind: CheckoutKind
  /// The app that the buyer is in; only of kind `app`.
  public let app: AppBody?
  public let language: Language
  public let capture: CapturePolicy
  public let profile: JourneyProfile
  /// The shop's options, which the provider has checked.
  public let options: ProviderOptions?
  /// The order's content when the checkout was created.
  public let content: OrderContent
  public let createdAt: Moment
  public let expiresAt: Moment

  public internal(set) var phase: Phase
  /// Rises whenever the review changes that the buyer would agree to.
  public internal(set) var revision: Int
  /// The provider's id of its session, once one is attached.
  public internal(set) var session: String?
  /// The sessions that were ever attached, if the provider does not prove their origin: none is attached again after it was
  /// discarded. Nil before the first.
  var spentSessions: [String]?
  public internal(set) var selection: Selection?
  /// The price for the present selection.
  public internal(set) var quote: Quote?
  /// Frozen before the payment page is asked for.
  public internal(set) var agreed: Agreement?
  /// The totals of agreements that the buyer has since changed.
  var agreedBefore: [Money] = []
  public internal(set) var payment: Payment?
  /// The buyer's attempts to pay that were declined while the provider's session lived, oldest first.
  public internal(set) var declinedAttempts: [DeclinedAttempt] = []
  /// The end of the provider's session, as the provider reports it.
  public internal(set) var sessionEnd: SessionEnd?
  /// The provider has reported that the buyer has finished their part.
  public internal(set) var isCompleted = false
  /// The provider has reported something that cannot be right by itself: an amount that is not ours, a second charge.
  public internal(set) var doubt: HoldReason?
  /// The amount that the provider reports in place of the one that was asked for. Its money is not the payment's before the
  /// provider agrees, or a person accepts it.
  var mismatch: AmountMismatch?
  /// The question by which a person has the provider asked again.
  var reconsidering: CommandNumber?
  /// A person has decided about this checkout: nothing that the provider reports raises a doubt any more.
  public internal(set) var isReviewed = false
  /// False once a person has seen that the provider will not decide about a pending payment.
  var isDecisionAwaited = true
  /// The end that buyer, merchant or time brought about, as opposed to the provider.
  public internal(set) var ended: Phase.Ending?
  /// The end for which the provider was told to end its session. It then reports a cancellation by the merchant, which is
  /// this end.
  var toldEnding: Phase.Ending?
  /// The time until which the provider is asked about a checkout that has ended while its payment page may be open, which no
  /// call ends. Nil for others.
  var pageOpenUntil: Moment?
  /// The questions about the money of a final checkout.
  public internal(set) var inquiry: Inquiry
  public internal(set) var lastCommand: CommandNumber = 0
  /// Commands up to this one were about a session that was discarded: their answers are ignored.
  public internal(set) var discarded: CommandNumber = 0

  /// The review that the buyer agreed to.
  public struct Agreement: Codable, Hashable, Sendable {
    public let revision: Int
    public let total: Money
  }

  public struct Inquiry: Codable, Hashable, Sendable {
    /// The question under way.
    public internal(set) var command: CommandNumber?
    /// Since when money is undecided or unknown, or may come late; nil if none is, or an earlier version stored it.
    public internal(set) var began: Moment?
    public internal(set) var lastAsked: Moment

    /// The last question, or the answer that began the wait.
    var waitsSince: Moment { max(lastAsked, began ?? lastAsked) }
  }

  /// - Throws: `MoneyError` if the content cannot be priced; a `CheckedOrder` can be.
  public init(
    id: CheckoutID, order: Order, provider: ProviderID, account: AccountName = .main, kind: CheckoutKind,
    language: Language, capture: CapturePolicy, profile: JourneyProfile, createdAt: Moment, app: AppBody? = nil,
    options: ProviderOptions? = nil
  ) throws(MoneyError) {
    self.id = id
    self.order = order.id
    shop = order.shop
    self.provider = provider
    self.account = account
    mode = order.mode
    self.kind = kind
    self.app = app
    self.language = language
    self.capture = capture
    self.profile = profile
    self.options = options
    content = order.content
    self.createdAt = createdAt
    expiresAt = createdAt + profile.lifetime
    phase = .open
    inquiry = Inquiry(command: nil, lastAsked: createdAt)
    switch profile.journey {
    case .selectThenPay: revision = 0
    case .pay:
      quote = try Quote(order.content, region: nil)
      revision = 1
    }
  }

  public var accountID: ProviderAccountID { ProviderAccountID(provider: provider, account: account, mode: mode) }

  /// Why a held checkout cannot go on: the amount that was asked for, and the one that the provider reports. Nil if that is
  /// not the reason.
  public var amountMismatch: AmountMismatch? {
    guard case .held = phase, !isReviewed, doubt == .amountMismatch else { return nil }
    if let mismatch { return mismatch }
    // A checkout that an earlier version held has the provider's amount in its payment.
    guard let agreed, let payment else { return nil }
    return AmountMismatch(
      asked: agreed.total, reported: payment.captured.isPositive ? payment.captured : payment.authorized)
  }

  /// True once a person has rejected the payment: no answer makes it a sale, and its money is returned.
  var isRejected: Bool {
    guard isReviewed, case .cancel = ended else { return false }
    return true
  }

  /// True if the buyer has selected nothing yet and no session is attached. A restart then loses nothing, and shows
  /// nobody the selection of somebody else.
  public var isUntouched: Bool {
    guard session == nil, selection == nil else { return false }
    return switch phase {
    case .open: profile.journey == .selectThenPay
    case .selecting(let selecting): selecting.change == nil
    case .reviewing, .confirmed, .authorizing, .paying, .settling, .closing, .paid, .declined, .cancelled, .expired,
      .held:
      false
    }
  }

  /// True if the buyer must start over with a new return URL: the old session came back before anything was selected.
  public var mustRestart: Bool {
    if case .selecting(let selecting) = phase { selecting.mustRestart } else { false }
  }

  /// True if the first selection may restart: the buyer is not on the way to pay, and there is no money.
  public var canRestart: Bool {
    guard profile.journey == .selectThenPay, payment == nil else { return false }
    return switch phase {
    case .open, .selecting, .reviewing: true
    case .confirmed, .authorizing, .paying, .settling, .closing, .paid, .declined, .cancelled, .expired, .held: false
    }
  }

  mutating func command(_ kind: Command.Kind) -> Command {
    lastCommand += 1
    return Command(number: lastCommand, kind: kind)
  }
}
