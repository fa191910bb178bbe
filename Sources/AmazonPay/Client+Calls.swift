public import FerryCore
public import FerryHTTP

extension AmazonPayClient {
  /// Creates a session without a button.
  /// - Parameter key: Store it before the first call, and use it for every retry.
  /// - Throws: `AmazonPayFailure`, `InvalidField`, `SigningError`, like all calls below.
  public func createCheckoutSession(
    _ session: NewCheckoutSession, _ key: IdempotencyKey
  ) async throws -> CheckoutSession {
    try await perform(.createCheckoutSession(session, key, in: account.environment, region: account.region))
  }

  /// Gets a session. It has buyer and address only while it is open.
  public func checkoutSession(_ id: String) async throws -> CheckoutSession {
    try await perform(.getCheckoutSession(id))
  }

  /// Sets the payment of an open session. The answer has the address of the payment page once nothing is missing.
  public func updateCheckoutSession(_ id: String, _ update: CheckoutSessionUpdate) async throws -> CheckoutSession {
    try await perform(.updateCheckoutSession(id, update, in: account.environment, region: account.region))
  }

  /// Completes the payment after the buyer's return from the payment page. The answer has the id of the charge; compare
  /// the charge's amounts with the requested ones.
  public func completeCheckoutSession(
    _ id: String, _ amount: Money, totalOrderAmount: Money? = nil, _ key: IdempotencyKey
  ) async throws -> CheckoutSession {
    try await perform(
      .completeCheckoutSession(
        id, amount, totalOrderAmount: totalOrderAmount, key, in: account.environment, region: account.region),
      timeout: .seconds(30))
  }

  public func completeSetup(ofCheckoutSession id: String, _ key: IdempotencyKey) async throws -> CheckoutSession {
    try await perform(.completeSetup(ofCheckoutSession: id, key), timeout: .seconds(30))
  }

  public func finalizeCheckoutSession(
    _ id: String, _ values: CheckoutSessionFinalization, _ key: IdempotencyKey
  ) async throws -> FinalizedCheckoutSession {
    try await perform(
      .finalizeCheckoutSession(id, values, key, in: account.environment, region: account.region), timeout: .seconds(30))
  }

  /// Charges a buyer under a charge permission. A decline is an `AmazonPayFailure` of the kind `rejected`.
  public func createCharge(_ charge: NewCharge, _ key: IdempotencyKey) async throws -> Charge {
    try await perform(
      .createCharge(charge, key, in: account.environment, region: account.region), timeout: .seconds(30))
  }

  public func charge(_ id: String) async throws -> Charge { try await perform(.getCharge(id)) }

  /// For payment service providers only: sets the state of a charge that they process themselves.
  public func updateCharge(
    _ id: String, to state: Charge.State, reason: Charge.Reason? = nil, _ key: IdempotencyKey? = nil
  ) async throws -> Charge {
    try await perform(.updateCharge(id, to: state, reason: reason, key))
  }

  public func updateCharge(
    _ id: String, _ fields: [String: UntypedJSON], _ key: IdempotencyKey? = nil
  ) async throws -> Charge {
    try await perform(.updateCharge(id, fields, key))
  }

  public func captureCharge(
    _ id: String, _ amount: Money, _ key: IdempotencyKey, softDescriptor: String? = nil
  ) async throws -> Charge {
    try await perform(
      .captureCharge(id, amount, key, softDescriptor: softDescriptor, in: account.environment, region: account.region),
      timeout: .seconds(30))
  }

  /// Captures an authorized charge, fully or in part. It throws before sending if the charge itself rules out the
  /// amount.
  public func capture(_ charge: Charge, _ amount: Money, _ key: IdempotencyKey) async throws -> Charge {
    try charge.check(capture: amount)
    return try await captureCharge(charge.chargeId, amount, key)
  }

  public func cancelCharge(_ id: String, reason: String) async throws -> Charge {
    try await perform(.cancelCharge(id, reason: reason, in: account.environment))
  }

