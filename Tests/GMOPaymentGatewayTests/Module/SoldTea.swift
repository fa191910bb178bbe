import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import GMOPaymentGateway
import GMOPaymentGatewayModule
import HTTPTypes
import Testing

/// A checkout for tea at GMO, and its commands, which are performed as the engine performs them.
struct SoldTea {
  static let total = Money.yen(5_500)
  static let session = "1b2c3d4e-0000-1111-2222-333344445555"
  static let returnURLs = ProviderReturnURLs(
    select: "https://shop.example/ferry/return/co_1/n/select", pay: "https://shop.example/ferry/return/co_1/n/pay",
    cancel: "https://shop.example/ferry/return/co_1/n/cancel")

  let provider: GMOPaymentGatewayProvider
  let gmo: ScriptedGMO
  private(set) var order: Order
  private(set) var checkout: Checkout
  var record: [UInt8]?
  var hasComeBack = false
  private(set) var remarks: [String] = []
  private(set) var references: [ProviderReference] = []
  private(set) var details: FerryCheckout.BuyerDetails?

  static let content = OrderContent(
    currency: .jpy, lines: [OrderLine(sku: "tea", name: "煎茶", quantity: 2, unitPrice: .yen(2_500))],
    tax: TaxRule(.tenPercent, rounding: .down, included: true), shipping: ShippingRule(standard: .yen(500)))

  init(
    capture: CapturePolicy = .automatic, options: ProviderOptions? = nil, _ gmo: ScriptedGMO = ScriptedGMO(),
    _ change: (inout GMOPaymentGatewayProvider.Options) -> Void = { _ in }
  ) throws {
    provider = try Self.provider(change)
    self.gmo = gmo
    let stated = try CheckedOrder(reference: "cart-1", content: Self.content)
    order = Order(
      id: "o1", number: "F0123456789ABCD", shop: "shop", mode: .test, stated: stated, createdAt: ScriptedGMO.start)
    try order.open("co_1", stated: stated)
    checkout = try Checkout(
      id: "co_1", order: order, provider: GMOPaymentGatewayRegistration.id, kind: .browser, language: .japanese,
      capture: capture, profile: provider.profile, createdAt: ScriptedGMO.start, options: options)
  }

  static func provider(
    _ change: (inout GMOPaymentGatewayProvider.Options) -> Void = { _ in }
  ) throws -> GMOPaymentGatewayProvider {
    var options = GMOPaymentGatewayProvider.Options()
    change(&options)
    return GMOPaymentGatewayProvider(try .sample(), try merchant(), options)
  }

  static func merchant() throws -> AmazonPayAccount {
    try AmazonPayAccount(
      mode: .test, region: .japan, merchantId: "A1B2C3D4E5F6G7",
      storeId: "amzn1.application-oa2-client.0123456789abcdef0123456789abcdef",
      publicKeyId: "SANDBOX-AAAAAAAAAAAAAAAAAAAAAAAA", privateKeyPEM: Secret(SigningTestKey.privateKey))
  }

  /// A checkout whose buyer is on GMO's page.
  static func paying(
    capture: CapturePolicy = .automatic, options: ProviderOptions? = nil, _ gmo: ScriptedGMO = ScriptedGMO()
  ) throws -> SoldTea {
    var tea = try SoldTea(capture: capture, options: options, gmo)
    try tea.agree()
    return tea
  }

  static func paid(capture: CapturePolicy = .automatic) throws -> SoldTea {
    var tea = try paying(capture: capture)
    tea.gmo.set { $0.status = "AUTH" }
    try tea.apply(.returned(session: nil))
    #expect(tea.checkout.phase == .paid)
    return tea
  }

  mutating func select() throws {
    try apply(.leave(change: nil))
    try apply(.returned(session: Self.session))
  }

  mutating func agree() throws {
    try select()
    try apply(.confirm(revision: checkout.revision, total: Self.total))
  }

  func task(_ kind: Command.Kind, stage: String = "", number: CommandNumber = 1, attempt: Int = 1) -> ProviderTask {
    ProviderTask(
      checkout: checkout, order: order, command: Command(number: number, kind: kind), stage: stage,
      reference: provider.references.digest(checkout.id, number, attempt: attempt), attempt: attempt,
      returnURLs: Self.returnURLs, record: record, hasComeBack: hasComeBack)
  }

  func input(_ after: Duration = .zero) -> NextActionInput {
    NextActionInput(
      checkout: checkout, returnURLs: Self.returnURLs, record: record, now: gmo.now + after)
  }

  /// Applies an event, and performs the commands that follow.
  mutating func apply(_ event: Event) throws {
    for command in try checkout.receive(event, at: gmo.now, for: &order).commands {
      let outcome = try perform(command)
      try apply(.performed(command.number, outcome))
    }
  }

  /// Sends a command's requests until it has an outcome.
  private mutating func perform(_ command: Command) throws -> Outcome {
    var (stage, attempt) = ("", 1)
    for _ in 0..<60 {
      let task = task(command.kind, stage: stage, number: command.number, attempt: attempt)
      let request: ProviderRequest
      switch try provider.plan(task) {
      case .send(let planned): request = planned
      case .conclude(let outcome, let remark):
        remarks += [remark].compactMap(\.self)
        return outcome
      }
      #expect(!String(decoding: request.content, as: UTF8.self).contains(ScriptedGMO.accessPass))
      #expect(!String(decoding: request.content, as: UTF8.self).contains("pass0001"))
      let sealed = try provider.seal(request, Sending(now: gmo.now, record: record, random: Array(0..<32)))
      let reaction: ProviderReaction
      do {
        reaction = provider.receive(try gmo.answer(sealed.request, sealed.body), to: request, of: task)
      } catch {
        reaction = .failed(.unknownOutcome(reason: "lost"))
      }
      switch reaction {
      case .done(let outcome, let findings):
        take(findings)
        return outcome
      case .next(let next, let findings):
        take(findings)
        stage = next
      case .newReference(let next, let findings):
        take(findings)
        (stage, attempt) = (next, attempt + 1)
      case .nothingHappened(let next): stage = next
      case .failed(.transient(_, let wait)):
        gmo.set { $0.elapsed += wait ?? .seconds(1) }
      case .failed(.unknownOutcome):
        if case .inquireFirst(let inquiry) = request.repetition { stage = inquiry }
      case .failed(let failure): throw failure
      }
    }
    Issue.record("The command comes to no end: \(gmo.course)")
    return .unanswered
  }

  private mutating func take(_ findings: ProviderFindings) {
    if let record = findings.record { self.record = record }
    remarks += findings.remarks + [findings.misconfiguration?.description].compactMap(\.self)
    references += findings.references
    details = findings.details ?? details
  }

  var payment: Payment? { checkout.payment }

  func state(_ id: OperationID) -> FerryCheckout.Operation.State? {
    payment?.operations.first { $0.id == id }?.state
  }
}
