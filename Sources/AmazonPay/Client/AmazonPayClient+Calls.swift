public import FerryCore

extension AmazonPayClient {
  /// Begins a session without a button.
  /// - Parameter key: Stored before the first call, and the same in every repetition of it.
  /// - Throws: `AmazonPayFailure`, `InvalidField`, `SigningError`; so do all operations.
  public func createCheckoutSession(
    _ session: NewCheckoutSession, _ key: IdempotencyKey
  ) async throws -> CheckoutSession {
    try await perform(.createCheckoutSession(session, key, in: account.environment, region: account.region))
  }

  /// The session of an id as it is now. Buyer and address are in it only while it is open.
  public func checkoutSession(_ id: String) async throws -> CheckoutSession {
    try await perform(.getCheckoutSession(id))
  }

  /// Sets what the buyer is about to pay. The answer holds the address of the payment page once nothing is missing.
  public func updateCheckoutSession(_ id: String, _ update: CheckoutSessionUpdate) async throws -> CheckoutSession {
    try await perform(.updateCheckoutSession(id, update, in: account.environment, region: account.region))
  }

  /// Finishes the payment after the buyer has been on the payment page. The returned session names the charge, whose
  /// amounts should be compared with what was asked for.
  /// - Parameters:
  ///   - amount: The amount that the session was updated with.
  ///   - totalOrderAmount: The total of the order, if more charges follow.
  ///   - key: Stored before the first call, and the same in every repetition of it.
  public func completeCheckoutSession(
    _ id: String, _ amount: Money, totalOrderAmount: Money? = nil, _ key: IdempotencyKey
  ) async throws -> CheckoutSession {
    try await perform(
      .completeCheckoutSession(
        id, amount, totalOrderAmount: totalOrderAmount, key, in: account.environment, region: account.region),
      timeout: .seconds(30))
  }

  /// Finishes a session that only saves a payment method.
  public func completeSetup(ofCheckoutSession id: String, _ key: IdempotencyKey) async throws -> CheckoutSession {
    try await perform(.completeSetup(ofCheckoutSession: id, key), timeout: .seconds(30))
  }

  /// Finishes a session whose values a script set in the buyer's browser.
  public func finalizeCheckoutSession(
    _ id: String, _ values: CheckoutSessionFinalization, _ key: IdempotencyKey
  ) async throws -> FinalizedCheckoutSession {
    try await perform(
      .finalizeCheckoutSession(id, values, key, in: account.environment, region: account.region), timeout: .seconds(30))
  }
}

extension AmazonPayClient {
  /// Charges a buyer who has agreed to it. A decline is an `AmazonPayFailure` of the kind `rejected`.
  public func createCharge(_ charge: NewCharge, _ key: IdempotencyKey) async throws -> Charge {
    try await perform(
      .createCharge(charge, key, in: account.environment, region: account.region), timeout: .seconds(30))
  }

  /// The charge of an id as it is now.
  public func charge(_ id: String) async throws -> Charge {
    try await perform(.getCharge(id))
  }

  /// For payment service providers only: what has become of a charge that they process themselves.
  public func updateCharge(
    _ id: String, to state: Charge.State, reason: Charge.Reason? = nil, _ key: IdempotencyKey? = nil
  ) async throws -> Charge {
    try await perform(.updateCharge(id, to: state, reason: reason, key))
  }

  /// The same with fields by their names.
  public func updateCharge(
    _ id: String, _ fields: [String: JSONValue], _ key: IdempotencyKey? = nil
  ) async throws -> Charge {
    try await perform(.updateCharge(id, fields, key))
  }

  /// Takes what was authorized, or a part of it.
  public func captureCharge(
    _ id: String, _ amount: Money, _ key: IdempotencyKey, softDescriptor: String? = nil
  ) async throws -> Charge {
    try await perform(
      .captureCharge(id, amount, key, softDescriptor: softDescriptor, in: account.environment, region: account.region),
      timeout: .seconds(30))
  }

  /// Takes what was authorized, or a part of it, and nothing that the charge itself rules out.
  public func capture(_ charge: Charge, _ amount: Money, _ key: IdempotencyKey) async throws -> Charge {
    try charge.check(capture: amount)
    return try await captureCharge(charge.chargeId, amount, key)
  }

  /// Releases what was authorized and not captured.
  public func cancelCharge(_ id: String, reason: String) async throws -> Charge {
    try await perform(.cancelCharge(id, reason: reason, in: account.environment))
  }
}

