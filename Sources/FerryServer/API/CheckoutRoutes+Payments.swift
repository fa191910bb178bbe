import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// Money after the sale.
extension CheckoutRoutes {
  func addPayments(to router: some RouterMethods<some RequestContext>) {
    router.post("/v1/checkouts/{id}/capture", use: capture)
    router.post("/v1/checkouts/{id}/refund", use: refund)
    router.post("/v1/checkouts/{id}/void", use: void)
    router.get("/v1/checkouts/{id}/operations", use: operations)
    router.get("/v1/payments", use: list)
  }

  @Sendable private func capture(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let (id, operation, body) = try await asked(request, context, "capture")
    return try await explained { try await outcome(of: .capture(operation, body.amount), id) }
  }

  @Sendable private func refund(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let (id, operation, body) = try await asked(request, context, "refund")
    return try await explained { try await outcome(of: .refund(operation, body.amount), id) }
  }

  @Sendable private func void(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await counted(request, context, as: .merchant)
    return try await explained { try await outcome(of: .void, id) }
  }

  @Sendable private func operations(_ request: Request, _ context: some RequestContext) async throws -> Response {
    try .json(.ok, OperationsBody(try await file(of: request, context).checkout))
  }

  @Sendable private func list(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let merchant = try merchant(of: request)
    return try await explained {
      let query = try PaymentQuery(try request.queryFields(), of: merchant)
      // One more, to see whether there is another page.
      let files = try await service.checkouts(query.filter, limit: query.limit + 1)
      let page = files.prefix(query.limit)
      let next = files.count > page.count ? page.last.map { CheckoutPlace($0.checkout).text } : nil
      return try .json(.ok, PaymentsBody(payments: page.compactMap { ListedPaymentBody($0) }, next: next))
    }
  }

  private func asked(
    _ request: Request, _ context: some RequestContext, _ kind: String
  ) async throws -> (CheckoutID, OperationID, PaymentOrderBody) {
    var key = ""
    let id = try await counted(request, context, as: .merchant) { key = try request.idempotencyKey(newFor: kind) }
    let body: PaymentOrderBody = try await request.json(limit: limits.bodyBytes)
    // The same key is the same operation, however often it comes, and whatever became of the answers.
    let operation = OperationID("op_" + TextDigest.sha256("\(id.text)/\(key)").prefix(22))
    return (id, operation, body)
  }

  /// What became of an operation, as far as the provider says so in time. What is pending or unknown is never an answer that
  /// is kept: whoever asks again is told how it stands then.
  private func outcome(of order: PaymentOrder, _ id: CheckoutID) async throws -> Response {
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

extension Operation {
  /// The provider has not said anything yet.
  fileprivate var isUnanswered: Bool {
    if case .requested = state { true } else { false }
  }
}
