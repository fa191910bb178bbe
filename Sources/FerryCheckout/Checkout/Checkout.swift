public import FerryCore

/// One attempt by one buyer at one provider. It changes in one way only: by `receive`.
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
  /// What is bought, as it was when the attempt began.
  public let content: OrderContent
  public let createdAt: Moment
  public let expiresAt: Moment

  public internal(set) var phase: Phase
  /// Goes up whenever what the buyer would agree to changes.
  public internal(set) var revision: Int
  /// The provider's id of its session, once one is attached.
  public internal(set) var session: String?
  public internal(set) var selection: Selection?
  /// The price for the present selection.
  public internal(set) var quote: Quote?
  /// What the buyer agreed to; frozen before the payment page is asked for.
  public internal(set) var agreed: Agreement?
  /// The totals of agreements that the buyer has since changed; nil when there are none.
  var agreedBefore: [Money]?
  public internal(set) var payment: Payment?
  /// How the provider says that its session ended.
  public internal(set) var sessionEnd: SessionEnd?
  /// The provider has said that the buyer has finished his part.
  public internal(set) var isCompleted: Bool
  /// What the provider has said that cannot be right by itself: an amount that is not ours, a second charge.
  public internal(set) var doubt: HoldReason?
  /// A person has decided about this checkout; what the provider says puts it in doubt no longer.
  public internal(set) var isReviewed: Bool
  /// Whether the provider is still expected to decide about a pending payment; nil for yes. A person has seen that it does not.
  var isDecisionAwaited: Bool?
  /// The end that buyer, merchant or time brought about, as opposed to the provider's word.
  public internal(set) var ended: Phase.Ending?
  /// The question about a finished payment that is under way, and those before.
  public internal(set) var inquiry: Inquiry
  /// The number of the last command.
  public internal(set) var lastCommand: CommandNumber
  /// Commands up to this one were about a session that was let go: their answers say nothing any more.
  public internal(set) var discarded: CommandNumber?

  /// What the buyer agreed to.
  public struct Agreement: Codable, Hashable, Sendable {
    public let revision: Int
    public let total: Money
  }

  /// Questions about the money of a checkout that is final.
  public struct Inquiry: Codable, Hashable, Sendable {
    public internal(set) var command: CommandNumber?
    public internal(set) var asked: Int
    public internal(set) var lastAsked: Moment
  }

  /// - Throws: `MoneyError` when the content cannot be priced; `Order.open` has validated it.
  public init(
    id: CheckoutID, order: Order, provider: ProviderID, account: AccountName = .main, kind: CheckoutKind,
    language: Language, capture: CapturePolicy, profile: JourneyProfile, createdAt: Moment, app: AppBody? = nil
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
    content = order.content
    self.createdAt = createdAt
    expiresAt = createdAt + profile.lifetime
    phase = .open
    revision = 0
    isCompleted = false
    isReviewed = false
    inquiry = Inquiry(command: nil, asked: 0, lastAsked: createdAt)
    lastCommand = 0
    if profile.journey == .pay {
      quote = try Quote(order.content, region: nil)
      revision = 1
    }
  }

  public var accountID: ProviderAccountID { ProviderAccountID(provider: provider, account: account, mode: mode) }

  /// When the checkout wants to be woken, if nothing happens before.
  public var wakeAt: Moment? {
    switch phase {
    case .open, .reviewing: expiresAt
    case .selecting(let selecting):
      if selecting.question == nil, let unclear = selecting.unclear {
        min(unclear.last + profile.pendingWait(unclear.answers - 1), expiresAt)
      } else {
        expiresAt
      }
    case .authorizing(let authorizing): authorizing.ending == nil ? expiresAt : nil
    case .paying(let paying): min(paying.since + profile.quietWait(paying.asked), expiresAt)
    case .settling(let settling):
      settling.command == nil ? settling.lastAsked + profile.pendingWait(settling.asked) : nil
    case .closing(let closing):
      closing.command == nil ? closing.lastAsked + profile.pendingWait(closing.asked) : nil
    case .paid: [inquiryAt, checkAt, lapseWarningAt, lapseInquiryAt].compactMap(\.self).min()
    case .declined, .cancelled, .expired: inquiryAt
    case .held: nil
    }
  }

  /// When the provider is asked again what it is deciding, or may know.
  var inquiryAt: Moment? {
    wantsInquiry && inquiry.command == nil ? inquiry.lastAsked + profile.pendingWait(inquiry.asked) : nil
  }

  /// The moment that the next question to the provider is reckoned from, where one is to be asked: when the buyer went, or
  /// when it was asked last.
  public var asksSince: Moment? {
    guard wakeAt != nil else { return nil }
    return switch phase {
    case .selecting(let selecting): selecting.unclear?.last
    case .paying(let paying): paying.since
    case .settling(let settling): settling.lastAsked
    case .closing(let closing): closing.lastAsked
    case .paid, .declined, .cancelled, .expired: inquiry.lastAsked
    case .open, .reviewing, .authorizing, .held: nil
    }
  }

  /// Whether the buyer has chosen nothing yet and no session of the provider is attached: beginning again loses nothing, and
  /// shows nobody what somebody else has chosen.
  public var isUntouched: Bool {
    guard session == nil, selection == nil else { return false }
    return switch phase {
    case .open: profile.journey == .selectThenPay
    case .selecting(let selecting): selecting.change == nil
    case .reviewing, .authorizing, .paying, .settling, .closing, .paid, .declined, .cancelled, .expired, .held: false
    }
  }

  /// Whether the buyer can only go on by leaving with a new return address, as which nothing that he left with before may be
  /// brought back: it was, before anything was chosen.
  public var mustRestart: Bool {
    if case .selecting(let selecting) = phase { selecting.mustRestart ?? false } else { false }
  }

  /// Whether the first selection may still begin again: nothing was agreed to, and there is no money.
  public var canRestart: Bool {
    guard profile.journey == .selectThenPay, payment == nil else { return false }
    return switch phase {
    case .open, .selecting, .reviewing: true
    case .authorizing, .paying, .settling, .closing, .paid, .declined, .cancelled, .expired, .held: false
    }
  }

  /// Whether the provider is still deciding about money of a checkout that is final, or may know what we do not.
  private var wantsInquiry: Bool {
    guard let payment else { return false }
    return payment.isPending || payment.operations.contains { $0.state == .pending || $0.state == .unknown }
  }

  /// Whether the provider's answer about a checkout that is final is waited for. Only then the questions become rarer.
  func isBeingDecided(at now: Moment) -> Bool {
    wantsInquiry || lapseInquiryAt.map { $0 <= now } ?? false
  }

  mutating func command(_ kind: Command.Kind) -> Command {
    lastCommand += 1
    return Command(number: lastCommand, kind: kind)
  }
}
