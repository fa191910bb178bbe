import FerryCore
public import FerryHTTP

/// One call of the API, independent of account and time. Store it before sending, and retry it unchanged. The static
/// functions make the calls, and throw `InvalidField` for arguments beyond the limits of the Amazon Pay documentation. If
/// they are given the account's region, amounts in a currency that the region refuses throw, too. Store an idempotency key
/// before the first sending, and use it for every retry.
public struct AmazonPayCall: Hashable, Sendable {
  /// A parameter of the query, not yet encoded.
  public struct Parameter: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    static func list(_ values: [(name: String, value: String?)]) -> [Self] {
      values.compactMap { name, value in value.map { Self(name, $0) } }
    }
  }

  public let operation: Operation
  /// The id of the call's object: for a new charge its charge permission, for a new refund its charge, empty if there
  /// is none.
  public let objectId: String
  /// The exact body, JSON in UTF-8; empty for none.
  public let body: [UInt8]
  /// Nil if Amazon ignores it.
  public let idempotencyKey: IdempotencyKey?
  /// The parameters of a list, not yet encoded.
  public let query: [Parameter]
  /// The case that Amazon's sandbox simulates.
  public private(set) var simulation: AmazonPaySimulation?

  /// A call with a stored body.
  /// - Throws: `InvalidField` for a malformed id.
  public init(
    _ operation: Operation, _ objectId: String = "", body: [UInt8] = [], idempotencyKey: IdempotencyKey? = nil,
    query: [Parameter] = []
  ) throws(InvalidField) {
    switch operation.route.subject {
    case .nothing: break
    case .object:
      guard Self.isWellFormed(objectId) else {
        throw InvalidField(field: "id", .characters(allowed: "A-Z a-z 0-9 -"))
      }
    case .token:
      guard (1...2048).contains(objectId.utf8.count), objectId.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw InvalidField(field: "id", .characters(allowed: "visible ASCII"))
      }
      // Path segments that change the directory.
      guard objectId != ".", objectId != ".." else { throw InvalidField(field: "id", .missing) }
    }
    self.operation = operation
    self.objectId = objectId
    self.body = body
    self.idempotencyKey = idempotencyKey
    self.query = query
  }

  /// The same call with a simulation for Amazon's sandbox. The header is never sent to live.
  public func simulating(_ simulation: AmazonPaySimulation) -> AmazonPayCall {
    var call = self
    call.simulation = simulation
    return call
  }

  /// Returns true if a text can be an object's id: 1 to 64 letters, digits and hyphens. Ids also come from return URLs,
  /// which anyone can forge, and become part of a path.
  public static func isWellFormed(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count) && id.utf8.allSatisfy { FieldRules.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
  }
}

extension AmazonPayCall {
  /// The operations, with the names of the Amazon Pay documentation, except that `list` stands for its Get in the
  /// plural.
  public enum Operation: String, ProviderOperation, Codable, Hashable, Sendable, CaseIterable {
    case createCheckoutSession
    case getCheckoutSession
    case updateCheckoutSession
    case completeCheckoutSession
    case finalizeCheckoutSession
    case getBuyer
    case getChargePermission
    case updateChargePermission
    case closeChargePermission
    case createCharge
    case getCharge
    case updateCharge
    case captureCharge
    case cancelCharge
    case createRefund
    case getRefund
    case getDispute
    case contestDispute
    case createFile
    case uploadFile
    case createDeliveryTracker
    case getAuthorizationToken
    case listReports
    case createReport
    case getReport
    case getReportDocument
    case listReportSchedules
    case createReportSchedule
    case getReportSchedule
    case cancelReportSchedule
    case listDisbursements

    public var changesState: Bool { route.effect != .none }

    /// True if the operation can take, return or release money.
    public var movesMoney: Bool { route.effect == .money }

    /// The longest wait for an answer.
    public var timeout: Duration { self == .uploadFile ? .seconds(45) : movesMoney ? .seconds(30) : .seconds(20) }
  }
}

/// The idempotency key of a request: Amazon answers a retry with the same key with the first answer. 1 to 32 characters
/// of `A-Z a-z 0-9 - _`, so a UUID fits only without its hyphens.
public struct IdempotencyKey: Hashable, Sendable {
  /// In characters. All of them are ASCII.
  public static let maximumLength = 32

  public let text: String

  public init(_ text: String) throws(InvalidField) {
    let field = "x-amz-pay-idempotency-key"
    guard !text.isEmpty else { throw InvalidField(field: field, .missing) }
    guard text.utf8.count <= Self.maximumLength else {
      throw InvalidField(field: field, .tooLong(limit: Self.maximumLength))
    }
    guard PlainText.isPlain(text, most: Self.maximumLength) else {
      throw InvalidField(field: field, .characters(allowed: "A-Z a-z 0-9 - _"))
    }
    self.text = text
  }
}

/// A case that Amazon's sandbox simulates on request ("Use Sandbox simulations", Amazon Pay documentation). It needs a
/// sandbox account, so that a live request cannot have one.
public struct AmazonPaySimulation: Hashable, Sendable {
  /// The documented cases.
  public enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    // Of Complete Checkout Session.
    case buyerCanceled = "BuyerCanceled"
    case amazonCanceled = "AmazonCanceled"
    case declined = "Declined"
    /// The charge is pending.
    case authorizationInitiated = "AuthorizationInitiated"

    // Of Create Charge.
    case softDeclined = "SoftDeclined"
    case hardDeclined = "HardDeclined"
    case amazonRejected = "AmazonRejected"
    case transactionTimedOut = "TransactionTimedOut"
    /// The capture is pending.
    case captureInitiated = "CaptureInitiated"

    // Of Close Charge Permission.
    case amazonClosed = "AmazonClosed"
  }

  public let code: Open<Code>

  /// - Throws: `InvalidField` for a live account.
  public init(_ code: Code, for account: AmazonPayAccount) throws(InvalidField) {
    try self.init(.known(code), for: account)
  }

  /// A case by its text, for undocumented cases.
  /// - Throws: `InvalidField` for a live account, and for text that is not valid in a header.
  public init(text: String, for account: AmazonPayAccount) throws(InvalidField) {
    try self.init(Open(text), for: account)
  }

  private init(_ code: Open<Code>, for account: AmazonPayAccount) throws(InvalidField) {
    let field = "x-amz-pay-simulation-code"
    guard account.environment == .sandbox else { throw InvalidField(field: field, .sandboxOnly) }
    guard !code.text.isEmpty, code.printable == code.text else {
      throw InvalidField(field: field, .characters(allowed: "A-Z a-z 0-9"))
    }
    self.code = code
  }
}
