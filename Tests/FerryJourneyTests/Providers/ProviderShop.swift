import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import Foundation
import HTTPTypes
import Testing

/// A shop, the books, and a person in the console of any provider.
extension ProviderWorld {
  /// The life of a checkout that is paid, and what the shop does with its money.
  enum Course: CaseIterable {
    case sale, shipment, release

    var capture: CapturePolicy { self == .sale ? .automatic : .manual }
  }

  /// The operations of a course. A capture is partial if the provider has partial ones, and the rest is released if the
  /// provider does not release it itself.
  func orders(_ course: Course) -> [PaymentOrder] {
    let isWhole = provider.profile.captures == .whole
    let release: [PaymentOrder] = provider.profile.captures == .several ? [.void] : []
    return switch course {
    case .sale: [.refund("one", minor(3_000)), .refund("two", nil)]
    case .shipment:
      [.capture("ship", isWhole ? nil : minor(8_000))]
        + release + [.refund("back", minor(3_000))]
    case .release: [.void]
    }
  }

  func minor(_ units: Int64) -> Money { Money(minorUnits: units, bench.order.currency) }

  /// Requests an operation, and waits until it has ended. For half an hour it may be unknown; then it needs a person.
  @discardableResult
  func operate(_ order: PaymentOrder, on id: CheckoutID) async throws -> FerryCheckout.Operation {
    _ = try await engine.commit(id) { file, _ in (order.event(for: file.checkout), ()) }
    let began = time.now
    let file = try await wait(for: id, within: .seconds(3 * 86_400)) { [time] file in
      order.operation(in: file.checkout).map {
        !$0.isUnderWay || $0.state == .unknown && time.now.since(began) > .seconds(1_800)
      } ?? false
    }
    return try #require(order.operation(in: file.checkout), "The operation is not there.")
  }

  func live(_ course: Course, _ reference: String = "cart-1") async throws -> CheckoutFile {
    let id = try await pay(reference, capture: course.capture).checkout.id
    for order in orders(course) {
      // Nothing else is possible before a person has decided.
      if try await operate(order, on: id).isUnderWay { break }
    }
    return try await file(id)
  }

  /// Expects that a course's money has moved once, and that all books say so.
  func expect(
    _ course: Course, _ file: CheckoutFile, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let total = try #require(file.checkout.agreed).total.minorUnits
    let captured =
      course == .release ? 0 : course == .sale || provider.profile.captures == .whole ? total : 8_000
    let refunded = course == .release ? 0 : course == .sale ? total : 3_000
    #expect(file.checkout.phase == .paid, comment, sourceLocation: sourceLocation)
    #expect(moved(file) == [captured, refunded], comment, sourceLocation: sourceLocation)
    let money = sandbox.money.filter { $0.order == file.order.number }
    #expect(money.map(\.payments.count) == [1], comment, sourceLocation: sourceLocation)
    #expect(money.allSatisfy { $0.held.isZero }, comment, sourceLocation: sourceLocation)
    #expect(
      file.checkout.payment?.operations.map(\.state) == orders(course).map { _ in .succeeded }, comment,
      sourceLocation: sourceLocation)
    let kept = captured - refunded
    #expect(
      try await balances() == (kept == 0 ? [:] : [.receivable: kept, .sales: -kept]), comment,
      sourceLocation: sourceLocation)
  }

  // MARK: The books

  /// The money that the sandbox moved for an order: captured and refunded, in minor units.
  func moved(_ file: CheckoutFile) -> [Int64] {
    let orders = sandbox.money.filter { $0.order == file.order.number }
    return [orders.map(\.captured), orders.map(\.refunded)].map { $0.reduce(0) { $0 + $1.minorUnits } }
  }

  /// Debits less credits of every account that is not zero.
  func balances() async throws -> [LedgerEntry.Account: Int64] {
    var sums: [LedgerEntry.Account: Int64] = [:]
    for balance in try await store.balances() { sums[balance.account, default: 0] += balance.amount.minorUnits }
    return sums.filter { $0.value != 0 }
  }

  func log(_ id: CheckoutID) async throws -> [LogEntry.What] {
    try await store.log(id, after: 0, limit: 10_000).map(\.entry.what)
  }

  /// A person refunds in the provider's console.
  func refundInConsole(_ amount: Money, _ file: CheckoutFile) async throws {
    let order = sandbox.money.first { $0.order == file.order.number }
    var (path, body) = bench.consoleRefund(payment: try #require(order?.payments.last).id)
    body["amount"] = amount.decimal
    var request = HTTPRequest(
      method: .post, scheme: "http", authority: "127.0.0.1:3081", path: "/control/\(path)")
    request.headerFields[.contentType] = "application/json"
    let answer = try await sandbox.exchange(
      request, body: Array(try JSONEncoder().encode(body)), endsWithService: false)
    try #require(answer.response.status.kind == .successful, "\(String(decoding: answer.body, as: UTF8.self))")
  }

  /// The provider's own word about stored checkouts, by its read command.
  func statuses(_ files: [CheckoutFile]) async -> [CheckoutID: ProviderStatus] {
    let connection = ProviderConnection(transport: editor, time: time, randomness: SequentialRandomness(seed: 3))
    return await ProviderInquiry(provider.base, connection).statuses(
      of: files.map {
        ProviderTask(
          reading: $0.checkout, $0.order, record: $0.record, returnURLs: Self.returnURLs($0.checkout.id, $0.roundTrips),
          sentReturnURLs: $0.sentReturnURLs)
      })
  }

  /// A provider that has met the usual lives of checkouts, each with and without unreadable answers.
  static func lived(_ bench: ProviderBench) async throws -> ProviderWorld {
    let world = try ProviderWorld(bench)
    try await world.run {
      let declined = try await world.create("declined")
      let page = try await world.toPayment(declined)
      try world.act(.decline, on: page, bench.decline)
      try world.act(.approve, on: page, bench.secondTry)
      _ = try await world.finish(declined.checkout.id)
      for course in Course.allCases {
        _ = try await world.live(course, "\(course)")
        for (index, kind) in [SandboxFault.Kind.dropAfterExecution, .dropBeforeExecution, .notJSON].enumerated() {
          for operation in world.sandbox.usedOperations { world.sandbox.plan(kind, on: operation, .next(2)) }
          _ = try? await world.live(course, "\(course)-\(index)")
          world.sandbox.clearFaults()
        }
      }
      let left = try await world.create("left")
      try world.act(.cancel, on: try await world.toPayment(left))
      _ = try await world.finish(left.checkout.id)
      let open = try await world.create("open")
      _ = try await world.toPayment(open)
    }
    return world
  }
}
