import FerryCore
import FerryHTTP

/// A payment as the bank shows it, in the answer to every call.
struct BankPayment: Codable, Sendable {
  enum State: String, Codable, Sendable {
    /// The buyer may pay. An earlier attempt may have been declined.
    case open
    /// The buyer's own bank decides later.
    case pending
    case authorized, captured, voided, cancelled, expired
  }

  let id: String
  let reference: String
  let state: Open<State>
  let total: Money
  let captured: Money
  let refunded: Money
  /// The address of the payment page, while the payment is open. A browser has to open it within a minute.
  let page: String?
  /// The transactions of declined attempts, oldest first.
  let declined: [String]
  /// The transaction that is being decided, or has authorized the total.
  let transaction: String?
  let isCancelledByShop: Bool
  /// The shop's references of refunds.
  let refunds: [String]
  /// The account that has paid; nil before the bank has decided for the payment.
  let account: Account?

  struct Account: Codable, Sendable {
    let bank: String
    let lastDigits: String
    /// The authorization number of the buyer's own bank.
    let authorization: String
  }

  var isSound: Bool { ![total, captured, refunded].contains(where: \.isNegative) }
}

/// The content of a notification. The bank signs the whole body.
struct BankNotice: Codable {
  /// The same in every repetition.
  let id: String
  let payment: String
  let state: String
}
