import FerryCore
package import FerrySandbox
import FerryWeb

/// Amazon Pay's side of every checkout: checkout sessions, charge permissions, charges, refunds and the money that moved.
package struct Ledger: ScheduledLedger {
  let rules: Rules
  let merchants: [String: Merchant]
  /// The site of the hosted pages, such as "http://127.0.0.1:3081".
  let pagesOrigin: String
  let randomness: any Randomness

  var sessions = ObjectTable<String, CheckoutSession>()
  var permissions = ObjectTable<String, ChargePermission>()
  var charges = ObjectTable<String, Charge>()
  var refunds = ObjectTable<String, Refund>()
  var chargebacks = ObjectTable<String, Chargeback>()
  var files = ObjectTable<String, EvidenceFile>()
  var buyerTokens = ObjectTable<String, BuyerToken>()
  var reports = ObjectTable<String, Report>()
  var reportSchedules = ObjectTable<String, ReportSchedule>()
  var replies = ObjectTable<IdempotentReply.Key, Entry.Reply>()
  var movements: [MoneyMovement] = []
  package var deadlines = DeadlineQueue<Deadline>()
  /// The number of money movements that are in the journal.
  var journaledMovements = 0
  /// The charge permissions whose state may have changed since `settle`.
  var touchedPermissions: Set<String> = []

  package var post: PostOffice<SNSSubject>
  var subscriptions = ObjectTable<Owner, NotificationSubscription>()

  init(_ merchants: [Merchant], _ rules: Rules, _ notifications: NotificationSettings, at place: SandboxPlace) {
    post = PostOffice(limit: notifications.logLimit)
    self.rules = rules
    self.merchants = Dictionary(merchants.map { ($0.id, $0) }) { _, last in last }
    pagesOrigin = place.origin.text
    randomness = place.randomness
  }

  /// Answers a request at a moment, after all events that were due by then.
  mutating func receive(_ request: APIRequest, at now: Moment) -> CallAnswer {
    advance(to: now)
    let key = request.idempotencyKey.map {
      IdempotentReply.Key(
        owner: request.owner, key: $0,
        operation: rules.comparesIdempotencyKeysAcrossOperations ? nil : request.operation)
    }
    if let key, let reply = replies[key]?.reply {
      return reply.fingerprint == request.fingerprint
        ? CallAnswer(reply.status, json: Array(reply.body.utf8), reasonCode: reply.reasonCode)
        : CallAnswer(
          APIRefusal(
            400, "DuplicateIdempotencyKey", "The idempotency key has been used for a request with other values."))
    }
    let answer: CallAnswer
    do {
      let (status, body) = try perform(request, at: now)
      answer = CallAnswer(status, json: body.bytes)
    } catch {
      answer = CallAnswer(error)
    }
    if let key, (200..<300).contains(answer.status) || answer.status == 422 {
      let reply = IdempotentReply(
        fingerprint: request.fingerprint, status: answer.status, body: String(decoding: answer.body, as: UTF8.self),
        reasonCode: answer.reasonCode)
      replies[key] = Entry.Reply(key: key, reply: reply)
    }
    settle(at: now)
    return answer
  }

  private mutating func perform(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    if let code = request.simulationCode { try checkSimulation(code, applies: request.operation) }
    switch request.operation {
    case .createCheckoutSession: return try createCheckoutSession(request, at: now)
    case .getCheckoutSession: return (200, body(of: try session(request.id, of: request.owner), at: now))
    case .updateCheckoutSession: return try updateCheckoutSession(request, at: now)
    case .completeCheckoutSession: return try completeCheckoutSession(request, at: now)
    case .finalizeCheckoutSession: return try finalizeCheckoutSession(request, at: now)
    case .getBuyer: return try getBuyer(request, at: now)
    case .getChargePermission: return (200, body(of: try permission(request.id, of: request.owner), at: now))
    case .updateChargePermission: return try updateChargePermission(request, at: now)
    case .closeChargePermission: return try closeChargePermission(request, at: now)
    case .createCharge: return try createCharge(request, at: now)
    case .getCharge: return (200, body(of: try charge(request.id, of: request.owner)))
    case .updateCharge: return try updateCharge(request, at: now)
    case .captureCharge: return try captureCharge(request, at: now)
    case .cancelCharge: return try cancelCharge(request, at: now)
    case .createRefund: return try createRefund(request, at: now)
    case .getRefund: return (200, body(of: try refund(request.id, of: request.owner)))
    case .getDispute: return (200, body(of: try chargeback(request.id, of: request.owner)))
    case .contestDispute: return try contestDispute(request, at: now)
    case .createFile: return createFile(request, at: now)
    case .createDeliveryTracker: return try createDeliveryTracker(request)
    case .createReport: return try createReport(request, at: now)
    case .getReports: return try getReports(request, at: now)
    case .getReport: return try getReport(request, at: now)
    case .getReportDocument: return try getReportDocument(request, at: now)
    case .createReportSchedule: return try createReportSchedule(request)
    case .getReportSchedules: return getReportSchedules(request)
    case .getReportSchedule: return try getReportSchedule(request)
    case .cancelReportSchedule: return try cancelReportSchedule(request)
    case .getDisbursements: return try getDisbursements(request, at: now)
    case .getAuthorizationToken: return try getAuthorizationToken(request)
    }
  }
}