extension AmazonPayClient {
  /// Returns captured money to the buyer. The refund is decided later: ask for it until it is.
  public func createRefund(
    ofCharge id: String, _ amount: Money, _ key: IdempotencyKey, softDescriptor: String? = nil
  ) async throws -> Refund {
    try await perform(
      .createRefund(
        ofCharge: id, amount, key, softDescriptor: softDescriptor, in: account.environment, region: account.region))
  }

  /// Returns captured money to the buyer, and nothing that the charge itself rules out.
  public func refund(_ charge: Charge, _ amount: Money, _ key: IdempotencyKey) async throws -> Refund {
    try charge.check(refund: amount)
    return try await createRefund(ofCharge: charge.chargeId, amount, key)
  }

  /// The refund of an id as it is now.
  public func refund(_ id: String) async throws -> Refund {
    try await perform(.getRefund(id))
  }
}

extension AmazonPayClient {
  /// The charge permission of an id as it is now. The buyer's data are in it for 30 days.
  public func chargePermission(_ id: String) async throws -> ChargePermission {
    try await perform(.getChargePermission(id))
  }

  /// Changes the merchant's own data of a permission that is not closed, or when and how much is charged.
  public func updateChargePermission(
    _ id: String, _ update: ChargePermissionUpdate
  ) async throws -> ChargePermission {
    try await perform(.updateChargePermission(id, update, in: account.environment, region: account.region))
  }

  /// Gives the buyer's consent back: nothing more can be charged.
  /// - Parameter cancelPendingCharges: Whether charges that are not decided or captured yet are cancelled, too.
  public func closeChargePermission(
    _ id: String, reason: String, cancelPendingCharges: Bool = false
  ) async throws -> ChargePermission {
    try await perform(
      .closeChargePermission(
        id, reason: reason, cancelPendingCharges: cancelPendingCharges, in: account.environment))
  }
}

extension AmazonPayClient {
  /// Who has signed in.
  /// - Parameter token: The `buyerToken` that the sign-in return address came back with.
  public func buyer(token: String) async throws -> AmazonPayBuyer {
    try await perform(.getBuyer(token: token))
  }
}

extension AmazonPayClient {
  /// Tells Amazon, and by it the buyer, how a parcel travels.
  public func createDeliveryTracker(
    _ tracker: DeliveryTracker, _ key: IdempotencyKey? = nil
  ) async throws -> DeliveryTracker {
    try await perform(.createDeliveryTracker(tracker, key))
  }
}

extension AmazonPayClient {
  /// A page of the reports that there are, those that were asked for in Seller Central included.
  public func reports(_ filter: ReportFilter = ReportFilter()) async throws -> ReportPage {
    try await perform(.listReports(filter))
  }

  /// Asks for a report about a time. Ask for it by its id until it is completed.
  public func createReport(
    type: String, from start: Moment, to end: Moment, _ key: IdempotencyKey? = nil
  ) async throws -> Report {
    try await perform(.createReport(type: type, from: start, to: end, key))
  }

  /// The report of an id as it is now.
  public func report(_ id: String) async throws -> Report {
    try await perform(.getReport(id))
  }

  /// Where a report's content can be fetched. The address in it is signed: whoever has it can fetch.
  public func reportDocument(_ id: String) async throws -> ReportDocument {
    try await perform(.getReportDocument(id))
  }

  /// What is made regularly.
  public func reportSchedules(types: [String] = []) async throws -> ReportScheduleList {
    try await perform(.listReportSchedules(types: types))
  }

  /// Has reports made again and again.
  /// - Parameter frequency: An ISO 8601 duration such as `P1D` or `PT84H`.
  public func createReportSchedule(
    type: String, frequency: String, next: Moment, replacing: Bool = false, _ key: IdempotencyKey? = nil
  ) async throws -> ReportSchedule {
    try await perform(
      .createReportSchedule(type: type, frequency: frequency, next: next, replacing: replacing, key))
  }

  /// The schedule of an id.
  public func reportSchedule(_ id: String) async throws -> ReportSchedule {
    try await perform(.getReportSchedule(id))
  }

  /// Ends a schedule; the reports that it made stay.
  public func cancelReportSchedule(_ id: String) async throws -> UntypedAnswer {
    try await perform(.cancelReportSchedule(id))
  }

  /// What Amazon has paid out.
  public func disbursements(_ filter: DisbursementFilter) async throws -> DisbursementPage {
    try await perform(.listDisbursements(filter))
  }
}

extension AmazonPayClient {
  /// Changes a token of Amazon Pay's first API into one of this API; for solution providers.
  public func authorizationToken(mwsAuthToken: String, merchantId: String) async throws -> AuthorizationToken {
    try await perform(.getAuthorizationToken(mwsAuthToken: mwsAuthToken, merchantId: merchantId))
  }
}
