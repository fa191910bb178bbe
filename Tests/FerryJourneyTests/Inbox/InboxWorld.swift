import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryTesting
import Logging

/// An engine in both modes whose provider sends notifications.
struct InboxWorld: Sendable {
  let time: VirtualTime
  let bank: NotifyingBank
  let store: any Store
  let engine: Engine

  init(
    _ signing: NotifyingBankProvider.Signing = .signed, store: any Store = MemoryStore(),
    time: VirtualTime = VirtualTime()
  ) {
    self.time = time
    self.store = store
    bank = NotifyingBank(time)
    engine = Engine(
      store: store, providers: Mode.allCases.map { NotifyingBankProvider(signing: signing, mode: $0) },
      transport: bank, time: time, randomness: SequentialRandomness(), logger: .silent
    ) { _ in ProviderReturnURLs(select: "", pay: "https://shop.example/pay", cancel: "") }
  }

  func run<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
    try await time.run(limit: .seconds(100 * 86_400)) { try await engine.running(work) }
  }

  /// A checkout whose buyer is at the bank.
  func paying(_ order: String = "cart-1") async throws -> CheckoutID {
    let id = try await created(order)
    return try await engine.wait(for: id, within: .seconds(3600)) { $0.checkout.phase.name == .paying }.checkout.id
  }

  /// A checkout whose buyer has just left to pay: the bank has not answered yet.
  func created(_ order: String = "cart-1") async throws -> CheckoutID {
    let content = OrderContent(
      currency: .jpy, lines: [OrderLine(sku: "fire-hd8", name: "Fire HD8", quantity: 1, unitPrice: .yen(8_980))],
      tax: TaxRule(.tenPercent, rounding: .down, included: true), shipping: nil)
    let file = try await engine.create(
      NewCheckout(
        reference: OrderReference(shop: "demo", mode: .test, reference: order), key: nil,
        provider: "notifying-bank", kind: .browser, language: .japanese, capture: .automatic, content: content)
    ).file
    _ = try await engine.submit(.confirm(revision: 1, total: .yen(8_980)), to: file.checkout.id)
    _ = try await engine.submit(.leave(change: nil), to: file.checkout.id)
    return file.checkout.id
  }

  @discardableResult
  func notify(_ text: String, isSigned: Bool = true, mode: Mode = .test) async throws -> String {
    try await engine.accept(
      NotifyingBankProvider.notification(text, at: time.now, isSigned: isSigned),
      from: ProviderAccountID(provider: "notifying-bank", mode: mode))
  }

  func isPaid(_ id: CheckoutID, within limit: Duration = .seconds(10)) async throws -> Bool {
    try await engine.wait(for: id, within: limit) { $0.checkout.phase == .paid }.checkout.phase == .paid
  }

  /// The timeline's entries about notifications.
  func told(_ id: CheckoutID) async throws -> [String] {
    try await store.log(id, after: 0, limit: 1000).compactMap { record in
      if case .event(let name, let phase) = record.entry.what, name.hasPrefix("notified") {
        "\(name), \(phase)"
      } else {
        nil
      }
    }
  }

  /// "test unmatched 1"
  func inbox() async throws -> [String] {
    try await store.inbox().map { "\($0.account.mode) \($0.state) \($0.count)" }.sorted()
  }
}
