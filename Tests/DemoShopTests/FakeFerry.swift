import FerryCore
import FerryWeb

@testable import DemoShop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Ferry's `/v1` as a shop sees it, at the boundary of HTTP. A call of an unknown address fails the test by a
/// 404 that the shop shows.
actor FakeFerry: ShopTransport {
  struct Call: Sendable {
    let method: String
    let path: String
    let idempotencyKey: String?
    let authorization: String?
    let body: [UInt8]
  }

  enum Fault: Sendable {
    case pass
    /// The connection ends before anything is done.
    case dropBefore
    /// The request is executed, and the answer is lost.
    case dropAfter
    case problem(Problem, retryAfter: Int? = nil)
    /// A proxy's page.
    case page(Int)
  }

  private(set) var calls: [Call] = []
  private(set) var checkouts: [String: CheckoutBody] = [:]
  private var byKey: [String: String] = [:]
  private var faults: [Fault] = []
  private(set) var orders: [String: OrderContent] = [:]
  /// The shop's statements about buyers.
  private(set) var facts: [String: BuyerFacts] = [:]
  /// Reviews that are locked until their code is claimed.
  private var hidden: [String: (code: String, review: ReviewBody?)] = [:]
  /// The provider's answers to Ferry's next question.
  private var news: [String: CheckoutBody] = [:]
  private var tickets = 0
  /// True if checkouts begin with the payment page.
  private var isPaidAtOnce = false
  /// The address of the buyer's next page.
  var nextBase = "http://127.0.0.1:3081/start"

  func fail(_ faults: Fault...) { self.faults += faults }

  /// The next request is refused for one field.
  func refuse(_ pointer: String, _ detail: String) {
    fail(
      .problem(Problem(.invalidFields, "Not accepted.", errors: [Problem.FieldError(pointer: pointer, detail: detail)]))
    )
  }

  func lead(to base: String) { nextBase = base }

  /// From now on checkouts begin with the payment page.
  func payAtOnce() { isPaidAtOnce = true }

  var all: [CheckoutBody] { checkouts.values.sorted { $0.id < $1.id } }

  func only() -> CheckoutBody? { checkouts.count == 1 ? checkouts.values.first : nil }

  // MARK: At the provider

  /// The buyer has selected an address and a card.
  func select(_ id: String, region: String = "東京都", name: String = "山田 太郎", card: String = "Visa ****1111") throws {
    guard var checkout = checkouts[id], let order = orders[id] else { return }
    var review = try review(of: order, to: region)
    review.revision = (checkout.review?.revision ?? 0) + 1
    review.buyer = BuyerBody(name: name, email: "taro@example.jp", phone: nil)
    review.shippingAddress = AddressBody(
      name: name, lines: ["北一条西2-1", "港ビル 3F"], city: nil, region: region, postalCode: "060-0001", country: "JP",
      phone: "0110000000")
    review.paymentDescriptor = card
    checkout.review = review
    checkout.phase = .reviewing
    checkouts[id] = checkout
  }

  private func review(of order: OrderContent, to region: String? = nil) throws -> ReviewBody {
    let lines = try order.lines.map { line in
      LineBody(
        id: line.sku, sku: line.sku, name: line.name, quantity: line.quantity, unitPrice: line.unitPrice,
        amount: try line.unitPrice.multiplied(by: Int64(line.quantity)), percent: order.tax.percent)
    }
    let subtotal = try Money.sum(lines.map(\.amount), in: order.currency)
    let shipping = order.shipping?.price(to: AddressBody(region: region)).price ?? .zero(order.currency)
    func less(_ amount: Money, _ reductions: [NamedAmount]?) throws -> Money {
      try (reductions ?? []).reduce(amount) { try $0.subtracting($1.amount) }
    }
    let price = try less(subtotal, order.discounts).adding(shipping)
    let tax = try price.includedTax(at: order.tax.percent, order.tax.rounding)
    return ReviewBody(
      revision: 1, buyer: nil, shippingAddress: nil, paymentDescriptor: nil, lines: lines, subtotal: subtotal,
      shipping: DeliveryPrice(shipping), tax: tax, taxIncluded: true,
      taxes: [TaxBody(percent: order.tax.percent, kind: nil, base: try price.subtracting(tax), tax: tax)],
      total: try less(price, order.paidOtherwise), discounts: order.discounts, paidOtherwise: order.paidOtherwise)
  }

  /// The address has made the order free.
  func makeFree(_ id: String) { checkouts[id]?.review?.total = .zero(.jpy) }

  /// The order has these taxes.
  func tax(_ id: String, _ taxes: [TaxBody], isIncluded: Bool = true) {
    checkouts[id]?.review?.taxes = taxes
    checkouts[id]?.review?.taxIncluded = isIncluded
  }

  func move(
    _ id: String, to phase: PhaseName, awaitsProvider: Bool = false, decline: String? = nil,
    payment: PaymentBody? = nil,
    canBegin: Bool = false
  ) {
    checkouts[id]?.canBegin = canBegin
    checkouts[id]?.awaitsProvider = awaitsProvider
    checkouts[id]?.payment = payment
    checkouts[id]?.phase = phase
    checkouts[id]?.decline = decline
  }

  /// The buyer's details are erased.
  func forget(_ id: String) {
    checkouts[id]?.review?.buyer = nil
    checkouts[id]?.review?.shippingAddress = nil
  }

  /// The provider has this to say about a payment when Ferry asks it next.
  func hear(_ id: String, phase: PhaseName, decline: String? = nil, payment: PaymentBody? = nil) {
    var checkout = checkouts[id]
    checkout?.phase = phase
    checkout?.decline = decline
    checkout?.payment = payment
    news[id] = checkout
  }

  /// The buyer has selected an address that the shop does not deliver to.
  func refuseChoice(_ id: String, _ refusal: String = "country-not-served") {
    checkouts[id]?.phase = .selecting
    checkouts[id]?.review = nil
    checkouts[id]?.selectionRefusal = refusal
  }

  /// The buyer has made a selection in the secure browser, and the app has not claimed it.
  func lock(_ id: String) {
    checkouts[id]?.phase = .reviewing
    checkouts[id]?.review = nil
    checkouts[id]?.isLocked = true
  }

  /// The buyer has made a selection and returns with this code.
  func comeBack(_ id: String, with code: String) throws {
    try select(id)
    hidden[id] = (code, checkouts[id]?.review)
    lock(id)
  }

  func remove(_ id: String) { checkouts[id] = nil }

  // MARK: The API

  /// The answer to `GET /v1/providers`, which tests do not count, and which has no faults.
  private(set) var providers = [ProviderBody.sample()]

  func offer(_ providers: [ProviderBody]) { self.providers = providers }

  func send(_ request: ShopRequest) async throws -> ShopAnswer {
    let call = Call(
      method: request.method,
      path: request.url.firstRange(of: "/v1/").map { String(request.url[$0.lowerBound...]) } ?? "",
      idempotencyKey: request.field("idempotency-key"), authorization: request.field("authorization"),
      body: request.body ?? [])
    if call.path == "/v1/providers" {
      return ShopAnswer(
        status: 200, headers: [], body: try Array(JSONEncoder().encode(ProviderListBody(providers: providers))))
    }
    calls.append(call)
    switch faults.isEmpty ? nil : faults.removeFirst() {
    case nil, .pass: return try answer(call)
    case .dropBefore: throw Dropped()
    case .dropAfter:
      _ = try answer(call)
      throw Dropped()
    case .problem(let problem, let retryAfter):
      var answer = try refuse(problem)
      if let retryAfter { answer.headers.append((name: "retry-after", value: "\(retryAfter)")) }
      return answer
    case .page(let status): return ShopAnswer(status: status, headers: [], body: Array("<html>".utf8))
    }
  }

  struct Dropped: Error {}

  private func answer(_ call: Call) throws -> ShopAnswer {
    let parts = call.path.split(separator: "/").map(String.init)
    guard parts.starts(with: ["v1", "checkouts"]) else { return try refuse(Problem(.notFound, "Nothing here.")) }
    switch (call.method, parts.count) {
    case ("POST", 2): return try create(call)
    case ("GET", 3): return try succeed(parts[2], leadsOn: false)
    case ("POST", 4): return try decide(parts[2], parts[3], call.body)
    default: return try refuse(Problem(.notFound, "Nothing here."))
    }
  }

  private func create(_ call: Call) throws -> ShopAnswer {
    guard let key = call.idempotencyKey else {
      return try refuse(Problem(.keyMissing, "Send an Idempotency-Key."))
    }
    let body = try JSONDecoder().decode(CreateCheckoutBody.self, from: Data(call.body))
    if let id = byKey[key] {
      return orders[id] == body.order ? try succeed(id) : try refuse(Problem(.keyReused, "Another request."))
    }
    let id = "chk_\(checkouts.count + 1)"
    byKey[key] = id
    orders[id] = body.order
    facts[id] = body.buyer
    let isPaidAtOnce = isPaidAtOnce || providers.contains { $0.id == body.provider && $0.journey == .pay }
    checkouts[id] = CheckoutBody(
      id: id, orderNumber: "F7K2-9QXM-4TVD", orderReference: body.orderReference, provider: body.provider, mode: .test,
      kind: body.kind, language: body.language, capture: body.capture, phase: isPaidAtOnce ? .open : .selecting,
      awaitsProvider: false, next: nil, review: isPaidAtOnce ? try review(of: body.order) : nil, decline: nil,
      payment: nil, createdAt: Moment(milliseconds: 0),
      expiresAt: Moment(milliseconds: 0))
    return try succeed(id, status: 201)
  }

  private func decide(
    _ id: String, _ verb: String, _ bytes: [UInt8]
  ) throws -> ShopAnswer {
    guard var checkout = checkouts[id] else { return try refuse(Problem(.notFound, "Nothing here.")) }
    switch verb {
    case "claim":
      let code = try JSONDecoder().decode(ClaimBody.self, from: Data(bytes)).code
      guard let known = hidden[id], known.code == code else {
        return try refuse(Problem(.codeInvalid, "Not this one."))
      }
      checkout.isLocked = false
      checkout.review = known.review
    case "check": checkout = news.removeValue(forKey: id) ?? checkout
    case "begin" where checkout.isLocked: break
    case "begin" where checkout.phase == .selecting || checkout.phase == .paying || checkout.canBegin: break
    case "change" where checkout.phase == .reviewing:
      _ = try JSONDecoder().decode(ChangeCheckoutBody.self, from: Data(bytes))
      checkout.phase = .selecting
    case "confirm" where checkout.phase == .reviewing || checkout.phase == .open:
      let confirmation = try JSONDecoder().decode(ConfirmCheckoutBody.self, from: Data(bytes))
      guard confirmation.revision == checkout.review?.revision, confirmation.total == checkout.review?.total else {
        return try refuse(Problem(.reviewChanged, "The review has changed."))
      }
      guard !confirmation.total.isZero else { return try refuse(Problem(.nothingToPay, "Nothing is left to pay.")) }
      checkout.phase = .paying
    case "keep" where checkout.phase == .selecting && checkout.review != nil: checkout.phase = .reviewing
    case "keep" where checkout.phase == .reviewing: break
    case "cancel" where [.open, .selecting, .reviewing].contains(checkout.phase):
      checkout.phase = .cancelled
      checkout.review?.shippingAddress = nil
    case "cancel" where checkout.phase == .paying || checkout.phase == .settling:
      checkout.phase = .closing
      checkout.canBegin = false
    default: return try refuse(Problem(.wrongPhase, "Not in this phase."))
    }
    checkouts[id] = checkout
    return try succeed(id)
  }

  private func succeed(
    _ id: String, status: Int = 200, leadsOn: Bool = true
  ) throws -> ShopAnswer {
    guard var checkout = checkouts[id] else { return try refuse(Problem(.notFound, "Nothing here.")) }
    tickets += 1
    let isAtProvider =
      checkout.phase == .selecting || checkout.phase == .paying || checkout.isLocked || checkout.canBegin
    if checkout.kind == .app {
      let ticket = CheckoutHandoff.Ticket(step: checkout.phase == .paying ? .pay : .select, text: "ticket-\(tickets)")
      checkout.app = CheckoutHandoff(
        checkout: id, clientToken: status == 201 ? "token" : nil,
        ticket: leadsOn && isAtProvider ? ticket : nil)
    } else {
      checkout.next = leadsOn && isAtProvider ? NextBody(url: "\(nextBase)#ticket-\(tickets)") : nil
    }
    return ShopAnswer(status: status, headers: [], body: try Array(JSONEncoder().encode(checkout)))
  }

  private func refuse(_ problem: Problem) throws -> ShopAnswer {
    ShopAnswer(status: problem.statusCode, headers: [], body: try Array(JSONEncoder().encode(problem)))
  }
}

