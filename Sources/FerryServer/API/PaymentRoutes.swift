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

  func add<Parent: RequestContext>(
    to merchants: some RouterMethods<MerchantContext<Parent>>, lists: some RouterMethods<MerchantContext<Parent>>
  ) {
    lists.get("/v1/payments") { try await list($0, $1.caller) }
    merchants.checkouts(of: server).get("/v1/checkouts/{id}/operations") {
      try Response.json(.ok, OperationsBody($1.caller.checkout))
    }
    let checkouts = merchants.checkouts(of: server, countedAs: .merchant)
    checkouts.post("/v1/checkouts/{id}/capture") {
      try await move($0, $1.caller.checkout.id, "capture") { id, body in
        let problems = [
          body.beyondCapture.map { _ in
            OrderProblem("/beyondCapture", "Leave it out: only a refund can exceed the capture.")
          },
          body.despiteDispute.map { _ in
            OrderProblem("/despiteDispute", "Leave it out: disputes do not stop a capture.")
          },
          body.refundReason.map { _ in OrderProblem("/refundReason", "Leave it out: this is a capture.") },
          body.refundNote.map { _ in OrderProblem("/refundNote", "Leave it out: this is a capture.") },
        ].compactMap(\.self)
        guard problems.isEmpty else { throw OrderProblems(problems) }
        return .capture(id, body.amount, lines: body.lines)
      }
    }
    checkouts.post("/v1/checkouts/{id}/refund") {
      try await move($0, $1.caller.checkout.id, "refund") { id, body in
        .refund(
          id, body.amount, lines: body.lines, beyondCapture: body.beyondCapture ?? false,
          despiteDispute: body.despiteDispute ?? false,
          reason: try StatedReason(body.refundReason, note: body.refundNote))
      }
    }
    checkouts.put("/v1/checkouts/{id}/disputes/{dispute}") {
      try await recordDispute($0, $1, $1.caller.checkout.id)
    }
    checkouts.post("/v1/checkouts/{id}/disputes/{dispute}/answer") { try await answerDispute($0, $1) }
    checkouts.withoutBody(limits).post("/v1/checkouts/{id}/void") {
      try await outcome(of: .void, $1.caller.checkout.id)
    }
  }

  private func list(_ request: Request, _ merchant: Merchant) async throws -> Response {
    var query = ListQuery(try request.queryFields())
    var filter = query.checkouts(of: merchant, at: server)
    filter.payment =
      switch query.oneOf("state", ["capturable", "pending", "disputed"]) {
      case "capturable": .capturable
      case "pending": .pending
      case "disputed": .disputed
      default: .any
      }
    let (files, next) = try await query.page(of: filter, at: server)
    return try .json(.ok, PaymentsBody(payments: files.compactMap { ListedPaymentBody($0) }, next: next))
  }

  /// Members that are missing stay as they were, so the call can be repeated.
  private func recordDispute(
    _ request: Request, _ context: some RequestContext, _ id: CheckoutID
  ) async throws -> Response {
    let dispute = try Self.dispute(context)
    let body: RecordDisputeBody = try await request.merchantJSON(limits)
    let (file, _) = try await service.commit(id) { _, _ in
      (.recordDispute(DisputeReport(dispute, body), from: body.fromReport == true ? .report : .person), ())
    }
    guard let payment = file.checkout.payment else { throw Refusal.notDisputable }
    return try .json(.ok, PaymentBody(payment))
  }

  private static func dispute(_ context: some RequestContext) throws -> DisputeID {
    let name = context.parameters.get("dispute") ?? ""
    guard PlainText.isPlain(name, most: 64) else {
      throw OrderProblems([OrderProblem("/dispute", "Name the dispute with 1 to 64 letters, digits, - and _.")])
    }
    return DisputeID(name)
  }

  private func answerDispute(
    _ request: Request, _ context: CallerContext<CheckoutFile, some RequestContext>
  ) async throws -> Response {
    let dispute = try Self.dispute(context)
    let key = try request.idempotencyKey(newFor: "answer")
    let body: AnswerDisputeBody = try await request.json(limit: limits.evidenceBytes, refusingUnknown: true)
    let checkout = try await SentEvidence(body).answer(
      dispute, of: context.caller.checkout, key: key, at: server)
    guard let answered = checkout.payment?.disputes.first(where: { $0.id == dispute }) else {
      throw Refusal.notAnswerable
    }
    return try .json(answered.answer?.state == .sending ? .accepted : .ok, DisputeBody(answered))
  }

  private func move(
    _ request: Request, _ id: CheckoutID, _ name: String,
    _ order: (OperationID, PaymentOrderBody) throws -> PaymentOrder
  ) async throws -> Response {
    let key = try request.idempotencyKey(newFor: name)
    let body: PaymentOrderBody = try await request.merchantJSON(limits)
    // The same key is the same operation, however often it comes and whatever became of the answers.
    let operation = OperationID("op_" + TextDigest.sha256("\(id.text)/\(key)").prefix(22))
    do {
      return try await outcome(of: order(operation, body), id)
    } catch let refusal as Refusal {
      throw body.lines.flatMap { Problem(refusal, of: $0) } ?? refusal
    }
  }

  /// The operation, with the provider's answer if that comes in time. *Pending* and *unknown* are never stored as the answer
  /// to an idempotency key: a repeated call is told the state of that time.
  private func outcome(of order: PaymentOrder, _ id: CheckoutID) async throws -> Response {
    _ = try await service.commit(id) { file, _ in (order.event(for: file.checkout), ()) }
    let file = try await server.wait(for: id) { file in
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
  /// True until the provider has said anything.
  var isUnanswered: Bool { if case .requested = state { true } else { false } }
}

extension DisputeReport {
  /// An operator's record.
  init(_ id: DisputeID, _ body: RecordDisputeBody) {
    self.init(
      id, state: body.state, reason: body.reason, amount: body.amount, openedAt: body.openedAt,
      respondBy: body.respondBy)
  }
}
