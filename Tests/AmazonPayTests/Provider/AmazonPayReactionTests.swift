import AmazonPay
import AmazonPayModule
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import HTTPTypes
import Testing

/// A checkout in a given phase, and the provider's reactions to Amazon's answers.
@Suite("Amazon Pay's answers in the engine")
struct AmazonPayReactionTests {
  static let returnURLs = ProviderReturnURLs(
    select: "https://shop.example/review?nonce=abc", pay: "https://shop.example/pay", cancel: "https://shop.example/no")

  let provider: AmazonPayProvider
  let order: Order
  let checkout: Checkout

  init() throws {
    provider = try AmazonPayProvider(try TestAccount.make(sandboxURL: "http://127.0.0.1:3081"))
    let stated = try CheckedOrder(
      reference: "R-1",
      content: OrderContent(
        currency: .jpy, lines: [OrderLine(sku: "hd8", name: "Fire HD8", quantity: 1, unitPrice: .yen(9_878))],
        tax: TaxRule(.tenPercent, rounding: .down, included: true),
        shipping: ShippingRule(standard: .yen(0))))
    var order = Order(id: "o1", number: "F-1", shop: "shop", mode: .test, stated: stated, createdAt: .signing)
    try order.open("c1", stated: stated)
    var checkout = try Checkout(
      id: "c1", order: order, provider: AmazonPayRegistration.id, kind: .browser, language: .japanese, capture: .manual,
      profile: provider.profile, createdAt: .signing)
    _ = try checkout.receive(.returned(session: Answers.sessionId), at: .signing, for: &order)
    self.order = order
    self.checkout = checkout
  }

  private func task(_ kind: Command.Kind, stage: String = "", record: [UInt8]? = nil) -> ProviderTask {
    ProviderTask(
      checkout: checkout, order: order, command: Command(number: 1, kind: kind), stage: stage,
      reference: "key", returnURLs: Self.returnURLs, record: record)
  }

  private func reaction(to task: ProviderTask, _ status: Int, _ body: String) throws -> ProviderReaction {
    let request = try provider.request(for: task)
    let sent = try provider.seal(request, Sending(now: .signing, random: [])).request
    return provider.receive(
      ProviderAnswer(
        status: .init(code: status), headers: [:], body: Array(body.utf8), receivedAt: .signing, sent: sent),
      to: request, of: task)
  }

  /// The provider's record once it knows the charge.
  private func charged() throws -> [UInt8]? {
    guard case .next(_, let findings) = try reaction(to: task(.read), 200, Answers.openSession.completed) else {
      return nil
    }
    return findings.record
  }

  @Test(
    "Refuses a foreign session at once",
    arguments: [(401, "UnauthorizedAccess"), (400, "InvalidParameterValue"), (404, "ResourceNotFound")])
  func foreignSession(_ status: Int, _ code: String) throws {
    let body = #"{"reasonCode":"\#(code)","message":"text"}"#
    guard case .done(.rejected(.foreignSession), _) = try reaction(to: task(.read), status, body) else {
      Issue.record("The provider would ask forever.")
      return
    }
    // For our own session the account is wrong.
    guard case .done(_, let findings) = try reaction(to: task(.read), 200, Answers.openSession) else {
      Issue.record("The session was made for this checkout.")
      return
    }
    let known = try reaction(to: task(.read, record: findings.record), status, body)
    switch (status, known) {
    case (404, .done(.rejected(.foreignSession), _)), (_, .failed(.misconfigured)): break
    default: Issue.record("\(known)")
    }
  }

  @Test("Accepts a later session of the same buyer instead of the previous one")
  func laterSession() throws {
    guard case .done(_, let findings) = try reaction(to: task(.read), 200, Answers.openSession) else { return }
    let other = String(decoding: findings.record ?? [], as: UTF8.self)
      .replacing(Answers.sessionId, with: "22222222-2222-4333-8444-555555555555")
    let later = try reaction(to: task(.read, record: Array(other.utf8)), 200, Answers.openSession)
    guard case .done(.observed(let observation), _) = later else {
      Issue.record("\(later)")
      return
    }
    #expect(observation.selection != nil)
  }

  static let refusals: [(Command.Kind, String, ChargeObservation.State, Rejection?)] = [
    (.void("v"), "Captured", .captured, .notAllowed), (.void("v"), "Canceled", .voided, nil),
    (.void("v"), "CaptureInitiated", .capturing, .notAllowed),
    (.capture("k", .yen(9_878)), "Canceled", .voided, .notAllowed),
    (.capture("k", .yen(9_878)), "Captured", .captured, nil),
    (.capture("k", .yen(9_878)), "Declined", .declined(.refused), .declined(.refused)),
    (.capture("k", .yen(9_878)), "Authorized", .authorized, .notAllowed),
  ]

