@_spi(Phone) internal import Ferry
internal import FerryCore
public import PhoneDevice
public import PhoneRules
public import PhoneWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The shop as a native app: its own screens with Ferry's flow.
@MainActor public final class NativeApp: PhoneApp {
  public var screen: Widget { native.widget }
  public var webView: WebView? { nil }
  public private(set) var state = ""
  private let device: Device
  private let process: AppProcess
  private let backend: ShopBackend
  private let native = NativeScreen()
  private var controls: [String: Widget] = [:]
  private var answers: AsyncStream<ReviewDecision>.Continuation?
  /// The cart's id. It changes when the order is paid.
  private var cart: String
  private var language: Language { device.setup.language }

  public init(_ device: Device) {
    self.device = device
    process = AppProcess(device)
    cart = device.newOrderKey()
    backend = ShopBackend(
      http: device.http, server: device.setup.server, language: device.setup.language,
      market: device.setup.market)
  }

  public func control(_ name: String) -> Widget? { controls[name] }

  // MARK: - The process

  public func launch(link: String?) {
    process.perform { [weak self, process] in
      for await result in process.flow.resumed {
        await self?.completeIfFree(result)
        self?.show(result)
      }
    }
    process.perform { [weak self, process] in
      for await status in process.flow.statuses where status.isBusy { self?.show(status) }
    }
    if let link { process.handle(link) }
  }

  public func showWindow() { if state.isEmpty { showCart() } }
  public func receive(_ link: String, by entry: DeliveryStep.Entry) { process.handle(link) }
  public func comeToFront() { process.becomeActive() }
  public func cancelPayment() { process.flow.cancel() }
  public func end() { process.end() }

  // MARK: - Paying

  private func pay() {
    let cart = cart
    run { [process, backend] app in
      try await process.flow.pay(from: process.browser) { challenge in
        try await backend.create(cart, key: cart + challenge.text, challenge)
      } review: { review in
        await app.ask(review)
      }
    }
  }

  private func goOn(_ checkout: String) {
    run { [process] app in
      try await process.flow.resume(checkout, from: process.browser) { await app.ask($0) }
    }
  }

  private func run(_ work: @escaping @MainActor @Sendable (NativeApp) async throws -> CheckoutResult) {
    process.perform { [weak self] in
      guard let self else { return }
      do {
        let result = try await work(self)
        await self.completeIfFree(result)
        self.show(result)
      } catch is CancellationError {
      } catch FlowFailure.unconfirmed(let checkout) {
        self.show(.confirming, resumable: checkout)
      } catch {
        self.device.journal.note(.trouble, "\(error)", at: self.device.setup.app.name)
        self.showCart("\(error)")
      }
    }
  }

  /// The shop completes an order that costs nothing.
  private func completeIfFree(_ result: CheckoutResult) async {
    guard result.outcome == .nothingToPay, let checkout = result.checkout else { return }
    do {
      try await backend.completeFree(checkout)
    } catch {
      device.journal.note(.trouble, "\(error)", at: device.setup.app.name)
    }
  }

  /// Shows the review, and returns the buyer's decision. The flow cancels it if the decision is no longer needed.
  private func ask(_ review: CheckoutReview) async -> ReviewDecision {
    let (stream, continuation) = AsyncStream.makeStream(of: ReviewDecision.self)
    answers = continuation
    show(ReviewModel(review, language))
    for await decision in stream { return decision }
    return .cancel
  }

  // MARK: - Screens

  /// True after the end of the process. A task of it may still return a result, and its widgets are gone.
  private var isOver: Bool { process.lifeline.isCut }

  /// Clears the screen.
  /// - Parameter texts: The texts of the new screen.
  private func begin(_ texts: [String]) {
    native.empty()
    controls = [:]
    state = texts.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
  }

  private func offer(
    _ name: String, _ label: String, isProminent: Bool = true, _ act: @escaping @MainActor () -> Void
  ) {
    let button = Widget.button(label, act)
    controls[name] = button
    native.action(button, isProminent: isProminent)
  }