  /// Refunds a captured charge. Amazon decides later: get the refund until its state is final.
  public func createRefund(
    ofCharge id: String, _ amount: Money, _ key: IdempotencyKey, softDescriptor: String? = nil
  ) async throws -> Refund {
    try await perform(
      .createRefund(
        ofCharge: id, amount, key, softDescriptor: softDescriptor, in: account.environment, region: account.region))
  }

  /// Refunds a captured charge. It throws before sending if the charge itself rules out the amount.
  public func refund(_ charge: Charge, _ amount: Money, _ key: IdempotencyKey) async throws -> Refund {
    try charge.check(refund: amount)
    return try await createRefund(ofCharge: charge.chargeId, amount, key)
  }

  public func refund(_ id: String) async throws -> Refund { try await perform(.getRefund(id)) }

  /// Gets a charge permission. It has the buyer's data for 30 days.
  public func chargePermission(_ id: String) async throws -> ChargePermission {
    try await perform(.getChargePermission(id))
  }

  /// Changes the merchant's data, or frequency and amount of the charges, of a permission that is not closed.
  public func updateChargePermission(_ id: String, _ update: ChargePermissionUpdate) async throws -> ChargePermission {
    try await perform(.updateChargePermission(id, update, in: account.environment, region: account.region))
  }

  /// Closes a charge permission: no more charges are possible.
  public func closeChargePermission(
    _ id: String, reason: String, cancelPendingCharges: Bool = false
  ) async throws -> ChargePermission {
    try await perform(
      .closeChargePermission(
        id, reason: reason, cancelPendingCharges: cancelPendingCharges, in: account.environment))
  }

  /// Gets the buyer of a sign-in.
  public func buyer(token: String) async throws -> AmazonPayBuyer { try await perform(.getBuyer(token: token)) }

  /// Sends the tracking numbers of an order; Amazon notifies the buyer.
  public func createDeliveryTracker(
    _ tracker: DeliveryTracker, _ key: IdempotencyKey? = nil
  ) async throws -> DeliveryTracker {
    try await perform(.createDeliveryTracker(tracker, key))
  }

  /// Lists reports, including those that were requested in Seller Central.
  public func reports(_ filter: ReportFilter = ReportFilter()) async throws -> ReportPage {
    try await perform(.listReports(filter))
  }

  /// Requests a report about a period. Get it by its id until it is completed.
  public func createReport(
    type: String, from start: Moment, to end: Moment, _ key: IdempotencyKey? = nil
  ) async throws -> Report {
    try await perform(.createReport(type: type, from: start, to: end, key))
  }

  public func report(_ id: String) async throws -> Report { try await perform(.getReport(id)) }

  /// Gets the download address of a report. The address is signed: it is enough to download the report.
  public func reportDocument(_ id: String) async throws -> ReportDocument { try await perform(.getReportDocument(id)) }

  public func reportSchedules(types: [String] = []) async throws -> ReportScheduleList {
    try await perform(.listReportSchedules(types: types))
  }

  /// Creates a schedule for a type of report.
  public func createReportSchedule(
    type: String, frequency: String, next: Moment, replacing: Bool = false, _ key: IdempotencyKey? = nil
  ) async throws -> ReportSchedule {
    try await perform(.createReportSchedule(type: type, frequency: frequency, next: next, replacing: replacing, key))
  }

  public func reportSchedule(_ id: String) async throws -> ReportSchedule { try await perform(.getReportSchedule(id)) }

  /// Cancels a schedule; its reports stay.
  public func cancelReportSchedule(_ id: String) async throws -> UntypedAnswer {
    try await perform(.cancelReportSchedule(id))
  }

  public func disbursements(_ filter: DisbursementFilter) async throws -> DisbursementPage {
    try await perform(.listDisbursements(filter))
  }

  /// For solution providers: exchanges a token of Amazon Pay's first API for one of this API.
  public func authorizationToken(mwsAuthToken: String, merchantId: String) async throws -> AuthorizationToken {
    try await perform(.getAuthorizationToken(mwsAuthToken: mwsAuthToken, merchantId: merchantId))
  }
}
