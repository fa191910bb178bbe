import FerryCore

@_spi(Phone) @testable import Ferry

/// A checkout server with one checkout, and its provider: the calls of the app, and the actions of the buyer's browser.
struct SimulatedServer {
  static let checkout = "co_1"
  static let token = "token-of-this-device"
  static let total = Money.yen(8_980)

  let challenge: Challenge
  let id: String
  /// True if the review is in the secure browser.
  var reviewsInBrowser = false
  private(set) var phase: PhaseName = .open
  private(set) var isLocked = false
  private(set) var awaitsUntil: Moment?
  private(set) var revision = 0
  private(set) var isRefused = false
  private(set) var changing = false
  private(set) var decline: DeclineReason?
  private var tickets: [String: RedirectStep] = [:]
  private var codes: [String] = []
  private var settlesAs: PhaseName?
  private var count = 0
  /// Accepted confirmations by revision.
  private(set) var agreements: [Int] = []

  init(challenge: Challenge, checkout: String = checkout) {
    self.challenge = challenge
    id = checkout
  }

  mutating func issue(_ step: RedirectStep) -> CheckoutHandoff.Ticket {
    count += 1
    tickets["ticket\(count)"] = step
    return CheckoutHandoff.Ticket(step: step, text: "ticket\(count)")
  }

  mutating func handoff() -> CheckoutHandoff {
    CheckoutHandoff(
      checkout: id, clientToken: Self.token, ticket: phase == .open ? issue(.select) : nil)
  }

  /// Discards the checkout for another attempt, unless the buyer has agreed to it.
  /// - Returns: True if the checkout is over.
  mutating func putAside() -> Bool {
    switch phase {
    case .open, .selecting, .reviewing:
      (phase, awaitsUntil) = (.cancelled, nil)
      return true
    case .declined, .cancelled, .expired: return true
    case .authorizing, .paying, .settling, .closing, .held, .paid, .unrecognised: return false
    }
  }

  /// The step that the start page opens. Nil for a spent ticket.
  mutating func spend(_ ticket: String) -> RedirectStep? {
    guard let step = tickets.removeValue(forKey: ticket) else { return nil }
    if step == .select, phase == .open { phase = .selecting }
    return step
  }

  // The buyer's actions in the browser.

  /// The buyer has selected, and the provider redirects back.
  mutating func choose(_ isRefused: Bool, now: Moment) -> AppReturnLink {
    guard phase == .selecting || phase == .open || phase == .reviewing else { return link() }
    phase = .selecting
    isLocked = true
    self.isRefused = isRefused
    revision += 1
    awaitsUntil = now + .seconds(2)
    return link()
  }

  mutating func link() -> AppReturnLink {
    count += 1
    let agrees = reviewsInBrowser && phase == .selecting && !isRefused
    let code = agrees ? AppReturnLink.code("code\(count)", agreeingTo: revision) : "code\(count)"
    codes.append(code)
    codes.removeFirst(max(0, codes.count - 3))
    return AppReturnLink(checkout: id, code: code)
  }

  /// The journey begins with the payment page, so there is a review at once.
  mutating func reviewAtOnce() { revision = 1 }

  /// The shop's backend confirms such a review.
  mutating func payAtOnce() -> CheckoutHandoff.Ticket {
    phase = .paying
    return issue(.pay)
  }

  mutating func cancelAtProvider() {
    switch phase {
    case .open, .selecting:
      if changing { leaveChange() } else { phase = .cancelled }
    case .paying: phase = .cancelled
    default: break
    }
  }

  /// The earlier selection still holds.
  private mutating func leaveChange() {
    (phase, changing, isLocked, isRefused) = (.reviewing, false, false, false)
  }

  mutating func pay(as result: PhaseName, now: Moment, after wait: Duration) {
    guard phase == .paying else { return }
    phase = .settling
    settlesAs = result
    decline = result == .declined ? .paymentMethodRefused : nil
    awaitsUntil = now + wait
  }

  mutating func expire() {
    switch phase {
    case .open, .selecting, .reviewing: phase = .expired
    default: break
    }
  }

  /// Applies the provider's answer when it is due.
  mutating func settle(_ now: Moment) {
    guard let until = awaitsUntil, until <= now else { return }
    awaitsUntil = nil
    switch phase {
    case .selecting where isLocked || !isRefused:
      changing = false
      if !isRefused { phase = .reviewing }
    case .authorizing: phase = .paying
    case .settling: phase = settlesAs ?? .paying
    case .closing: phase = .cancelled
    default: break
    }
  }

