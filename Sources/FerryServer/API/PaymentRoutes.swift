import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The merchants' API for money after the sale.
struct PaymentRoutes: Sendable {
  let server: CheckoutServer
  private var service: any CheckoutService { server.service }
  private var limits: FerryServerConfiguration.Limits { server.configuration.limits }

  func add<Parent: RequestContext>(to merchants: some RouterMethods<MerchantContext<Parent>>) {
    merchants.get("/v1/payments") { try await list($0, $1.caller) }
    merchants.checkouts(of: server).get("/v1/checkouts/{id}/operations") {
      try Response.json(.ok, OperationsBody($1.caller.checkout))
    }
    let checkouts = merchants.checkouts(of: server, countedAs: .merchant)
    checkouts.post("/v1/checkouts/{id}/capture") { try await capture($0, $1.caller.checkout.id) }
    checkouts.post("/v1/checkouts/{id}/refund") { try await refund($0, $1.caller.checkout.id) }
    checkouts.post("/v1/checkouts/{id}/void") { try await outcome(of: .void, $1.caller.checkout.id) }
  }

  private func capture(_ request: Request, _ id: CheckoutID) async throws -> Response {
    let (operation, body) = try await order(request, id, "capture")
    return try await outcome(of: .capture(operation, body.amount), id)
  }

  private func refund(_ request: Request, _ id: CheckoutID) async throws -> Response {
    let (operation, body) = try await order(request, id, "refund")
    return try await outcome(of: .refund(operation, body.amount), id)
  }

  private func list(_ request: Request, _ merchant: Merchant) async throws -> Response {
    try await explained {
      let query = try PaymentQuery(try request.queryFields(), of: merchant)
      // One more than asked for tells if there is another page.
      let files = try await service.checkouts(query.filter, limit: query.limit + 1)
      let page = files.prefix(query.limit)
      let next = files.count > page.count ? page.last.map { CheckoutPlace($0.checkout).text } : nil
      return try .json(.ok, PaymentsBody(payments: page.compactMap { ListedPaymentBody($0) }, next: next))
    }
  }

  private func order(
    _ request: Request, _ id: CheckoutID, _ kind: String
  ) async throws -> (OperationID, PaymentOrderBody) {
    let key = try request.idempotencyKey(newFor: kind)
    let body: PaymentOrderBody = try await request.json(limit: limits.bodyBytes)
    // The same key is the same operation, however often it comes and whatever became of the answers.
    return (OperationID("op_" + TextDigest.sha256("\(id.text)/\(key)").prefix(22)), body)
  }

  /// The operation, with the provider's answer if that comes in time. *Pending* and *unknown* are never stored as the answer
  /// to an idempotency key: a repeated call is told the state of that time.
  private func outcome(of order: PaymentOrder, _ id: CheckoutID) async throws -> Response {
    try await explained {
      _ = try await service.commit(id) { file, _ in (try order.event(for: file.checkout), ()) }
      let file = try await service.wait(for: id, within: limits.wait) { file in
        order.operation(in: file.checkout).map { !$0.isUnanswered } ?? true
      }
      guard let operation = order.operation(in: file.checkout), let payment = file.checkout.payment else {
        throw Refusal.wrongPhase(file.checkout.phase.name)
      }
      return try .json(
        operation.isUnderWay ? .accepted : .ok,
        OperationResultBody(operation: OperationBody(operation, of: payment), payment: PaymentBody(payment)))
    }
  }
}

extension Operation {
  /// True until the provider has said anything.
  fileprivate var isUnanswered: Bool {
    if case .requested = state { true } else { false }
  }
}

/// The query of `GET /v1/payments`.
private struct PaymentQuery {
  private(set) var filter: CheckoutFilter
  private(set) var limit = 50

  /// - Throws: `OrderProblems` with every parameter that cannot be read.
  init(_ query: Fields, of merchant: Merchant) throws(OrderProblems) {
    filter = CheckoutFilter(shop: merchant.shop, mode: merchant.mode, payment: .any)
    var problems: [OrderProblem] = []
    func read<Value>(_ name: String, _ advice: String, as value: (String) -> Value?) -> Value? {
      guard let text = query[name] else { return nil }
      let found = value(text)
      if found == nil { problems.append(OrderProblem("/\(name)", advice)) }
      return found
    }
    let moment = "Write milliseconds since 1970, in digits."
    filter.from = read("createdFrom", moment) { Self.number($0).map { Moment(milliseconds: Int64($0)) } }
    filter.before = read("createdBefore", moment) { Self.number($0).map { Moment(milliseconds: Int64($0)) } }
    filter.after = read("after", "Write the value of next from an earlier page.") { CheckoutPlace(text: $0) }
    let state = read("state", "Write capturable or pending, or leave it out.") { Self.states[$0] }
    if let state { filter.payment = state }
    let count = read("limit", "Write a number from 1 to \(Self.largestPage).") { text in
      Self.number(text).flatMap { (1...Self.largestPage).contains($0) ? $0 : nil }
    }
    if let count { limit = count }
    guard problems.isEmpty else { throw OrderProblems(problems) }
  }

  private static let largestPage = 200

  private static let states: [String: CheckoutFilter.PaymentState] = ["capturable": .capturable, "pending": .pending]

  private static func number(_ text: String) -> Int? {
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
