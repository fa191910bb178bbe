import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import Testing

/// A buyer at any provider, who acts by the sandbox's common acts.
extension ProviderWorld {
  struct Stuck: Error, CustomStringConvertible {
    let description: String
  }

  /// The order of a checkout; in another currency without delivery.
  func content(_ currency: Currency? = nil) -> OrderContent {
    var content = bench.order
    guard let currency else { return content }
    content.currency = currency
    content.shipping = nil
    for index in content.lines.indices { content.lines[index].unitPrice = Money(minorUnits: 8_980, currency) }
    return content
  }

  func create(_ reference: String = "cart-1", capture: CapturePolicy = .automatic) async throws -> CheckoutFile {
    let file = try await engine.create(new(reference, content(), capture)).file
    try await engine.update(file.checkout.id) { file, _ in file.buyerFacts = Self.buyer }
    return file
  }

  func new(_ reference: String, _ content: OrderContent, _ capture: CapturePolicy = .automatic) -> NewCheckout {
    NewCheckout(
      reference: OrderReference(shop: "demo", mode: .test, reference: reference), key: nil,
      provider: provider.account.provider, kind: .browser, language: bench.language, capture: capture,
      content: content)
  }

  func file(_ id: CheckoutID) async throws -> CheckoutFile { try #require(try await store.file(id)) }

  // MARK: The buyer

  /// Goes as far as the provider's payment page, from wherever the checkout is.
  /// - Returns: The id of the page.
  func toPayment(_ created: CheckoutFile) async throws -> String {
    try await open(.pay, try await beforePayment(created)).id
  }

  /// Agrees, until there is a payment page. Nobody has opened it.
  func beforePayment(_ created: CheckoutFile) async throws -> CheckoutFile {
    let id = created.checkout.id
    let file = try await toReview(created)
    if file.checkout.phase == .reviewing || file.checkout.phase == .open {
      let total = try #require(file.checkout.quote?.total, "Nothing is priced.")
      _ = try await engine.submit(.confirm(revision: file.checkout.revision, total: total), to: id)
    }
    if provider.profile.journey == .pay { _ = try await engine.submit(.leave(change: nil), to: id) }
    return try await reach(id) { $0.name == .paying }
  }

  /// Selects, if the journey has a selection and it is not made yet.
  func toReview(_ created: CheckoutFile) async throws -> CheckoutFile {
    let id = created.checkout.id
    let file = try await file(id)
    guard provider.profile.journey == .selectThenPay, [.open, .selecting].contains(file.checkout.phase.name) else {
      return file
    }
    let page = try await toSelection(id)
    _ = try act(.select, on: page.id, bench.selection)
    _ = try await engine.submit(.returned(session: session(page, file)), to: id)
    return try await reach(id) { $0 == .reviewing }
  }

  func toSelection(_ id: CheckoutID) async throws -> OpenedPage {
    try await open(.select, try await engine.submit(.leave(change: nil), to: id))
  }

  /// The session in the URL to which a page returns.
  func session(_ page: OpenedPage, _ file: CheckoutFile) -> String? {
    let query = (page.returnURL ?? "").split(separator: "?").dropFirst().joined()
    let pairs = query.split(separator: "&").map { pair -> (name: String, value: String) in
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    return engine.session(inReturn: pairs, for: file)
  }

  /// Opens the page that the next action leads to.
  func open(_ step: RoundTrips.Step, _ file: CheckoutFile) async throws -> OpenedPage {
    let action: OpenedAction =
      switch try await engine.nextAction(step, for: file) {
      case .redirect(let url): .redirect(url)
      case .form(let form):
        .form(action: form.action, fields: Dictionary(form.fields.map { ($0.name, $0.value) }) { first, _ in first })
      case .script(let script):
        .script(try script.arguments.map { try JSONValue(parsing: Array($0.utf8)) })
      case .page(let payment): .redirect(payment.source)
      case .askFirst, .spent: throw Stuck(description: "There is nothing to leave with.")
      }
    return try sandbox.open(action, order: file.order.number)
  }

  @discardableResult
  func act(_ act: BuyerAct, on page: String, _ details: [String: String] = [:]) throws -> BuyerStep {
    try sandbox.act(act, on: page, details: details)
  }

  func reach(
    _ id: CheckoutID, within limit: Duration = .seconds(2 * 86_400),
    _ condition: @escaping @Sendable (Phase) -> Bool
  ) async throws -> CheckoutFile {
    let file = try await wait(for: id, within: limit) { condition($0.checkout.phase) }
    guard condition(file.checkout.phase) else {
      throw Stuck(description: "The checkout stays \(file.checkout.phase.name.rawValue).")
    }
    return file
  }

  /// Waits in steps, the first of them short, because nobody tells of a crash.
  func wait(
    for id: CheckoutID, within limit: Duration, _ condition: @escaping @Sendable (CheckoutFile) -> Bool
  ) async throws -> CheckoutFile {
    var (step, waited) = (Duration.seconds(10), Duration.zero)
    while true {
      let file = try await engine.wait(for: id, within: step, until: condition)
      waited += step
      if waited >= limit || condition(file) { return file }
      step *= 2
    }
  }

  func finish(_ id: CheckoutID) async throws -> CheckoutFile {
    _ = try await engine.submit(.returned(session: nil), to: id)
    return try await reach(id) { $0.isFinal }
  }

  func pay(_ reference: String = "cart-1", capture: CapturePolicy = .automatic) async throws -> CheckoutFile {
    let created = try await create(reference, capture: capture)
    try act(.approve, on: try await toPayment(created))
    return try await finish(created.checkout.id)
  }

  /// Goes on from wherever a crash has left the buyer, who may have approved before.
  func pursue(_ id: CheckoutID) async throws -> CheckoutFile {
    let file = try await file(id)
    if [.open, .selecting, .reviewing, .authorizing, .paying].contains(file.checkout.phase.name) {
      do { try act(.approve, on: try await toPayment(file)) } catch is ControlRefusal {} catch is Stuck {}
    }
    return file.checkout.phase.isFinal ? file : try await finish(id)
  }
}