  /// - Parameter unconfirmed: A checkout that may have paid already. No other payment is offered until its outcome is known.
  private func showCart(_ trouble: String = "", unconfirmed: String? = nil) {
    guard !isOver else { return }
    let market = device.setup.market
    let products =
      [(name: "Fire HD8", price: market.price)] + market.further.map { (name: $0.name, price: $0.price) }
    let subtotal = Money(minorUnits: products.reduce(0) { $0 + $1.price.minorUnits }, market.price.currency)
    let mayHavePaid = language.ferryTexts.mayHavePaid
    begin(
      [NativeText.cart[language], trouble] + products.flatMap { [$0.name, $0.price.display(language)] }
        + [unconfirmed == nil ? "" : mayHavePaid])
    native.head(NativeText.cart[language])
    if !trouble.isEmpty { native.banner(trouble, isAttention: true) }
    if unconfirmed != nil { native.banner(mayHavePaid) }
    native.card(
      products.map { NativeScreen.product($0.name, language.ferryTexts.quantity(1), $0.price.display(language)) })
    native.card([NativeScreen.row(language.ferryTexts.subtotal, subtotal.display(language), isStrong: true)])
    native.note(NativeText.priceNote[language])
    if let unconfirmed {
      return offer("go-on", language.ferryTexts.goOn) { [weak self] in self?.goOn(unconfirmed) }
    }
    offer("pay", language.ferryTexts.pay(market.provider)) { [weak self] in self?.pay() }
  }

  private func show(_ status: FlowStatus) {
    guard !isOver else { return }
    let model = StatusModel(status, language)
    begin([model.title, model.advice])
    native.say(model.title, model.advice, below: NativeScreen.busy())
    native.keepInMiddle()
    for action in model.actions where action == .checkAgain {
      offer("check", action.label(language), isProminent: false) { [weak self] in self?.process.flow.wake() }
    }
  }

  private func show(_ model: ReviewModel) {
    guard !isOver else { return }
    let sections = [("change-address", model.address), ("change-payment", model.payment)]
    let sums = model.sums + (model.total.map { [$0] } ?? [])
    begin(
      [model.title, model.advice] + model.changes + sections.flatMap { $0.1.map { [$0.title] + $0.lines } ?? [] }
        + model.lines.map(\.accessibilityLabel) + sums.map { "\($0.name)  \($0.amount)" })
    native.head(model.title, model.advice)
    for change in model.changes { native.banner(change) }
    for (name, section) in sections {
      guard let section else { continue }
      let change = NativeScreen.row(section.changeLabel) { [weak self] in self?.decide(section.change) }
      controls[name] = change
      native.card((section.lines.isEmpty ? [] : [NativeScreen.row(section.lines)]) + [change], title: section.title)
    }
    if !model.lines.isEmpty {
      native.card(
        model.lines.map { NativeScreen.product($0.name, $0.quantity ?? "", $0.amount) },
        title: language.ferryTexts.items)
    }
    if let total = model.total {
      let rows = model.sums.map { NativeScreen.row($0.name, $0.amount) }
      native.card(rows + [NativeScreen.row(total.name, total.amount, isStrong: true)])
    }
    if let buy = model.buy { offer("buy", buy) { [weak self] in self?.decide(.buy) } }
    offer("cancel", model.cancel, isProminent: false) { [weak self] in self?.decide(.cancel) }
  }

  private func decide(_ decision: ReviewDecision) {
    answers?.yield(decision)
    answers?.finish()
  }

  private func show(_ result: CheckoutResult) {
    show(result.outcome, resumable: result.isResumable ? result.checkout : nil)
  }

