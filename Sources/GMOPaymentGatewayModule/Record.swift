import FerryCheckout
import FerryCore
import FerryProvider

struct Record: VersionedRecord, Hashable {
  private(set) var version = 1
  /// The checkout session at Amazon, once GMO has shown its buyer for this checkout.
  var session: String?
  /// The present attempt. A lost payment page makes another one necessary.
  var order: Transaction?
  /// The authorized amount, and when it was authorized.
  var hold: Money?
  var authorizedAt: Moment?
  var captured: Money?
  /// The refunded total, without a refund that is running.
  var refunded: Money?
  /// A refund of ours that has not ended, with the total before it.
  var refund: Refund?

  /// A transaction at GMO, under one OrderID.
  struct Transaction: Codable, Hashable {
    let id: String
    let accessID: String
    /// With the ShopPass it allows everything. It is stored here only, and deleted when the transaction is final.
    var accessPass: String?
    let enteredAt: Moment
    /// True once GMO has made the payment page.
    var isExecuted = false
    /// The payment page, until the buyer has opened it.
    var start: Start?
  }

  /// The form that opens the payment page.
  struct Start: Codable, Hashable {
    let url: String
    let token: String
    /// It opens before this time only.
    let limit: Moment
    /// The last answer that showed that it has not been opened.
    var readAt: Moment
  }

  struct Refund: Codable, Hashable {
    let operation: OperationID
    let amount: Money
    /// The refunded total before it.
    let before: Money
    /// True once GMO has accepted it.
    var isAccepted = false
    /// True once GMO has shown that a refund is running.
    var wasRunning = false
    /// The first answer that did not show it, although it may have been sent.
    var absentSince: Moment?

    private enum CodingKeys: String, CodingKey {
      case operation, amount, before, isAccepted, wasRunning
      case absentSince = "silentSince"
    }
  }
}

enum Stage: String, ProviderStage {
  case first = ""
  /// The session's origin is proved: the buyer's selection is read.
  case address
  /// The entry may or may not have arrived: the transaction is searched.
  case entryUnclear = "entry-unclear"
  /// The entry was refused: a search proves that there is no transaction.
  case entryRefused = "entry-refused"
  /// The payment page is asked for.
  case execution
  case executionUnclear = "execution-unclear"
  case executionRefused = "execution-refused"
  /// GMO named a payment page that nobody may be sent to: the transaction is searched, and left to expire.
  case foreignPage = "foreign-page"
  /// The amount of the authorization was compared: it is captured.
  case sales
  /// The totals before a refund are known: it is asked for.
  case refund
  /// The request was accepted: the transaction shows the amounts.
  case accepted
  /// The request was refused: the transaction may show why.
  case refused
  /// The refund was refused by a code that is not known: it may have been done, or may still be.
  case doubtful
  /// The request may or may not have arrived.
  case unclear
  /// A search has not shown the refund. It may still be on its way: only another search some minutes later is proof.
  case absent = "silent"
}

extension ProviderReference {
  static func order(_ id: String) -> Self { Self("order", id) }
  static func session(_ id: String) -> Self { Self("session", id) }
}
