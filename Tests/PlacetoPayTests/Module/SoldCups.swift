import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes
import PlacetoPay
import PlacetoPayModule
import Testing

/// A checkout for two cups at PlacetoPay, and its commands, which are performed as the engine performs them.
struct SoldCups {
  static let total = Money.cop(12_000)
  static let returnURLs = ProviderReturnURLs(
    select: "https://shop.example/ferry/return/co_1/n/select", pay: "https://shop.example/ferry/return/co_1/n/pay",
    cancel: "https://shop.example/ferry/return/co_1/n/cancel")

  let provider: PlacetoPayProvider
  let bank: ScriptedPlacetoPay
  private(set) var order: Order
  private(set) var checkout: Checkout
  var record: [UInt8]?
  private(set) var remarks: [String] = []
  private(set) var references: [ProviderReference] = []
  private(set) var details: BuyerDetails?

  static let content = OrderContent(
    currency: .cop,
    lines: [OrderLine(sku: "cup", name: "Taza de café", quantity: 2, unitPrice: .cop(5_000))],
    tax: TaxRule(Rate(percent: "19") ?? .zero, rounding: .halfUp, included: true),
    shipping: ShippingRule(standard: .cop(2_000)))

  /// A checkout whose buyer is at PlacetoPay.
  init(
    capture: CapturePolicy = .automatic, showsOperations: Bool = false, options: ProviderOptions? = nil,
    content: OrderContent = SoldCups.content, _ bank: ScriptedPlacetoPay = ScriptedPlacetoPay()
  ) throws {
    provider = try Self.provider { $0.queriesShowOperations = showsOperations }
    self.bank = bank
    let stated = try CheckedOrder(reference: "cart-1", content: content)
    order = Order(id: "o1", number: "F0123456789ABCD", shop: "shop", mode: .test, stated: stated, createdAt: .sample)
    try order.open("co_1", stated: stated)
    checkout = try Checkout(
      id: "co_1", order: order, provider: PlacetoPayRegistration.id, kind: .browser, language: .english,
      capture: capture, profile: provider.profile, createdAt: .sample, options: options)
    let total = try #require(checkout.quote).total
    try apply(.confirm(revision: 1, total: total))
    try apply(.leave(change: nil))
  }

  /// One cup for a price, without delivery. The buyer is at PlacetoPay.
  static func one(_ price: Money) throws -> SoldCups {
    let bank = ScriptedPlacetoPay()
    bank.set { $0.asked = #"{"currency": "\#(price.currency)", "total": \#(price.decimal)}"# }
    let line = OrderLine(sku: "cup", name: "Taza de café", quantity: 1, unitPrice: price)
    return try SoldCups(content: OrderContent(currency: price.currency, lines: [line], tax: content.tax), bank)
  }

  static func provider(
    _ change: (inout PlacetoPayProvider.Options) -> Void = { _ in }
  ) throws -> PlacetoPayProvider {
    var options = PlacetoPayProvider.Options(country: "CO")
    change(&options)
    return PlacetoPayProvider(try .sample(), options)
  }

  func task(_ kind: Command.Kind, stage: String = "", number: CommandNumber = 1, attempt: Int = 1) -> ProviderTask {
    ProviderTask(
      checkout: checkout, order: order, command: Command(number: number, kind: kind), stage: stage,
      reference: provider.references.digest(checkout.id, number, attempt: attempt), attempt: attempt,
      returnURLs: Self.returnURLs, record: record)
  }

  /// The stored request of a command's stage.
  func request(_ kind: Command.Kind, stage: String = "") throws -> ProviderRequest {
    guard case .send(let request) = try provider.plan(task(kind, stage: stage)) else { throw NoRequest() }
    return request
  }

  struct NoRequest: Error {}

  /// Reads an answer to the request of a command's stage.
  func reaction(
    _ kind: Command.Kind, stage: String = "", _ status: Int, _ body: String
  ) throws -> ProviderReaction {
    let request = try request(kind, stage: stage)
    let sealed = try provider.seal(request, Sending(now: .sample, buyer: .sample, random: Array(0..<32)))
    let answer = ProviderAnswer(
      status: .init(code: status), headers: [:], body: Array(body.utf8), receivedAt: .sample, sent: sealed.request)
    return provider.receive(answer, to: request, of: task(kind, stage: stage))
  }

  /// Applies an event, and performs the commands that follow.
  mutating func apply(_ event: Event, at now: Moment = .sample) throws {
    for command in try checkout.receive(event, at: now, for: &order).commands {
      let outcome = try perform(command)
      try apply(.performed(command.number, outcome), at: now)
    }
  }

  /// Sends a command's requests until it has an outcome.
  private mutating func perform(_ command: Command) throws -> Outcome {
    var (stage, attempt) = ("", 1)
    for _ in 0..<8 {
      let task = task(command.kind, stage: stage, number: command.number, attempt: attempt)
      let request: ProviderRequest
      switch try provider.plan(task) {
      case .send(let planned): request = planned
      case .conclude(let outcome, let remark):
        remarks += [remark].compactMap(\.self)
        return outcome
      }
      let sealed = try provider.seal(request, Sending(now: .sample, buyer: .sample, random: Array(0..<32)))
      let reaction: ProviderReaction
      do {
        reaction = provider.receive(try bank.answer(sealed.request, sealed.body), to: request, of: task)
      } catch {
        guard case .inquireFirst(let inquiry) = request.repetition else { continue }
        stage = inquiry
        continue
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
      case .failed(.transient(_, let wait?)): bank.set { $0.elapsed += wait }
      case .failed(let failure): throw failure
      }
    }
    Issue.record("The command comes to no end.")
    return .unanswered
  }

  private mutating func take(_ findings: ProviderFindings) {
    if let record = findings.record { self.record = record }
    remarks += findings.remarks + [findings.misconfiguration?.description].compactMap(\.self)
    references += findings.references
    details = findings.details ?? details
  }

  // MARK: The buyer and the merchant

  /// The buyer returns, and PlacetoPay is asked.
  mutating func returned(_ change: (inout ScriptedPlacetoPay.State) -> Void) throws {
    bank.set(change)
    try apply(.returned(session: nil))
  }

  /// The buyer pays the whole amount, or it is held.
  mutating func pay(_ payments: [ScriptedPlacetoPay.Payment] = [.init(id: 71)]) throws {
    try returned {
      $0.status = "APPROVED"
      $0.reason = "00"
      $0.payments = payments
    }
  }
}