  /// - Parameter checkout: The checkout that the buyer can continue or cancel, if any.
  private func show(_ outcome: CheckoutOutcome, resumable checkout: String?) {
    guard !isOver else { return }
    let word = BridgeState(covered: false, outcome: outcome).result ?? ""
    device.journal.note(.app, "result: \(word)", at: device.setup.app.name)
    switch outcome {
    case .paid, .nothingToPay: cart = device.newOrderKey()
    case .declined, .cancelled, .notFinished, .confirming: break
    }
    let model = StatusModel(.ended(outcome), language)
    begin([model.title, model.advice, "result: \(word)"] + model.details)
    native.say(model.title, model.advice, below: Self.seal(model.tone))
    if !model.details.isEmpty { native.card(model.details.map { NativeScreen.row([$0]) }) }
    native.keepInMiddle()
    for (place, action) in model.actions.enumerated() {
      let isProminent = place == 0
      switch action {
      case .goOn:
        // A checkout whose stored item was damaged cannot continue.
        if let checkout {
          offer("go-on", action.label(language), isProminent: isProminent) { [weak self] in self?.goOn(checkout) }
        } else if outcome == .notFinished {
          offer("pay", language.ferryTexts.tryAgain) { [weak self] in self?.pay() }
        }
      case .tryAgain: offer("pay", action.label(language), isProminent: isProminent) { [weak self] in self?.pay() }
      case .cancel:
        guard let checkout else { continue }
        offer("cancel", action.label(language), isProminent: isProminent) { [weak self] in
          self?.run { app in try await app.process.flow.cancel(checkout) }
        }
      case .close:
        offer("close", action.label(language), isProminent: isProminent) { [weak self, process] in
          process.perform {
            let unconfirmed = try? await process.flow.unconfirmed()
            self?.showCart(unconfirmed: unconfirmed)
          }
        }
      case .checkAgain:
        offer("check", action.label(language), isProminent: isProminent) { [weak self] in self?.process.flow.wake() }
      }
    }
  }

  private static func seal(_ tone: StatusModel.Tone) -> Widget {
    switch tone {
    case .success: NativeScreen.seal(.check, "success")
    case .attention: NativeScreen.seal(.attention, "attention")
    case .neutral: NativeScreen.seal(.clock, "neutral")
    }
  }
}

/// Calls the shop's backend for the native app.
@MainActor struct ShopBackend {
  let http: HTTPClient
  let server: String
  let language: Language
  let market: ShopMarket

  private struct Line: Encodable {
    var sku: String
    var quantity: Int
  }
  private struct Order: Encodable {
    /// The cart's id.
    var order: String
    var lines: [Line]
    var codes: [String]
    var language: Language
    var challenge: Challenge
    var market: String
    var provider: String
    /// The shop asks for it where the provider does not.
    var delivery: [String: String]?
  }

  /// The shop's refusal, with its message.
  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameters:
  ///   - cart: The cart's id, the same in every attempt to pay for it.
  ///   - key: The idempotency key, one per attempt.
  /// - Throws: `FlowFailure.creationUnknown` if no answer came.
  func create(_ cart: String, key: String, _ challenge: Challenge) async throws -> CheckoutHandoff {
    let order = Order(
      order: cart, lines: (["fire-hd8"] + market.further.map(\.sku)).map { Line(sku: $0, quantity: 1) },
      codes: market.codes, language: language, challenge: challenge,
      market: market.id, provider: market.offer, delivery: market.delivery.isEmpty ? nil : market.delivery)
    let body = Array(try JSONEncoder().encode(order))
    let answer: HTTPClient.Answer
    do {
      answer = try await http.send(
        "POST", "\(server)/app/\(AppProcess.appID)/checkouts",
        headers: [("content-type", "application/json"), ("idempotency-key", key)], body: body)
    } catch is WebKitFailure {
      throw FlowFailure.creationUnknown
    }
    try require(answer)
    return try JSONDecoder().decode(CheckoutHandoff.self, from: Data(answer.body))
  }

  /// Lets the shop complete an order that turned out free. The shop asks the server, and a repetition changes nothing.
  func completeFree(_ checkout: String) async throws {
    try require(
      try await http.send(
        "POST", "\(server)/app/\(AppProcess.appID)/checkouts/\(checkout)/free", headers: [], body: []))
  }

  private func require(_ answer: HTTPClient.Answer) throws {
    guard (200..<300).contains(answer.status) else {
      throw Refused(description: "\(answer.status): \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
    }
  }
}
