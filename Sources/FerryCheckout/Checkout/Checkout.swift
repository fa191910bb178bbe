public import FerryCore

/// One attempt by one buyer at one provider to pay an order. Only `receive` changes it.
public struct Checkout: Hashable, Sendable {
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
  var review = Review()
  var providerSession = ProviderSession()
  public internal(set) var payment: Payment?
  /// Disputes that the provider has told of, while nobody has told of captured money.
  var noticedDisputes: [DisputeID] = []
  /// The buyer's attempts to pay that were declined while the provider's session lived, oldest first.
  public internal(set) var declinedAttempts: [DeclinedAttempt] = []
  /// Set if the provider has reported something that cannot be right by itself: an amount that is not ours, a second charge.
  public internal(set) var doubt: Doubt?
  /// The decision of buyer, merchant, time or a person, as opposed to the provider.
  var ownDecision = OwnDecision.none
  /// The questions about the money of a final checkout.
  public internal(set) var inquiry: Inquiry
  var issued = IssuedCommands()

  /// The commands that were given, by number.
  struct IssuedCommands: Hashable, Sendable {
    var last: CommandNumber = 0
    /// Commands up to this one were about a session that was discarded: their answers are ignored.
    var discarded: CommandNumber = 0
    /// A person had the provider asked again: the answer to this question takes the place of all doubts.
    var clearsDoubts: CommandNumber?
  }

  /// - Throws: An error if the content cannot be priced; a `CheckedOrder` can be.
  public init(
    id: CheckoutID, order: Order, provider: ProviderID, account: AccountName = .main, kind: CheckoutKind,
    language: Language, capture: CapturePolicy, profile: JourneyProfile, createdAt: Moment, app: AppBody? = nil,
    options: ProviderOptions? = nil
  ) throws {
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
    inquiry = Inquiry(lastAsked: createdAt)
    if profile.journey == .pay { review.offer(try Quote(order.content, region: nil)) }
  }

  public var accountID: ProviderAccountID { ProviderAccountID(provider: provider, account: account, mode: mode) }

  /// Rises whenever the review changes that the buyer would agree to.
  public var revision: Int { review.revision }
  public var selection: Selection? { review.selection }
  /// The price for the present selection.
  public var quote: Quote? { review.quote }
  /// Frozen before the payment page is asked for.
  public var agreed: Agreement? { review.agreed }
  /// The provider's id of its session, once one is attached.
  public var session: String? { providerSession.reference }
  /// True if it ends unless the provider has a payment: somebody has cancelled it, or its time is over.
  public var isEnding: Bool {
    switch phase {
    case .closing: true
    case .settling(let settling): settling.ending != nil
    default: false
    }
  }
  public var lastCommand: CommandNumber { issued.last }
  /// Commands up to this one were about a session that was discarded: their answers are ignored.
  public var discarded: CommandNumber { issued.discarded }

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
    profile.journey == .selectThenPay && payment == nil && phase.isBeforeConfirmation
  }

  mutating func newCommand(_ kind: Command.Kind) -> Command {
    issued.last += 1
    return Command(number: issued.last, kind: kind)
  }
}

/// Answers to questions that providers have about a checkout.
extension Checkout {
  /// True if the payment is captured as soon as it is authorized: it is captured automatically, and no other checkout has paid
  /// the order.
  public func isCapturedAtOnce(for order: Order) -> Bool { capture == .automatic && order.isUnpaid(besides: id) }

  /// True if the checkout waits for a payment page, and ends as soon as it is certain that nobody has paid.
  public var endsUnlessPaid: Bool {
    if case .authorizing(let authorizing) = phase { authorizing.ending != nil } else { false }
  }

  /// The address that stands for the payment page; nil if the buyer is not to pay now.
  public var paymentPage: String? { if case .paying(let paying) = phase { paying.page } else { nil } }
}
