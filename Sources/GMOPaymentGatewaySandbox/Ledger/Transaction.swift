import FerryCore

struct Transaction: Codable, Hashable, Sendable {
  /// The states in `Status` that Amazon Pay has.
  enum Status: String, Codable, CaseIterable, Sendable {
    case unprocessed = "UNPROCESSED"
    case requested = "REQSUCCESS"
    case processing = "AUTHPROCESS"
    case authorized = "AUTH"
    /// Captured at once.
    case captured = "CAPTURE"
    /// Captured after the authorization.
    case sales = "SALES"
    case canceled = "CANCEL"
    case returning = "REQRETURN"
    case returned = "RETURN"
    case failed = "PAYFAIL"
    case expired = "EXPIRED"

    /// True if the buyer has not paid and never will.
    var isFailure: Bool { self == .failed || self == .expired }
  }

  /// `JobCd` of the entry.
  enum Job: String, Codable, Sendable {
    case authorize = "AUTH"
    case capture = "CAPTURE"

    var paid: Status { self == .authorize ? .authorized : .captured }
  }

  struct Step: Codable, Hashable, Sendable {
    let at: Moment
    let status: Status
    let amount: Int64
    let note: String?
  }

  struct Decision: Codable, Hashable, Sendable {
    let due: Moment
    let isApproved: Bool
  }

  struct Refund: Codable, Hashable, Sendable {
    let amounts: YenAmounts
    let due: Moment
    let isDeclined: Bool
    /// The status that a refund in part, or a declined one, leads back to.
    let former: Status
  }

  // Entry
  let orderID: String
  let accessID: String
  let accessPassword: String
  let job: Job
  let number: Int64
  let createdAt: Moment

  // Exec
  var session: String?
  var permission: String?
  var returnURL: String?
  var description: ReceivedValue?
  var clientFields: [ReceivedValue?] = []
  var token: String?
  var isTokenSpent = false
  var startLimit: Moment?

  // The buyer
  /// It expires at this moment unless the buyer has paid.
  var expiresAt: Moment?
  /// True if the buyer has left Amazon's page by its cancel button.
  var isCanceledByBuyer = false
  var decision: Decision?
  var openedForOrder: String?

  // Money
  var status = Status.unprocessed
  /// The present amount: of the entry, or what changes and cancels have left.
  var amounts: YenAmounts
  /// Of all cancels and refunds that were accepted.
  var canceled = YenAmounts.zero
  var authorized: Int64 = 0
  var captured: Int64 = 0
  var refunded: Int64 = 0
  var authorizedAt: Moment?
  var refund: Refund?

  var processedAt: Moment
  /// `ErrInfo` of the last result; nil after a success.
  var errorInfo: String?
  var steps: [Step] = []

  /// The shop's order number: that of the opened page, else `ClientField1`, else the order id.
  var order: String { openedForOrder ?? clientFields.first?.flatMap { $0.text.isEmpty ? nil : $0.text } ?? orderID }

  /// The hold in yen that is neither captured nor released.
  var held: Int64 { status == .authorized && authorizedAt != nil ? amounts.sum : 0 }

  /// True if the buyer is on Amazon's page, or on the page of a challenge.
  var isBuyerOnPage: Bool { status == .processing && decision == nil }
  var isBuyerInChallenge: Bool { isBuyerOnPage && session == nil }
}
