internal import Ferry
internal import FerryCore
public import PhoneDevice
public import PhoneRules
public import PhoneWebKit

/// The shop as a native app: its own screens, driven by Ferry's flow.
@MainActor public final class NativeApp: PhoneApp {
  public let screen: Widget
  public var webView: WebView? { nil }
  public private(set) var state = ""
  private let device: Device
  private let process: AppProcess
  private let backend: ShopBackend
  private let content = Widget.column(spacing: 8).margins(20).filling()
  private var controls: [String: Widget] = [:]
  private var answers: AsyncStream<ReviewDecision>.Continuation?
  /// The cart's id: new once its order is paid.
  private var cart: String
  private var language: Language { device.setup.language }

  public init(_ device: Device) {
    self.device = device
    process = AppProcess(device)
    cart = device.newOrderKey()
    backend = ShopBackend(http: device.http, server: device.setup.server, language: device.setup.language)
    screen = Widget.column([Widget.scroll(content).filling()]).filling()
  }

  public func control(_ name: String) -> Widget? { controls[name] }

  // MARK: - The process

  public func launch(link: String?) {
    process.perform { [weak self, process] in
      for await checkout in process.flow.resumed { self?.show(checkout.result, of: checkout.checkout) }
    }
    process.perform { [weak self, process] in
      for await status in process.flow.statuses where status.isBusy { self?.show(status) }
    }
    if let link { process.handle(link) }
  }

  public func showWindow() { if state.isEmpty { showCart() } }
  public func receive(_ link: String, by entry: DeliveryStep.Entry) { process.handle(link) }
  public func comeToFront() { process.flow.wake() }
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
    process.perform { [weak self, process] in
      guard let self else { return }
      do {
        let result = try await work(self)
        self.show(result, of: process.flow.current)
      } catch is CancellationError {
      } catch FlowFailure.unconfirmed(let checkout) {
        self.show(.confirming, of: checkout)
      } catch {
        self.device.journal.note(.trouble, "\(error)", at: self.device.setup.app.name)
        self.showCart("\(error)")
      }
    }
  }

  /// The review screen. Ended by a button, or by the flow when the answer is of no use any more.
  private func ask(_ review: CheckoutReview) async -> ReviewDecision {
    let (stream, continuation) = AsyncStream.makeStream(of: ReviewDecision.self)
    answers = continuation
    show(ReviewModel(review, language))
    for await decision in stream { return decision }
    return .cancel
  }

  // MARK: - Screens

  private func begin(_ title: String, _ advice: String) {
    content.empty()
    controls = [:]
    state = ""
    say(title, style: "title")
    if !advice.isEmpty { say(advice) }
  }

  private func say(_ text: String, style: String = "body") {
    content.append(Widget.label(text).styled(style))
    state += text + "\n"
  }

  private func offer(_ name: String, _ label: String, _ act: @escaping @MainActor () -> Void) {
    let button = Widget.button(label, act)
    controls[name] = button
    content.append(button)
  }

  /// - Parameter unconfirmed: A payment that may have gone through: no other is offered until that is known.
  private func showCart(_ trouble: String = "", unconfirmed: String? = nil) {
    begin("Fire HD8", trouble)
    say("¥8,980")
    if let unconfirmed {
      say(FerryText.mayHavePaid(language))
      return offer("go-on", FerryText.goOn(language)) { [weak self] in self?.goOn(unconfirmed) }
    }
    offer("pay", FerryText.pay(provider: "Amazon Pay")(language)) { [weak self] in self?.pay() }
  }

  private func show(_ status: FlowStatus) {
    let model = StatusModel(status, language)
    begin(model.title, model.advice)
    for action in model.actions where action.kind == .checkAgain {
      offer("check", action.label) { [weak self] in self?.process.flow.wake() }
    }
  }

  private func show(_ model: ReviewModel) {
    begin(model.title, model.advice)
    for change in model.changes { say(change) }
    for (name, section) in [("change-address", model.address), ("change-payment", model.payment)] {
      guard let section else { continue }
      say(section.title, style: "heading")
      for line in section.lines { say(line) }
      offer(name, section.change.label) { [weak self] in self?.decide(section.change.decision) }
    }
    for line in model.lines { say(line.accessibilityLabel) }
    for sum in model.sums { say("\(sum.title)  \(sum.amount)", style: sum.isTotal ? "heading" : "body") }
    if let buy = model.buy { offer("buy", buy.label) { [weak self] in self?.decide(buy.decision) } }
    offer("cancel", model.cancel.label) { [weak self] in self?.decide(model.cancel.decision) }
  }

  private func decide(_ decision: ReviewDecision) {
    answers?.yield(decision)
    answers?.finish()
  }

  private func show(_ result: CheckoutResult, of checkout: String?) {
    let word = BridgeState(covered: false, result: result).result ?? ""
    device.journal.note(.app, "result: \(word)", at: device.setup.app.name)
    if case .paid = result { cart = device.newOrderKey() }
    let model = StatusModel(.ended(result), language)
    begin(model.title, model.advice)
    state += "result: \(word)\n"
    for detail in model.details { say(detail) }
    for action in model.actions {
      switch action.kind {
      case .goOn:
        // Nothing is left to go on with when what was kept of it was damaged.
        if let checkout {
          offer("go-on", action.label) { [weak self] in self?.goOn(checkout) }
        } else if result == .notFinished {
          offer("pay", FerryText.tryAgain(language)) { [weak self] in self?.pay() }
        }
      case .tryAgain: offer("pay", action.label) { [weak self] in self?.pay() }
      case .cancel:
        guard let checkout else { continue }
        offer("cancel", action.label) { [weak self] in
          self?.run { app in try await app.process.flow.cancel(checkout) }
        }
      case .close:
        offer("close", action.label) { [weak self, process] in
          process.perform {
            let unconfirmed = try? await process.flow.unconfirmed()
            self?.showCart(unconfirmed: unconfirmed)
          }
        }
      case .checkAgain: offer("check", action.label) { [weak self] in self?.process.flow.wake() }
      }
    }
  }
}
