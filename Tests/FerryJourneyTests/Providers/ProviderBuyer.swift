import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import Testing

/// A buyer and a shop at any provider. The buyer acts by the sandbox's common acts.
extension ProviderWorld {
  struct Stuck: Error, CustomStringConvertible {
    let description: String
  }

  func create(_ reference: String = "cart-1", capture: CapturePolicy = .automatic) async throws -> CheckoutFile {
    let file = try await engine.create(
      NewCheckout(
        reference: OrderReference(shop: "demo", mode: .test, reference: reference), key: nil,
        provider: provider.account.provider, kind: .browser, language: bench.language, capture: capture,
        content: bench.order)
    ).file
    try await engine.update(file.checkout.id) { file, _ in file.buyerFacts = Self.buyer }
    return file
  }

  /// Goes as far as the provider's payment page.
  /// - Returns: The id of the page.
  func toPayment(_ created: CheckoutFile) async throws -> String {
    let id = created.checkout.id
    var file = created
    if provider.profile.journey == .selectThenPay {
      file = try await engine.submit(.leave(change: nil), to: id)
      let page = try await open(.select, file)
      _ = try act(.select, on: page.id, bench.selection)
      let query = (page.returnURL ?? "").split(separator: "?").dropFirst().joined()
      let pairs = query.split(separator: "&").map { pair -> (name: String, value: String) in
        let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
      }
      _ = try await engine.submit(.returned(session: engine.session(inReturn: pairs, for: file)), to: id)
      file = try await reach(id) { $0 == .reviewing }
    }
    let total = try #require(file.checkout.quote?.total, "Nothing is priced.")
    _ = try await engine.submit(.confirm(revision: file.checkout.revision, total: total), to: id)
    if provider.profile.journey == .pay { _ = try await engine.submit(.leave(change: nil), to: id) }
    file = try await reach(id) { $0.name == .paying }
    return try await open(.pay, file).id
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
    let file = try await engine.wait(for: id, within: limit) { condition($0.checkout.phase) }
    guard condition(file.checkout.phase) else {
      throw Stuck(description: "The checkout stays \(file.checkout.phase.name.rawValue).")
    }
    return file
  }

  /// The money that the sandbox moved for an order: captured and refunded, in minor units.
  func moved(_ file: CheckoutFile) -> [Int64] {
    let orders = sandbox.money.filter { $0.order == file.order.number }
    return [orders.map(\.captured), orders.map(\.refunded)].map { $0.reduce(0) { $0 + $1.minorUnits } }
  }
}
