import FerryCore
public import FerryHTTP

/// The answer to a capture, cancellation or reversal.
public enum TransactionAnswer: Sendable {
  /// Version 3.1: the payment order afterwards.
  case done(PaymentOrder)
  /// Version 3.1: the bank decides within three days, and a callback tells. The order shows no operations until then, and
  /// the transaction only if it succeeds; a failure is among `postPurchaseFailedAttempts`.
  case pending(PaymentOrder)
  /// Versions 2.0 and 3.0. Get the payment order for what remains.
  case transaction(PerformedTransaction)
}

/// A transaction in the answer to a capture, cancellation or reversal of versions 2.0 and 3.0.
public struct PerformedTransaction: Sendable {
  public enum State: String, Hashable, Sendable, CaseIterable {
    case completed = "Completed"
    case initialized = "Initialized"
    case failed = "Failed"
  }

  public let id: ResourceID?
  /// Only `completed` and `failed` are final.
  public let state: Open<State>
  /// `Capture`, `Cancellation` or `Reversal`.
  public let kind: Open<FinancialTransaction.Kind>?
  public let number: String?
  public let payeeReference: String
  /// In minor units of the payment order's currency, which the answer does not have.
  public let minorUnits: Int64?
}

extension TransactionAnswer: SwedbankPayAnswer {
  public init(httpStatus: Int, body: [UInt8]) throws {
    if let older = try? OlderAnswer(json: body) {
      self = .transaction(older.transaction)
    } else {
      let order = try PaymentOrder(httpStatus: httpStatus, body: body)
      self = httpStatus == 202 ? .pending(order) : .done(order)
    }
  }

  public func answers(_ call: SwedbankPayCall) -> Bool {
    guard [.capture, .cancel, .reversal].contains(call.operation) else { return false }
    return switch self {
    case .done(let order), .pending(let order): order.answers(call)
    case .transaction(let transaction): transaction.payeeReference == call.payeeReference
    }
  }

  private struct OlderAnswer: Decodable {
    let transaction: PerformedTransaction

    init(from decoder: any Decoder) throws {
      var object = try LenientObject(decoder)
      let names: [FieldName] = ["capture", "cancellation", "reversal"]
      guard let action = try names.lazy.compactMap({ try object.readable($0, as: Action.self) }).first else {
        throw object.missing("transaction")
      }
      transaction = action.transaction
    }
  }

  private struct Action: Decodable { let transaction: PerformedTransaction }
}

extension PerformedTransaction: Decodable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    id = object.value("id")
    state = try object.required("state")
    kind = object.value("type")
    number = object.text("number")
    guard let reference = object.text("payeeReference") else { throw object.missing("payeeReference") }
    payeeReference = reference
    minorUnits = object.text("amount").flatMap { Int64($0) }
  }
}