  // The app's calls.

  mutating func answer(
    _ call: AppCall, token: String?, verifier: Verifier?, now: Moment
  ) -> Result<AppCheckoutBody, CallFailure> {
    settle(now)
    guard token == Self.token else { return refuse(.unauthorized) }
    let isOurs = verifier.map(challenge.isMet) ?? false
    guard isOurs || call.isRead else { return refuse(.forbidden) }
    switch call {
    case .read, .closed: return .success(body(isOurs))
    case .begin: return .success(body(true, nextStep.map { issue($0) }))
    case .claim(let code):
      guard codes.contains(code) else { return refuse(.codeInvalid) }
      isLocked = false
      return .success(body(true))
    case .change(let what):
      guard !isLocked, phase == .reviewing else { return refuse(.wrongPhase) }
      (phase, changing) = (.selecting, true)
      return .success(body(true, issue(what == .address ? .changeAddress : .changePayment)))
    case .keep:
      guard !isLocked, phase == .reviewing || (phase == .selecting && changing) else { return refuse(.wrongPhase) }
      leaveChange()
      return .success(body(true))
    case .confirm(let named, let total):
      guard !isLocked else { return refuse(Problem.Kind(rawValue: "urn:ferry:problem:return-unclaimed"), 409) }
      switch phase {
      case .reviewing:
        guard named == revision, total == Self.total else { return refuse(.reviewChanged) }
        agreements.append(named)
        (phase, awaitsUntil) = (.authorizing, now + .seconds(1))
      case .authorizing, .paying, .settling, .paid: guard named == revision else { return refuse(.wrongPhase) }
      default: return refuse(.wrongPhase)
      }
      return .success(body(true, phase == .paying ? issue(.pay) : nil))
    case .cancel:
      switch phase {
      case .open, .selecting, .reviewing, .authorizing: phase = .cancelled
      case .paying: (phase, awaitsUntil) = (.closing, now + .seconds(2))
      case .closing, .cancelled: break
      default: return refuse(.wrongPhase)
      }
      return .success(body(true))
    }
  }

  /// The order has changed meanwhile, for example in the merchant's back office.
  mutating func revise() { if phase == .reviewing { revision += 1 } }

  private var nextStep: RedirectStep? {
    if isLocked { return .resume }
    switch phase {
    case .open: return .select
    case .selecting: return awaitsUntil != nil ? nil : (changing ? .changeAddress : .select)
    case .paying: return .pay
    default: return nil
    }
  }

  private func refuse(_ kind: Problem.Kind, _ status: Int? = nil) -> Result<AppCheckoutBody, CallFailure> {
    .failure(.refused(kind, statusCode: status ?? kind.statusCode, retryAfter: nil))
  }

  private func body(_ isOurs: Bool, _ ticket: CheckoutHandoff.Ticket? = nil) -> AppCheckoutBody {
    var body = AppCheckoutBody(
      id: id, phase: phase, awaitsProvider: awaitsUntil != nil, isLocked: isLocked, ticket: ticket,
      expiresAt: Moment(milliseconds: 0) + .seconds(86_400))
    guard isOurs, !isLocked else { return body }
    if phase == .selecting, isRefused, awaitsUntil == nil { body.selectionRefusal = "country-not-served" }
    if revision > 0, !isRefused { body.review = .sample(revision: revision) }
    body.decline = decline?.rawValue
    if phase == .paid {
      body.receipt = ReceiptBody(orderNumber: "A-1", orderReference: "order-1", total: Self.total)
    }
    return body
  }
}

extension ReviewBody {
  static func sample(revision: Int) -> ReviewBody {
    ReviewBody(
      revision: revision, buyer: BuyerBody(name: "Hanako Canary", email: "canary@example.jp", phone: nil),
      shippingAddress: AddressBody(
        name: "Hanako Canary", lines: ["Canary 1-2-3"], city: nil, region: "Tokyo", postalCode: "100-0001",
        country: "JP", phone: nil),
      paymentDescriptor: "Visa 1111",
      lines: [
        LineBody(
          id: "fire-hd8", sku: "fire-hd8", name: "Fire HD8", quantity: 1, unitPrice: .yen(8_980), amount: .yen(8_980),
          percent: .tenPercent)
      ],
      subtotal: .yen(8_980), shipping: DeliveryPrice(.yen(0)), tax: .yen(816), taxIncluded: true,
      taxes: [TaxBody(percent: .tenPercent, kind: nil, base: .yen(8_164), tax: .yen(816))],
      total: SimulatedServer.total)
  }
}