extension ShopRequest {
  /// - Parameter name: In lower case.
  func field(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
}

extension ProviderBody {
  /// An account at a fictitious provider.
  /// - Parameters:
  ///   - script: The address of the provider's script; nil for a plain button.
  ///   - arguments: In JSON.
  static func sample(
    id: String = "amazon-pay", account: String = "main", name: String = "Amazon Pay",
    journey: Journey = .selectThenPay, script: String? = nil, function: [String] = ["amazon", "Pay", "renderButton"],
    arguments: String = #"["{container}",{"merchantId":"A1","amount":"{amount}"}]"#
  ) -> ProviderBody {
    let site = script.flatMap(Link.init(external:))?.origin?.text
    return ProviderBody(
      id: id, account: account, mode: .test, name: name, journey: journey,
      label: [
        "en": "Check out with \(name)", "ja": "\(name)で購入手続きへ", "es": "Pagar con \(name)", "sv": "Betala med \(name)",
      ],
      button: ProviderButtonBody(
        image: "https://ferry.example:8443/ferry/button/\(id).svg",
        script: script.map { source in
          ProviderButtonScriptBody(
            source: source, function: function, arguments: ["en": arguments, "ja": arguments],
            onClick: "onClick",
            policy: PageSourcesBody(
              scripts: [site].compactMap { $0 }, connections: [site].compactMap { $0 }, needsInlineStyles: true))
        }))
  }
}
