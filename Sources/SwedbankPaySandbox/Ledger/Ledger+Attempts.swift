import FerryCore
import FerrySandbox

/// The reason why an act on a page is refused.
enum BuyerRefusal: Error, Hashable, Sendable {
  case unknownOrder
  /// The order has ended, or can be opened no longer.
  case ended
  /// The payer has to decide about another attempt first.
  case attemptRunning
  case noAttempt
  case card(CardEntry.Problem)
  case identityNumber
  case instrumentNotOffered
  case notCheckedIn
  /// The page is in the merchant's page, which has the button.
  case noCancelButton
}

/// The decision of the payer outside the menu: at the issuer, in the app or in the wallet.
enum Decision: String, CaseIterable, Sendable {
  case approve, decline, cancel
}

extension Ledger {
  // MARK: Pages

  mutating func open(
    _ token: String, as integration: PaymentOrder.Integration, order number: String? = nil, at now: Moment
  ) throws(BuyerRefusal) -> PaymentOrder {
    var order = try order(token: token)
    let known = order
    if order.integration == nil {
      order.note("PaymentLoaded", by: .payer, at: now)
      if order.asksWhoPays { order.note("CheckinInitiated", by: .payer, at: now) }
    }
    order.integration = integration
    order.isPayerOnPage = order.status == .initialized && isOpen(order, at: now)
    order.openedForOrder = number ?? order.openedForOrder
    if order != known { store(order) }
    return order
  }

  mutating func leave(_ token: String) throws(BuyerRefusal) {
    var order = try order(token: token)
    order.isPayerOnPage = false
    store(order)
  }

  mutating func select(_ token: String, _ instrument: Instrument?, at now: Moment) throws(BuyerRefusal) -> PaymentOrder
  {
    var order = try payable(token, at: now)
    if let instrument { try offered(instrument, order) }
    guard order.selected != instrument else { return order }
    order.selected = instrument
    if let instrument { order.note("PaymentInstrumentSelected", by: .payer, instrument, at: now) }
    store(order)
    return order
  }

  /// The payer cancels by the page's own button.
  mutating func cancelByPayer(_ token: String, at now: Moment) throws(BuyerRefusal) -> PaymentOrder {
    var order = try ready(token, at: now)
    guard order.integration != .hostedView else { throw .noCancelButton }
    order.end("CancelledByConsumer", at: now)
    order.note("PaymentAborted", by: .payer, at: now)
    store(order)
    return order
  }

  // MARK: Paying

  /// Pays with a card. If the issuer asks first, the attempt waits for the payer's decision.
  /// - Parameter saves: True if the payer wants the card to be stored.
  mutating func pay(
    _ token: String, with card: EnteredCard, saves: Bool = false, at now: Moment
  ) throws(BuyerRefusal) -> PaymentOrder {
    let order = try payable(token, at: now)
    try offered(.creditCard, order)
    let problem = order.cardProblem ?? card.outcome.problem
    let isAsked = problem == nil && card.outcome == .challenge
    return try attempt(
      order, .creditCard, at: isAsked ? .issuer : nil, problem: problem, card: card.card, saves: saves, at: now)
  }

  /// Pays with a stored card, which its issuer does not ask about.
  mutating func pay(_ token: String, stored: String, at now: Moment) throws(BuyerRefusal) -> PaymentOrder {
    let order = try payable(token, at: now)
    guard let saved = storedCards(order).first(where: { $0.token == stored }) else { throw .instrumentNotOffered }
    return try attempt(order, .creditCard, at: nil, problem: order.cardProblem, card: saved.card, at: now)
  }

  /// Begins a payment in an app, in a wallet or on a bank's page.
  mutating func start(_ token: String, _ instrument: Instrument, at now: Moment) throws(BuyerRefusal) -> PaymentOrder {
    let order = try payable(token, at: now)
    try offered(instrument, order)
    guard let place = instrument.place else { throw .instrumentNotOffered }
    let simulated = instrument == .swish ? APIProblem.bySwishDescription[order.request.description] : nil
    return try attempt(order, instrument, at: simulated == nil ? place : nil, problem: simulated, at: now)
  }

  /// Pays by invoice. The fictional persons of the test environment are accepted, all others are declined.
  mutating func payByInvoice(
    _ token: String, identityNumber: String, at now: Moment
  ) throws(BuyerRefusal) -> PaymentOrder {
    let order = try payable(token, at: now)
    guard let instrument = order.instruments.first(where: { $0.segment == "invoice" }) else {
      throw .instrumentNotOffered
    }
    let digits = identityNumber.filter { ("0"..."9").contains($0) }
    guard (10...12).contains(digits.count), identityNumber.count <= 14 else { throw .identityNumber }
    let isKnown = Self.identityNumbers.contains(String(digits.suffix(10))) || digits == Self.norwegianNumber
    return try attempt(order, instrument, at: nil, problem: isKnown ? nil : .declined, at: now)
  }

  static let identityNumbers = ["6003071161", "9710202392"]
  static let norwegianNumber = "26026708248"

