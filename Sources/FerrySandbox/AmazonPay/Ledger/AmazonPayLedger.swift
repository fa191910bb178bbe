import FerryCore

/// Everything that the stand-in for Amazon Pay knows: checkout sessions, charge permissions, charges, refunds and the
/// money that moved. A value: requests go in, answers come out; time and randomness are passed in.
struct AmazonPayLedger: Sendable {
  let rules: AmazonPayRules
  let merchants: [String: AmazonPayMerchant]
  /// Where the hosted pages are, such as "http://127.0.0.1:3081".
  let pagesOrigin: String

  var sessions: [String: CheckoutSession] = [:]
  var permissions: [String: ChargePermission] = [:]
  var charges: [String: Charge] = [:]
  var refunds: [String: Refund] = [:]
  var chargebacks: [String: Chargeback] = [:]
  var buyerTokens: [String: BuyerToken] = [:]
  var reports: [String: Report] = [:]
  var reportSchedules: [String: ReportSchedule] = [:]
  var replies: [IdempotentReply.Key: IdempotentReply] = [:]
  var movements: [MoneyMovement] = []
  var deadlines = DeadlineQueue()
  /// What has changed since somebody last took note.
  var changes = LedgerChanges()
  /// The charge permissions whose state may have changed since `settle`.
  var touchedPermissions: Set<String> = []

  /// By how much the sandbox's clock is ahead of the true one.
  var clockOffset: Duration = .zero
  var notificationFaults = FaultPlan<AmazonPayNotificationFault>()
  var subscriptions: [Owner: NotificationSubscription] = [:]
  /// Messages by their numbers.
  var deliveries: [Int: NotificationDelivery] = [:]
  var lastDelivery = 0
  /// Every message up to this number has been forgotten, if nothing more could happen to it.
  var oldestDelivery = 0
  var deliveryLimit = 500
  /// Due, and not taken to be sent yet.
  var readyDeliveries: [Int] = []
  var deliveriesUnderWay: Set<Int> = []

  init(rules: AmazonPayRules, merchants: [AmazonPayMerchant], pagesOrigin: String) {
    self.rules = rules
    self.merchants = Dictionary(merchants.map { ($0.id, $0) }) { _, last in last }
    self.pagesOrigin = pagesOrigin
  }

  /// Answers a request at a moment. Everything that fell due until then happens first.
  mutating func receive(
    _ request: AmazonPayRequest, at now: Moment, _ randomness: some Randomness
  ) -> AmazonPayAnswer {
    advance(to: now)
    let key = request.idempotencyKey.map {
      IdempotentReply.Key(
        owner: request.owner, key: $0,
        operation: rules.comparesIdempotencyKeysAcrossOperations ? nil : request.operation)
    }
    if let key, let reply = reply(of: key, to: request) {
      return reply.fingerprint == request.fingerprint
        ? AmazonPayAnswer(reply.status, Array(reply.body.utf8), reasonCode: reply.reasonCode)
        : AmazonPayAnswer(
          AmazonPayRefusal(
            400, "DuplicateIdempotencyKey", "The idempotency key has been used for a request with other values."))
    }
    let answer: AmazonPayAnswer
    defer { settle(at: now) }
    do {
      let (status, body) = try perform(request, at: now, randomness)
      answer = AmazonPayAnswer(status, body.bytes)
    } catch {
      answer = AmazonPayAnswer(error)
    }
    if let key, (200..<300).contains(answer.status) || rules.replayedErrorStatuses.contains(answer.status) {
      replies[key] = IdempotentReply(
        fingerprint: request.fingerprint, status: answer.status, body: String(decoding: answer.body, as: UTF8.self),
        reasonCode: answer.reasonCode)
      changes.note(.reply(key))
    }
    return answer
  }

  /// The reply that the key has already led to.
  private func reply(of key: IdempotentReply.Key, to request: AmazonPayRequest) -> IdempotentReply? {
    if let reply = replies[key] { return reply }
    // A journal of an earlier version does not say for which operation a key was used. The fingerprint does.
    let earlier = replies[IdempotentReply.Key(owner: key.owner, key: key.key, operation: nil)]
    return earlier?.fingerprint == request.fingerprint ? earlier : nil
  }

