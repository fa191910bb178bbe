/// The consequence of an error code.
public enum GMOErrorClass: String, Hashable, Sendable, CaseIterable {
  /// Nothing happened: the request is wrong, or not possible.
  case input
  /// The buyer or Amazon declined. Another attempt needs another OrderID.
  case declined
  /// GMO did not begin. Retry the same request after a while.
  case retryable
  /// The request may have been done, or may still be running. Search the transaction before anything else.
  case unknown
  /// The transaction's status does not fit the request, perhaps because of an earlier one whose answer was lost. Search the
  /// transaction, and decide by it.
  case conflict
}

/// The known meanings of error codes (GMO's published error lists). Several codes can have one meaning, because one API
/// has its codes below `E01` and another one below `M01`. Causes and remedies are sentences for people.
public enum GMOErrorMeaning: String, Hashable, Sendable, CaseIterable {
  case connectivityTest
  case requestFormat
  case shopID
  case shopPass
  case credentials
  case orderID
  case orderIDUsed
  case orderHasSettlement
  case orderUnknown
  case job
  case statusConflict
  case amount
  case amountDiffers
  case tax
  case access
  case transactionUnknown
  case notSettled
  case alreadySettled
  case operationImpossible
  case transactionOfOtherShop
  case returnURL
  case clientField
  case payType
  case paymentTerm
  case startURLExpired
  case cancelAmount
  case tooOld
  case contract
  case locked
  case sentTwice
  case systemError
  case noSuchAPI
  case overloaded

  /// - Parameter info: `ErrInfo`. Nil for a code that is not known.
  public init?(info: String) {
    guard let meaning = Self.byCode[info] else { return nil }
    self = meaning
  }

  private static let byCode: [String: GMOErrorMeaning] = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { meaning in meaning.codes.map { ($0, meaning) } })

  public var errorClass: GMOErrorClass {
    switch self {
    case .requestFormat, .shopID, .shopPass, .credentials, .orderID, .orderUnknown, .job, .amount,
      .amountDiffers, .tax, .access, .transactionUnknown, .transactionOfOtherShop, .returnURL, .clientField, .payType,
      .paymentTerm, .cancelAmount, .tooOld, .contract, .noSuchAPI:
      .input
    case .startURLExpired: .declined
    case .overloaded: .retryable
    // A test message is no answer to a request.
    case .locked, .sentTwice, .systemError, .connectivityTest: .unknown
    case .orderIDUsed, .orderHasSettlement, .statusConflict, .notSettled, .alreadySettled, .operationImpossible:
      .conflict
    }
  }

  /// True if the merchant's settings or contract are at fault, so that no request can work.
  public var isMisconfiguration: Bool {
    switch self {
    case .requestFormat, .shopID, .shopPass, .credentials, .transactionOfOtherShop, .contract, .noSuchAPI: true
    default: false
    }
  }
}