  /// The payer decides at the issuer, in the app or in the wallet.
  mutating func decide(_ token: String, _ decision: Decision, at now: Moment) throws(BuyerRefusal) -> PaymentOrder {
    let order = try order(token: token)
    guard let attempt = order.attempt else { throw .noAttempt }
    switch decision {
    case .approve: succeed(order, attempt, at: now)
    case .decline:
      let problem: APIProblem =
        switch attempt.instrument {
        case .creditCard: .challengeDeclined
        case .swish: .swishDeclined
        default: .declined
        }
      fail(order, problem, at: now)
    case .cancel:
      fail(order, attempt.instrument == .creditCard ? .challengeCancelled : .cancelledByUser, by: .payer, at: now)
    }
    return try self.order(token: token)
  }

  // MARK: Checks

  private func payable(_ token: String, at now: Moment) throws(BuyerRefusal) -> PaymentOrder {
    let order = try ready(token, at: now)
    guard !order.asksWhoPays else { throw .notCheckedIn }
    return order
  }

  /// An order whose payer can act now.
  func ready(_ token: String, at now: Moment) throws(BuyerRefusal) -> PaymentOrder {
    let order = try order(token: token)
    guard order.status == .initialized, isOpen(order, at: now) else { throw .ended }
    guard order.attempt == nil else { throw .attemptRunning }
    return order
  }

  private func offered(_ instrument: Instrument, _ order: PaymentOrder) throws(BuyerRefusal) {
    guard order.instruments.contains(instrument) else { throw .instrumentNotOffered }
  }

  // MARK: Results

  /// - Parameters:
  ///   - place: The payer decides at this place; nil for an immediate decision.
  ///   - problem: The reason of an immediate decline.
  private mutating func attempt(
    _ order: PaymentOrder, _ instrument: Instrument, at place: PaymentOrder.Attempt.Place?, problem: APIProblem?,
    card: PaidCard? = nil, saves: Bool = false, at now: Moment
  ) throws(BuyerRefusal) -> PaymentOrder {
    var order = order
    let attempt = PaymentOrder.Attempt(
      number: nextNumber(), instrument: instrument, place: place ?? .issuer, card: card, savesCard: saves,
      startedAt: now)
    order.selected = instrument
    order.attempt = attempt
    order.note("PaymentAttemptStarted", by: .payer, instrument, number: attempt.number, at: now)
    store(order)
    if place != nil {
      deadlines.add(.attemptEnds(order.id, attempt.number), at: now + rules.appTime)
    } else if let problem {
      fail(order, problem, at: now)
    } else {
      succeed(order, attempt, at: now)
    }
    return try self.order(token: order.token)
  }

  mutating func succeed(_ order: PaymentOrder, _ attempt: PaymentOrder.Attempt, at now: Moment) {
    var order = order
    order.attempt = nil
    order.status = .paid
    order.isPayerOnPage = false
    order.payment = PaymentOrder.Payment(number: attempt.number, instrument: attempt.instrument, card: attempt.card)
    if let card = attempt.card { issueTokens(&order, card, isSaved: attempt.savesCard) }
    let kind: Transaction.Kind =
      order.request.operation == .verify ? .verification : attempt.instrument.isSale ? .sale : .authorization
    let transaction = Transaction(
      id: order.derivedID("\(attempt.number)-\(kind.rawValue)"), number: nextNumber(), kind: kind,
      amount: order.request.amount, vatAmount: order.request.vatAmount, description: order.request.description,
      payeeReference: order.request.payeeReference, receiptReference: nil, items: nil, createdAt: now)
    order.transactions.append(transaction)
    order.note(
      "PaymentPaid", by: order.request.operation.isWithoutPayer ? .payee : .payer, attempt.instrument,
      number: attempt.number, amount: order.request.amount, at: now)
    if kind == .authorization { deadlines.add(.captureLapses(order.id), at: now + rules.captureTime) }
    store(order)
    announce(order, transaction, at: now)
  }

  /// Ends the attempt; the order goes on. In version 2.0 a problem that forbids to try again ends the order too.
  /// - Parameter actor: The payer and the merchant abort an attempt.
  mutating func fail(
    _ order: PaymentOrder, _ problem: APIProblem, by actor: HistoryEvent.Actor = .gateway, at now: Moment
  ) {
    let isAborted = actor != .gateway
    guard let attempt = order.attempt else { return }
    var order = order
    order.attempt = nil
    order.failedAttempts.append(
      FailedAttempt(
        instrument: attempt.instrument, number: attempt.number, isAborted: isAborted, problem: problem,
        createdAt: now))
    order.note(
      isAborted ? "PaymentAttemptAborted" : "PaymentAttemptFailed", by: actor, attempt.instrument,
      number: attempt.number, at: now)
    if order.version == .v2, problem == .doNotRetry {
      order.status = .failed
      order.problem = problem
      order.isPayerOnPage = false
    }
    store(order)
    announce(order, nil, at: now)
  }
}