  private mutating func perform(
    _ request: AmazonPayRequest, at now: Moment, _ randomness: some Randomness
  ) throws(AmazonPayRefusal) -> (Int, JSONValue) {
    if let code = request.simulationCode { try checkSimulation(code, applies: request.operation) }
    switch request.operation {
    case .createCheckoutSession: return try createCheckoutSession(request, at: now, randomness)
    case .getCheckoutSession: return (200, body(of: try session(request.id, of: request.owner), at: now))
    case .updateCheckoutSession: return try updateCheckoutSession(request, at: now)
    case .completeCheckoutSession: return try completeCheckoutSession(request, at: now, randomness)
    case .finalizeCheckoutSession: return try finalizeCheckoutSession(request, at: now, randomness)
    case .getBuyer: return try getBuyer(request, at: now)
    case .getChargePermission: return (200, body(of: try permission(request.id, of: request.owner), at: now))
    case .updateChargePermission: return try updateChargePermission(request, at: now)
    case .closeChargePermission: return try closeChargePermission(request, at: now)
    case .createCharge: return try createCharge(request, at: now, randomness)
    case .getCharge: return (200, body(of: try charge(request.id, of: request.owner)))
    case .updateCharge: return try updateCharge(request, at: now)
    case .captureCharge: return try captureCharge(request, at: now)
    case .cancelCharge: return try cancelCharge(request, at: now)
    case .createRefund: return try createRefund(request, at: now, randomness)
    case .getRefund: return (200, body(of: try refund(request.id, of: request.owner)))
    case .createDeliveryTracker: return try createDeliveryTracker(request)
    case .createReport: return try createReport(request, at: now, randomness)
    case .getReports: return try getReports(request, at: now)
    case .getReport: return try getReport(request, at: now)
    case .getReportDocument: return try getReportDocument(request, at: now)
    case .createReportSchedule: return try createReportSchedule(request, randomness)
    case .getReportSchedules: return getReportSchedules(request)
    case .getReportSchedule: return try getReportSchedule(request)
    case .cancelReportSchedule: return try cancelReportSchedule(request)
    case .getDisbursements: return try getDisbursements(request, at: now)
    case .getAuthorizationToken: return try getAuthorizationToken(request)
    }
  }
}

extension AmazonPayLedger {
  func session(_ id: String, of owner: Owner) throws(AmazonPayRefusal) -> CheckoutSession {
    try owned(sessions[id], sessions[id]?.owner, by: owner, "checkout session")
  }

  func permission(_ id: String, of owner: Owner) throws(AmazonPayRefusal) -> ChargePermission {
    try owned(permissions[id], permissions[id]?.owner, by: owner, "charge permission")
  }

  func charge(_ id: String, of owner: Owner) throws(AmazonPayRefusal) -> Charge {
    try owned(charges[id], charges[id]?.owner, by: owner, "charge")
  }

  func refund(_ id: String, of owner: Owner) throws(AmazonPayRefusal) -> Refund {
    try owned(refunds[id], refunds[id]?.owner, by: owner, "refund")
  }

  /// Sandbox and live know nothing of each other; within one of them, another merchant's object is refused.
  private func owned<Object>(
    _ object: Object?, _ objectOwner: Owner?, by owner: Owner, _ kind: String
  ) throws(AmazonPayRefusal) -> Object {
    guard let object, objectOwner?.environment == owner.environment else { throw .notFound(kind) }
    guard objectOwner == owner else { throw .foreign(kind) }
    return object
  }

  func merchant(of owner: Owner) -> AmazonPayMerchant? { merchants[owner.merchantID] }

  func environmentName(_ owner: Owner) -> String {
    owner.environment == .sandbox ? "Sandbox" : rules.liveEnvironmentName
  }

  func statusDetails(_ state: String, _ reason: StateReason?, _ updatedAt: Moment) -> JSONValue {
    [
      "state": .string(state), "reasonCode": JSONValue(reason?.code),
      "reasonDescription": JSONValue(reason?.description),
      "lastUpdatedTimestamp": .string(AmazonTimestamp.text(updatedAt)),
    ]
  }

  static let digits: [Character] = Array("0123456789")
}
