import FerryCore
import FerryHTTP

/// One call of the API, without signature and payer, which `BankAccount.seal` adds. No call has an idempotency key: the bank
/// refuses a repeated one by its reference or by the payment's state.
struct BankCall: Hashable, Sendable, Redacted {
  enum Operation: String, ProviderOperation, CaseIterable {
    case open, find, read, capture, void, refund, cancel

    var changesState: Bool { self != .find && self != .read }
  }

  let operation: Operation
  /// The id of the payment; "" for `open` and `find`.
  let payment: String
  /// A JSON object in UTF-8.
  let content: [UInt8]

  var path: String { payment.isEmpty ? "/api/\(operation.rawValue)" : "/api/\(operation.rawValue)/\(payment)" }
}

extension BankCall {
  init(_ operation: Operation, _ payment: String = "", _ content: some Encodable = Change()) {
    self.init(operation: operation, payment: payment, content: stableJSON(content))
  }

  /// Reads the payment in an answer.
  /// - Throws: `BankFailure`, also for a body that cannot be read.
  func read(httpStatus: Int, body: [UInt8]) throws(BankFailure) -> BankPayment {
    if (200..<300).contains(httpStatus), let payment = try? BankPayment(json: body), payment.isSound { return payment }
    // A code that is not known may come from something between shop and bank.
    let reason = (400..<500).contains(httpStatus) ? (try? Refusal(json: body))?.error : nil
    let kind: FailureKind =
      switch reason {
      case .unauthenticated, .wrongTime: .misconfigured
      case .some: .rejected
      case nil: operation.changesState ? .unknownOutcome : .transient
      }
    throw BankFailure(kind, operation, httpStatus: httpStatus, BankCodes(reason: reason))
  }

  private struct Refusal: Decodable { let error: BankReason }
}
