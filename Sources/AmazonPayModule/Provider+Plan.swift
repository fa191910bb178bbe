import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
public import FerryProvider
import HTTPTypes

extension AmazonPayProvider {
  public func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan {
    let call = try call(for: task, try Record(task.record))
    return .send(ProviderRequest(merchant.unsignedRequest(for: call), call))
  }

  /// The call of a task's present stage. The same task always gives the same call.
  func call(for task: ProviderTask, _ record: Record) throws(ProviderFailure) -> AmazonPayCall {
    let stage = try Stage(of: task)
    do {
      switch stage {
      case .session: return try .getCheckoutSession(sessionId(task))
      case .complete:
        if case .settle(let amount) = task.command.kind {
          return try .completeCheckoutSession(sessionId(task), amount, IdempotencyKey(task.reference))
        }
      case .unknown where task.command.kind.isAnswer, .refused where task.command.kind.isAnswer:
        return try .getDispute(known(task.command.kind.dispute?.text, "dispute"))
      case .unknown:
        return task.command.kind.isAboutCharge
          ? try .getCharge(chargeId(task, record)) : try .getCheckoutSession(sessionId(task))
      case .charge, .refused, .impossible, .unreadable: return try .getCharge(chargeId(task, record))
      case .refund:
        // Another command may have seen its end meanwhile.
        return try record.refund.map { try .getRefund($0) } ?? .getCharge(chargeId(task, record))
      case .evidence, .upload:
        if case .answerDispute(let dispute) = task.command.kind {
          return try Uploads(of: task, record).next(task, dispute)
        }
      case .first: if let call = try firstCall(for: task, record) { return call }
      }
    } catch {
      throw ProviderFailure(planningFor: "Amazon Pay", error)
    }
    // Amazon creates sessions in the buyer's browser, and has no call that ends one.
    throw .misconfigured(
      reason: "Amazon Pay has no call for the command \(task.command.kind.name).",
      fix: "Go by the journey profile, which does not ask for it.")
  }

  /// Nil for a command that Amazon Pay has no call for.
  private func firstCall(for task: ProviderTask, _ record: Record) throws(InvalidField) -> AmazonPayCall? {
    switch task.command.kind {
    case .read:
      if let refund = record.refund { return try .getRefund(refund) }
      if record.charge != nil { return try .getCharge(chargeId(task, record)) }
      return try .getCheckoutSession(sessionId(task))
    case .authorize(let amount):
      let update = CheckoutSessionUpdate(
        checkoutResultReturnUrl: task.returnURLs.pay,
        payment: RequestedPayment(
          task.checkout.capture == .automatic ? .authorizeWithCapture : .authorize, amount,
          // A payment that is captured later may be authorized later too; Amazon decides within a day.
          canHandlePendingAuthorization: task.checkout.capture == .manual),
        merchantMetadata: MerchantMetadata(
          merchantReferenceId: task.order.number, merchantStoreName: options.storeName))
      return try .updateCheckoutSession(sessionId(task), update, in: merchant.environment)
    // Until they pay, buyers can change the selection in another tab. It is compared before the payment is completed.
    case .settle: return try .getCheckoutSession(sessionId(task))
    case .capture(_, let amount):
      return try .captureCharge(chargeId(task, record), amount, IdempotencyKey(task.reference))
    case .void: return try .cancelCharge(chargeId(task, record), reason: "Cancelled by the merchant")
    case .refund(_, let amount):
      return try .createRefund(ofCharge: chargeId(task, record), amount, IdempotencyKey(task.reference))
    case .readDispute(let dispute): return try .getDispute(dispute.text)
    case .answerDispute(let dispute): return try Uploads(of: task, record).next(task, dispute)
    case .cancel: return nil
    }
  }

  private func sessionId(_ task: ProviderTask) throws(InvalidField) -> String {
    try known(task.checkout.session, "session")
  }

  private func chargeId(_ task: ProviderTask, _ record: Record) throws(InvalidField) -> String {
    try known(record.charge ?? task.checkout.payment?.reference, "charge")
  }

  private func known(_ id: String?, _ field: String) throws(InvalidField) -> String {
    guard let id else { throw InvalidField(field: field, .missing) }
    return id
  }
}

extension Command.Kind {
  /// True for the shop's answer to a dispute.
  var isAnswer: Bool { if case .answerDispute = self { true } else { false } }

  fileprivate var isAboutCharge: Bool {
    switch self {
    case .capture, .void, .refund: true
    case .read, .authorize, .settle, .cancel, .readDispute, .answerDispute: false
    }
  }
}

extension ProviderRequest {
  /// Every call can be retried: reads, updates and cancellations are idempotent, and the others carry an idempotency key.
  /// Amazon may repeat the answer to a key for ever, so after some attempts the object itself is read.
  init(_ request: HTTPRequest, _ call: AmazonPayCall) {
    self.init(
      call: "\(call.operation.rawValue) \(call.objectId)",
      method: request.method.rawValue,
      url: "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")",
      headers: request.headerFields.map { Header($0.name.canonicalName, $0.value) },
      content: call.body,
      repetition: Self.repetition(of: call.operation),
      timeout: call.operation.timeout)
  }

  /// - Throws: `ProviderFailure.misconfigured` for a request that another version stored.
  func amazonPayCall() throws(ProviderFailure) -> AmazonPayCall {
    let (name, object) = operationAndObject
    guard let operation = AmazonPayCall.Operation(rawValue: name),
      let call = try? AmazonPayCall(operation, object, body: content)
    else { throw .unnamedCall }
    return call
  }

  private static func repetition(of operation: AmazonPayCall.Operation) -> Repetition {
    switch operation {
    // The buyer waits, and the session can be completed under another key.
    case .completeCheckoutSession: .inquireAfter(attempts: 3, stage: Stage.unknown.rawValue)
    // The charge shows what became of them. If it shows nothing, they are sent again under the same key.
    case .captureCharge, .cancelCharge: .inquireAfter(attempts: 10, stage: Stage.unknown.rawValue)
    // The charge does not name its refunds; the answer to the same key does, and keys do not expire ("Idempotency", Amazon
    // Pay documentation). Only after a success that cannot be read, a rise of the charge's total tells as much.
    case .createRefund: .inquireAfter(attempts: .max, stage: Stage.unreadable.rawValue)
    // The dispute shows whether the evidence has arrived. The address of a file is the same for the same key.
    case .contestDispute: .inquireAfter(attempts: 10, stage: Stage.unknown.rawValue)
    // Reads and updates; there are no other calls.
    default: .safe
    }
  }
}