  @Test("Gets the charge after a refused operation, for the reason", arguments: refusals)
  func refusal(
    _ kind: Command.Kind, _ state: String, _ observed: ChargeObservation.State, _ rejection: Rejection?
  ) throws {
    let refused = try reaction(
      to: task(kind, record: try charged()), 422, #"{"reasonCode":"InvalidChargeStatus","message":"text"}"#)
    guard case .next(let stage, let findings) = refused else {
      Issue.record("\(refused)")
      return
    }
    let read = try reaction(to: task(kind, stage: stage, record: findings.record), 200, Answers.charge(state))
    guard case .done(.observed(let observation), _) = read else {
      Issue.record("\(read)")
      return
    }
    #expect(observation.charge?.state == observed)
    #expect(observation.failures.map(\.rejection) == (rejection.map { [$0] } ?? []))
  }

  @Test("Looks up an operation without a result, and sends it again under its key if nothing has happened")
  func unknown() throws {
    let record = try charged()
    let kind = Command.Kind.capture("k", .yen(9_878))
    guard
      case .inquireAfter(_, let stage) = try provider.request(for: task(kind, record: record)).repetition,
      case .nothingHappened("") = try reaction(
        to: task(kind, stage: stage, record: record), 200, Answers.charge("Authorized")),
      case .failed(.transient) = try reaction(
        to: task(kind, stage: stage, record: record), 200, Answers.charge("Afloat")),
      case .done(.observed(let observation), _) = try reaction(
        to: task(kind, stage: stage, record: record), 200, Answers.charge("Captured"))
    else {
      Issue.record("The outcome of a capture is guessed.")
      return
    }
    #expect(observation.charge?.captured == .yen(9_878))
  }

  /// The buyer has come back from the payment page, and may have cancelled while the session was being completed.
  private func settling(cancelled: Bool) throws -> (checkout: Checkout, order: Order) {
    var (checkout, order) = (checkout, order)
    func apply(_ event: Event) throws { _ = try checkout.receive(event, at: .signing, for: &order) }
    let chosen = Observation(
      sessionReference: Answers.sessionId, session: .open,
      selection: Selection(fingerprint: "chosen", region: "Tokyo", country: "JP"))
    try apply(.performed(checkout.lastCommand, .observed(chosen)))
    let total = try #require(checkout.quote?.total)
    try apply(.confirm(revision: checkout.revision, total: total))
    try apply(.performed(checkout.lastCommand, .observed(chosen)))
    let page = Observation(
      sessionReference: Answers.sessionId, session: .open, asked: total, paymentPage: "https://provider.example/pay")
    try apply(.performed(checkout.lastCommand, .observed(page)))
    try apply(.returned(session: Answers.sessionId))
    if cancelled { try apply(.cancel(.buyer)) }
    return (checkout, order)
  }

  @Test(
    "A checkout that ends, or whose buyer has selected something else, waits until a completion can arrive no more",
    arguments: [299, 300], [true, false])
  func mayBeCompletedYet(_ seconds: Int, cancelled: Bool) throws {
    let (checkout, order) = try settling(cancelled: cancelled)
    #expect(checkout.isEnding == cancelled)
    func reaction(_ kind: Command.Kind, _ stage: String, _ record: [UInt8]?, after seconds: Int) throws
      -> ProviderReaction
    {
      let task = ProviderTask(
        checkout: checkout, order: order, command: Command(number: 1, kind: kind), stage: stage, reference: "key",
        returnURLs: Self.returnURLs, record: record)
      let request = try provider.request(for: task)
      return provider.receive(
        ProviderAnswer(
          status: .ok, headers: [:], body: Array(Answers.openSession.utf8), receivedAt: .signing + .seconds(seconds),
          sent: try provider.seal(request, Sending(now: .signing, random: [])).request), to: request, of: task)
    }
    guard
      case .done(.observed(let unclear), let findings) = try reaction(.settle(.yen(9_878)), "unknown", nil, after: 0)
    else {
      Issue.record("The session is not read.")
      return
    }
    #expect(unclear.session == nil)
    switch try reaction(.read, "", findings.record, after: seconds) {
    case .failed(.transient(_, let retryAfter)):
      // It is asked at the moment when the request can arrive no more.
      #expect(retryAfter == .seconds(300 - seconds))
      #expect(seconds < 300)
    case .done(.observed(let later), _): #expect(later.session == .open && seconds == 300)
    case let other: Issue.record("\(other)")
    }
  }

  @Test("Gets the session before it completes a payment")
  func lookBeforeCompleting() throws {
    let look = try provider.request(for: task(.settle(.yen(9_878))))
    #expect(look.method == "GET")
    guard case .next(let stage, _) = try reaction(to: task(.settle(.yen(9_878))), 200, Answers.openSession) else {
      Issue.record("The payment is not completed.")
      return
    }
    let complete = try provider.request(for: task(.settle(.yen(9_878)), stage: stage))
    #expect(complete.method == "POST")
    #expect(complete.url.hasSuffix("/complete"))
  }
}

extension String {
  /// A session that was completed in the meantime, with its own return URL.
  fileprivate var completed: String {
    replacing(#""state": "Open""#, with: #""state": "Completed""#)
      .replacing(#""chargeId": null"#, with: #""chargeId": "\#(Answers.chargeId)""#)
  }
}