extension Ledger {
  func session(_ id: String, of owner: Owner) throws(APIRefusal) -> CheckoutSession {
    try owned(sessions[id], by: owner, "checkout session")
  }

  func permission(_ id: String, of owner: Owner) throws(APIRefusal) -> ChargePermission {
    try owned(permissions[id], by: owner, "charge permission")
  }

  func charge(_ id: String, of owner: Owner) throws(APIRefusal) -> Charge {
    try owned(charges[id], by: owner, "charge")
  }

  func refund(_ id: String, of owner: Owner) throws(APIRefusal) -> Refund {
    try owned(refunds[id], by: owner, "refund")
  }

  /// Returns an object to its owner. One of the other environment is not found; another merchant's is refused.
  func owned<Object: OwnedObject>(
    _ object: Object?, by owner: Owner, _ kind: String
  ) throws(APIRefusal) -> Object {
    guard let object, object.owner.environment == owner.environment else { throw .notFound(kind) }
    guard object.owner == owner else { throw .foreign(kind) }
    return object
  }

  /// A random id with a prefix, which no object of the table has.
  func unusedID(_ prefix: String, in table: ObjectTable<String, some Sendable>) -> String {
    while true {
      let id = prefix + randomness.text(6, of: Self.digits)
      if table[id] == nil { return id }
    }
  }

  func merchant(of owner: Owner) -> Merchant? { merchants[owner.merchantID] }

  func environmentName(_ owner: Owner) -> String { owner.environment == .sandbox ? "Sandbox" : "Live" }

  func statusDetails(_ state: String, _ reason: StateReason?, _ updatedAt: Moment) -> JSONValue {
    .object(all: [
      "state": state, "reasonCode": reason?.code, "reasonDescription": reason?.description,
      "lastUpdatedTimestamp": AmazonTimestamp.text(updatedAt),
    ])
  }

  static let digits: [Character] = Array("0123456789")

  /// The codes of Create Charge that decline it at once.
  static let chargeDeclines = ["SoftDeclined", "HardDeclined", "AmazonRejected", "TransactionTimedOut"]

  /// - Throws: `InvalidSandboxSimulationSpecified` for a code that the operation does not know.
  private func checkSimulation(_ code: String, applies operation: APIOperation) throws(APIRefusal) {
    let codes: [String] =
      switch operation {
      case .completeCheckoutSession: ["BuyerCanceled", "AmazonCanceled", "Declined", "AuthorizationInitiated"]
      case .createCharge: Self.chargeDeclines + ["CaptureInitiated"] + rules.pendingChargeSimulations.keys
      case .captureCharge: ["AmazonRejected", "ProcessingFailure", "CaptureInitiated"]
      case .createRefund: ["AmazonRejected", "ProcessingFailure"]
      case .closeChargePermission: ["AmazonClosed"]
      default: []
      }
    guard codes.contains(code) else { throw .invalidSimulation(code) }
  }

  /// Exchanges a token of the first API for one of this API. With the first one, a merchant delegates to a solution provider.
  func getAuthorizationToken(_ request: APIRequest) throws(APIRefusal) -> (Int, JSONValue) {
    guard let merchantID = request.query["merchantId"], !merchantID.isEmpty else { throw .missingValue("merchantId") }
    let tokens = merchants[merchantID]?.delegationTokens(of: request.owner.merchantID) ?? []
    guard let token = tokens.first(where: { $0.mwsAuthToken == request.id }) else {
      throw .invalidValue("mwsAuthToken", "the merchant has not given this account such a token")
    }
    return (200, ["authorizationToken": .string(token.text)])
  }
}

/// An object of one merchant in one environment.
protocol OwnedObject: Identifiable<String>, Sendable {
  var owner: Owner { get }
  var createdAt: Moment { get }
}

extension ObjectTable where Object: OwnedObject {
  var oldestFirst: [Object] { values.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) } }
}

struct Owner: Codable, Hashable {
  let merchantID: String
  let environment: AccountEnvironment
}

struct StateReason: Codable, Hashable {
  let code: String
  let description: String?

  init(_ code: String, _ description: String? = nil) {
    self.code = code
    self.description = description
  }

  static let buyerCanceled = StateReason("BuyerCanceled", "The buyer canceled the checkout.")
}

/// The first answer to an idempotency key, which is repeated for retries.
struct IdempotentReply: Codable, Hashable {
  struct Key: Codable, Hashable {
    let owner: Owner
    let key: String
    /// Nil if keys are compared across operations.
    let operation: APIOperation?
  }

  let fingerprint: String
  let status: Int
  let body: String
  let reasonCode: String?
}
