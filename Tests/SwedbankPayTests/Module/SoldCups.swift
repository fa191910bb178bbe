import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import Foundation
import HTTPTypes
import SwedbankPay
import SwedbankPayModule
import Testing

extension Moment {
  /// 2026-01-15T14:30:00Z.
  static let sample = Moment(milliseconds: 1_768_487_400_000)
}

/// A checkout for two cups at Swedbank Pay, and its commands, which are performed as the engine performs them.
struct SoldCups {
  static let total = Money.sek(12_000)
  static let returnURLs = ProviderReturnURLs(
    select: "https://shop.example/ferry/return/co_1/n/select", pay: "https://shop.example/ferry/return/co_1/n/pay",
    cancel: "https://shop.example/ferry/return/co_1/n/cancel")
  static let buyer = BuyerFacts(
    ipAddress: "198.51.100.7", userAgent: "Mozilla/5.0 (iPhone)", name: "Astrid", surname: "Lindqvist",
    email: "astrid@shop.example", mobile: "+46739000001")

  let provider: SwedbankPayProvider
  let bank: ScriptedSwedbankPay
  private(set) var order: Order
  private(set) var checkout: Checkout
  var record: [UInt8]?
  private(set) var remarks: [String] = []
  /// True to try a command again that is misconfigured, as the engine does after a minute. Otherwise it is thrown.
  var triesAgain = false

  static let content = OrderContent(
    currency: .sek, lines: [OrderLine(sku: "cup", name: "Kopp", quantity: 2, unitPrice: .sek(5_000))],
    tax: TaxRule(Rate(percent: "25") ?? .zero, rounding: .halfUp, included: true),
    shipping: ShippingRule(standard: .sek(2_000)))

  /// A checkout whose buyer is at Swedbank Pay.
  init(
    capture: CapturePolicy = .automatic, content: OrderContent = Self.content, language: Language = .english,
    options: ProviderOptions? = nil, provider: SwedbankPayProvider? = nil,
    _ bank: ScriptedSwedbankPay = ScriptedSwedbankPay()
  ) throws {
    self.provider = try provider ?? Self.provider()
    self.bank = bank
    let stated = try CheckedOrder(reference: "cart-1", content: content)
    order = Order(id: "o1", number: "F0123456789ABCD", shop: "shop", mode: .test, stated: stated, createdAt: .sample)
    try order.open("co_1", stated: stated)
    checkout = try Checkout(
      id: "co_1", order: order, provider: SwedbankPayRegistration.id, kind: .browser, language: language,
      capture: capture, profile: self.provider.profile, createdAt: .sample, options: options)
    let total = try #require(checkout.quote?.total)
    bank.set { $0.amount = total.minorUnits }
    try apply(.confirm(revision: 1, total: total))
    try apply(.leave(change: nil))
  }

  static func provider(
    _ change: (inout SwedbankPayProvider.Options) -> Void = { _ in }
  ) throws -> SwedbankPayProvider {
    var options = SwedbankPayProvider.Options()
    change(&options)
    return SwedbankPayProvider(try .sample(), options)
  }

  /// The state of a capture, refund or release.
  func state(_ id: OperationID) -> FerryCheckout.Operation.State? {
    checkout.payment?.operations.first { $0.id == id }?.state
  }

  func task(
    _ kind: Command.Kind, stage: String = "", number: CommandNumber = 1, attempt: Int = 1, isRetry: Bool = false
  ) -> ProviderTask {
    ProviderTask(
      checkout: checkout, order: order, command: Command(number: number, kind: kind), stage: stage,
      reference: provider.references.digest(checkout.id, number, attempt: attempt), attempt: attempt,
      returnURLs: Self.returnURLs, record: record, isRetry: isRetry)
  }

  /// Applies an event, and performs the commands that follow.
  mutating func apply(_ event: Event, at now: Moment = .sample) throws {
    for command in try checkout.receive(event, at: now, for: &order).commands {
      let outcome = try perform(command)
      try apply(.performed(command.number, outcome), at: now)
    }
  }

  /// Sends a command's requests until it has an outcome. A failure that is not temporary is thrown.
  private mutating func perform(_ command: Command) throws -> Outcome {
    var (stage, attempt, isRetry) = ("", 1, false)
    for _ in 0..<40 {
      let task = task(command.kind, stage: stage, number: command.number, attempt: attempt, isRetry: isRetry)
      isRetry = false
      let request: ProviderRequest
      switch try provider.plan(task) {
      case .send(let planned): request = planned
      case .conclude(let outcome, let remark):
        remarks += [remark].compactMap(\.self)
        return outcome
      }
      let reaction: ProviderReaction
      do {
        let sealed = try provider.seal(request, Sending(now: .sample, buyer: Self.buyer, random: Array(0..<32)))
        reaction = provider.receive(try bank.answer(sealed.request, sealed.body), to: request, of: task)
      } catch let failure as ProviderFailure {
        reaction = .failed(failure)
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
      case .failed(.transient(_, let wait)): bank.set { $0.elapsed += wait ?? .seconds(10) }
      case .failed(let failure) where triesAgain && failure.misconfiguration != nil:
        remarks.append(failure.reason)
        isRetry = true
      case .failed(let failure):
        guard failure.isUnclear, case .inquireFirst(let inquiry) = request.repetition else { throw failure }
        stage = inquiry
      }
    }
    Issue.record("The command comes to no end.")
    return .unanswered
  }

  private mutating func take(_ findings: ProviderFindings) {
    if let record = findings.record { self.record = record }
    remarks += findings.remarks + [findings.misconfiguration?.description].compactMap(\.self)
  }

  /// Another checkout of the order has been paid.
  mutating func payElsewhere() throws {
    var stated = try JSONDecoder().decode([String: UntypedJSON].self, from: JSONEncoder().encode(order))
    stated["paidBy"] = .string("co_0")
    order = try JSONDecoder().decode(Order.self, from: JSONEncoder().encode(stated))
  }

  // MARK: The buyer

  /// The buyer's card is authorized, or a payment by bank or Swish is a sale. The buyer returns.
  mutating func pay(_ kind: String = "Authorization", created: String = "2026-01-15T14:31:00Z") throws {
    bank.set { state in
      state.status = "Paid"
      state.transactions = [
        .init(kind: kind, number: 71, amount: state.amount, reference: state.payee, created: created)
      ]
    }
    try apply(.returned(session: nil))
  }

  /// - Parameter kind: Of the transaction.
  static func paid(_ kind: String = "Authorization") throws -> SoldCups {
    var cups = try SoldCups()
    try cups.pay(kind)
    return cups
  }

  static func held() throws -> SoldCups {
    var cups = try SoldCups(capture: .manual)
    try cups.pay()
    return cups
  }
}

extension ProviderFailure {
  /// True if the request may have been carried out.
  fileprivate var isUnclear: Bool {
    switch self {
    case .unknownOutcome, .unreadable: true
    case .transient, .misconfigured, .clockOff: false
    }
  }
}
