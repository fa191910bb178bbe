import AmazonPay
import FerryCore
import FerryHTTP
import FerryTesting
import HTTPTypes
import Testing

@Suite("Every call of the API")
struct EveryCallTests {
  struct Sample: Sendable, CustomStringConvertible {
    let make: @Sendable () throws -> AmazonPayCall
    let method: HTTPRequest.Method
    let target: String
    let body: String
    let hasKey: Bool

    init(
      _ method: HTTPRequest.Method, _ target: String, _ body: String = "", hasKey: Bool = false,
      _ make: @escaping @Sendable () throws -> AmazonPayCall
    ) {
      self.make = make
      self.method = method
      self.target = target
      self.body = body
      self.hasKey = hasKey
    }

    var description: String { "\(method) \(target)" }
  }

  static let session = Answers.sessionId
  static let charge = Answers.chargeId
  static let permission = Answers.chargePermissionId
  static let refund = Answers.refundId
  static let yen100 = #"{"amount":"100","currencyCode":"JPY"}"#

  static func key() throws -> IdempotencyKey { try IdempotencyKey("k-1") }

  static let samples: [Sample] = [
    Sample(
      .post, "/v2/checkoutSessions",
      #"{"storeId":"s","webCheckoutDetails":{"checkoutReviewReturnUrl":"https://shop.example/review"}}"#, hasKey: true
    ) {
      try .createCheckoutSession(
        NewCheckoutSession(storeId: "s", checkoutReviewReturnUrl: "https://shop.example/review"), key(), in: .sandbox)
    },
    Sample(.get, "/v2/checkoutSessions/\(session)") { try .getCheckoutSession(session) },
    Sample(
      .patch, "/v2/checkoutSessions/\(session)",
      #"{"paymentDetails":{"allowOvercharge":true,"extendExpiration":true,"presentmentCurrency":"JPY"}}"#
    ) {
      let payment = RequestedPayment(presentmentCurrency: .jpy, allowOvercharge: true, extendExpiration: true)
      return try .updateCheckoutSession(session, CheckoutSessionUpdate(payment: payment), in: .sandbox)
    },
    Sample(
      .post, "/v2/checkoutSessions/\(session)/complete",
      #"{"chargeAmount":\#(yen100),"totalOrderAmount":{"amount":"300","currencyCode":"JPY"}}"#, hasKey: true
    ) { try .completeCheckoutSession(session, .yen(100), totalOrderAmount: .yen(300), key()) },
    Sample(.post, "/v2/checkoutSessions/\(session)/complete", "{}", hasKey: true) {
      try .completeSetup(ofCheckoutSession: session, key())
    },
    Sample(
      .post, "/v2/checkoutSessions/\(session)/finalize",
      #"{"chargeAmount":\#(yen100),"paymentIntent":"Confirm","supplementaryData":"x"}"#, hasKey: true
    ) {
      var values = CheckoutSessionFinalization(.confirm, .yen(100))
      values.supplementaryData = "x"
      return try .finalizeCheckoutSession(session, values, key())
    },
    Sample(.get, "/v2/buyers/a%2Bb%2Fc%3D") { try .getBuyer(token: "a+b/c=") },
    Sample(.get, "/v2/chargePermissions/\(permission)") { try .getChargePermission(permission) },
    Sample(
      .patch, "/v2/chargePermissions/\(permission)",
      #"{"merchantMetadata":{"noteToBuyer":"n"},"recurringMetadata":{"amount":\#(yen100),"frequency":{"unit":"Week","value":"2"}}}"#
    ) {
      try .updateChargePermission(
        permission,
        ChargePermissionUpdate(
          merchantMetadata: MerchantMetadata(noteToBuyer: "n"),
          recurringMetadata: RecurringMetadata(frequency: .init(.week, 2), amount: .yen(100))))
    },
    Sample(
      .delete, "/v2/chargePermissions/\(permission)/close", #"{"cancelPendingCharges":true,"closureReason":"done"}"#
    ) { try .closeChargePermission(permission, reason: "done", cancelPendingCharges: true) },
    Sample(
      .post, "/v2/charges",
      """
      {"captureNow":true,"channel":"App","chargeAmount":\(yen100),"chargeInitiator":"MITR",\
      "chargePermissionId":"\(permission)","platformId":"P","providerMetadata":{"providerReferenceId":"X"},\
      "softDescriptor":"SHOP","webCheckoutDetails":{"checkoutResultReturnUrl":"https://shop.example/r"}}
      """, hasKey: true
    ) {
      var charge = NewCharge(chargePermissionId: permission, .yen(100), captureNow: true)
      charge.softDescriptor = "SHOP"
      charge.channel = "App"
      charge.chargeInitiator = .merchantRecurring
      charge.platformId = "P"
      charge.providerMetadata = ProviderMetadata(providerReferenceId: "X")
      charge.checkoutResultReturnUrl = "https://shop.example/r"
      return try .createCharge(charge, key(), in: .sandbox)
    },
    Sample(.get, "/v2/charges/\(charge)") { try .getCharge(charge) },
    Sample(.patch, "/v2/charges/\(charge)", #"{"a":{"b":[1,null,true,"x",0.5]}}"#, hasKey: true) {
      try .updateCharge(charge, ["a": ["b": [1, .null, true, "x", .number("0.5")]]], key())
    },
    Sample(
      .patch, "/v2/charges/\(charge)", #"{"statusDetails":{"reasonCode":"ExpiredUnused","state":"Canceled"}}"#,
      hasKey: true
    ) { try .updateCharge(charge, to: .canceled, reason: .expiredUnused, key()) },
    Sample(
      .post, "/v2/charges/\(charge)/capture", #"{"captureAmount":\#(yen100),"softDescriptor":"SHOP"}"#, hasKey: true
    ) { try .captureCharge(charge, .yen(100), key(), softDescriptor: "SHOP") },
    Sample(.delete, "/v2/charges/\(charge)/cancel", #"{"cancellationReason":"r"}"#) {
      try .cancelCharge(charge, reason: "r")
    },
    Sample(
      .post, "/v2/refunds", #"{"chargeId":"\#(charge)","refundAmount":\#(yen100),"softDescriptor":"S"}"#, hasKey: true
    ) {
      try .createRefund(ofCharge: charge, .yen(100), key(), softDescriptor: "S")
    },
    Sample(.get, "/v2/refunds/\(refund)") { try .getRefund(refund) },
    Sample(.get, "/v2/disputes/\(Answers.disputeId)") { try .getDispute(Answers.disputeId) },
    Sample(.post, "/v2/disputes/\(Answers.disputeId)/contest", "", hasKey: true) {
      try .contestDispute(Answers.disputeId, key())
    },
    Sample(.post, "/v2/files", #"{"purpose":"disputeEvidence","type":"pdf"}"#, hasKey: true) {
      try .createFile(.pdf, key())
    },
    Sample(.put, "/v2/files/file_a1/contents") { try .uploadFile("file_a1") },
    Sample(
      .post, "/v2/deliveryTrackers",
      """
      {"chargePermissionId":"\(permission)",\
      "deliveryDetails":[{"carrierCode":"YAMATO","trackingNumber":"1234"}]}
      """
    ) {
      try .createDeliveryTracker(
        DeliveryTracker(chargePermissionId: permission, .init(trackingNumber: "1234", carrierCode: "YAMATO")))
    },
    Sample(.get, "/v2/authorizationTokens/amzn.mws.1%7E2?merchantId=A1".replacing("%7E", with: "~")) {
      try .getAuthorizationToken(mwsAuthToken: "amzn.mws.1~2", merchantId: "A1")
    },
    // The query of vector V2.
    Sample(
      .get,
      """
      /v2/reports?createdSince=20241201T000000Z&nextToken=a%20b%2Bc%2Fd%3De%26f~g%25h%E3%81%82&reportTypes=_GET_FLAT_FILE_\
      OFFAMAZONPAYMENTS_REFUND_DATA_%2C_GET_FLAT_FILE_OFFAMAZONPAYMENTS_AUTHORIZATION_DATA_
      """
    ) {
      try .listReports(
        ReportFilter(
          types: [
            "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_REFUND_DATA_", "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_AUTHORIZATION_DATA_",
          ],
          createdSince: Moment(milliseconds: 1_733_011_200_000), nextToken: "a b+c/d=e&f~g%hあ"))
    },
    Sample(.get, "/v2/reports?createdUntil=20250102T030405Z&pageSize=10&processingStatuses=COMPLETED%2CFAILED") {
      try .listReports(ReportFilter(statuses: [.completed, .failed], createdUntil: .signing, pageSize: 10))
    },
    Sample(
      .post, "/v2/reports", #"{"endTime":"20250102T030505Z","reportType":"T","startTime":"20250102T030405Z"}"#
    ) { try .createReport(type: "T", from: .signing, to: .signing + .seconds(60)) },
    Sample(.get, "/v2/reports/A0.1_2") { try .getReport("A0.1_2") },
    Sample(.get, "/v2/report-documents/amzn1.tortuga.3") { try .getReportDocument("amzn1.tortuga.3") },
    Sample(.get, "/v2/report-schedules?reportTypes=A%2CB") { try .listReportSchedules(types: ["A", "B"]) },
    Sample(
      .post, "/v2/report-schedules",
      """
      {"deleteExistingSchedule":true,"nextReportCreationTime":"20250102T030405Z","reportType":"T",\
      "scheduleFrequency":"PT84H"}
      """
    ) { try .createReportSchedule(type: "T", frequency: "PT84H", next: .signing, replacing: true) },
    Sample(.get, "/v2/report-schedules/1") { try .getReportSchedule("1") },
    Sample(.delete, "/v2/report-schedules/1") { try .cancelReportSchedule("1") },
    Sample(
      .get, "/v2/disbursements?endTime=20250102T030505Z&nextToken=a%20b&pageSize=5&startTime=20250102T030405Z"
    ) {
      try .listDisbursements(
        DisbursementFilter(from: .signing, to: .signing + .seconds(60), pageSize: 5, nextToken: "a b"))
    },
  ]

  @Test(
    "Has the documented method, path and body, a given key, and a signature", arguments: samples)
  func calls(_ sample: Sample) throws {
    let call = try sample.make()
    #expect(String(decoding: call.body, as: UTF8.self) == sample.body)
    #expect((call.idempotencyKey != nil) == sample.hasKey)
    for (keyId, base) in [(TestAccount.publicKeyId, ""), ("AHEXAMPLE", "/sandbox")] {
      let request = try TestAccount.make(publicKeyId: keyId).request(for: call, at: .signing)
      #expect(request.method == sample.method)
      #expect(request.path == base + sample.target)
      #expect(request.headerFields[.amazonPayIdempotencyKey] == (sample.hasKey ? "k-1" : nil))
      let authorization = try #require(request.headerFields[.authorization])
      #expect(authorization.contains("x-amz-pay-idempotency-key") == sample.hasKey)
    }
  }

  @Test("Every operation has a sample")
  func all() throws {
    let operations = Set(try Self.samples.map { try $0.make().operation })
    #expect(operations == Set(AmazonPayCall.Operation.allCases))
  }

  @Test("Getting changes nothing, and every movement of money is a change")
  func kinds() throws {
    for sample in Self.samples {
      let operation = try sample.make().operation
      #expect(operation.changesState == (sample.method != .get), "\(operation)")
      if operation.movesMoney { #expect(operation.changesState) }
    }
    let money = AmazonPayCall.Operation.allCases.filter(\.movesMoney)
    #expect(
      Set(money) == [
        .completeCheckoutSession, .finalizeCheckoutSession, .closeChargePermission, .createCharge, .updateCharge,
        .captureCharge, .cancelCharge, .createRefund,
      ])
  }

  static let wrong: [(String, FieldRule, @Sendable () throws -> AmazonPayCall)] = [
    ("closureReason", .missing, { try .closeChargePermission(permission, reason: "") }),
    (
      "closureReason", .tooLong(limit: 255),
      { try .closeChargePermission(permission, reason: String(repeating: "r", count: 256)) }
    ),
    ("cancellationReason", .missing, { try .cancelCharge(charge, reason: "") }),
    (
      "chargeAmount", .notPositive,
      { try .createCharge(NewCharge(chargePermissionId: permission, .yen(0)), key(), in: .live) }
    ),
    (
      "softDescriptor", .onlyWith("captureNow"),
      {
        var new = NewCharge(chargePermissionId: permission, .yen(1))
        new.softDescriptor = "S"
        return try .createCharge(new, key(), in: .live)
      }
    ),
    (
      "id", .characters(allowed: "A-Z a-z 0-9 -"),
      { try .createCharge(NewCharge(chargePermissionId: "../x", .yen(1)), key(), in: .live) }
    ),
    (
      "softDescriptor", .tooManyBytes(limit: 16),
      { try .captureCharge(charge, .yen(1), key(), softDescriptor: "東京の店お店です") }
    ),
    (
      "softDescriptor", .tooManyBytes(limit: 16),
      { try .createRefund(ofCharge: charge, .yen(1), key(), softDescriptor: "12345678901234567") }
    ),
    (
      "refundAmount", .aboveMaximum("10000000 JPY"),
      { try .createRefund(ofCharge: charge, .yen(10_000_001), key()) }
    ),
    (
      "chargeAmount", .aboveLimit("99 JPY", what: "the total of the order"),
      { try .completeCheckoutSession(session, .yen(100), totalOrderAmount: .yen(99), key()) }
    ),
    (
      "canHandlePendingAuthorization", .notWithAuthorizeWithCapture,
      {
        var values = CheckoutSessionFinalization(.authorizeWithCapture, .yen(1))
        values.canHandlePendingAuthorization = true
        return try .finalizeCheckoutSession(session, values, key())
      }
    ),
    ("id", .characters(allowed: "visible ASCII"), { try .getBuyer(token: "") }),
    ("id", .characters(allowed: "visible ASCII"), { try .getBuyer(token: "a\r\nb") }),
    ("id", .missing, { try .getBuyer(token: "..") }),
    (
      "chargePermissionId", .missing,
      {
        try .createDeliveryTracker(
          DeliveryTracker(chargePermissionId: "", .init(trackingNumber: "1", carrierCode: "Y")))
      }
    ),
    ("deliveryDetails", .missing, { try .createDeliveryTracker(DeliveryTracker(chargePermissionId: "S")) }),
    (
      "deliveryDetails.carrierCode", .missing,
      {
        try .createDeliveryTracker(
          DeliveryTracker(chargePermissionId: "S", .init(trackingNumber: "1", carrierCode: "")))
      }
    ),
    (
      "deliveryDetails.trackingNumber", .missing,
      {
        try .createDeliveryTracker(
          DeliveryTracker(amazonOrderReferenceId: "S", .init(trackingNumber: "", carrierCode: "Y")))
      }
    ),
    ("reportType", .missing, { try .createReport(type: "", from: .signing, to: .signing + .seconds(1)) }),
    ("endTime", .notAfter("startTime"), { try .createReport(type: "T", from: .signing, to: .signing) }),
    ("scheduleFrequency", .notADuration, { try .createReportSchedule(type: "T", frequency: "daily", next: .signing) }),
    ("endTime", .notAfter("startTime"), { try .listDisbursements(DisbursementFilter(from: .signing, to: .signing)) }),
    (
      "pageSize", .notPositive,
      { try .listDisbursements(DisbursementFilter(from: .signing, to: .signing + .seconds(1), pageSize: 0)) }
    ),
    ("pageSize", .notInRange(1...100), { try .listReports(ReportFilter(pageSize: 101)) }),
    ("pageSize", .notInRange(1...100), { try .listReports(ReportFilter(pageSize: 0)) }),
    ("merchantId", .missing, { try .getAuthorizationToken(mwsAuthToken: "t", merchantId: "") }),
  ]

  @Test("Refuses values that Amazon would refuse, with field and rule", arguments: wrong.indices)
  func refused(index: Int) {
    let (field, fault, make) = Self.wrong[index]
    #expect(throws: InvalidField(field: field, fault)) { try make() }
  }

  @Test("A simulation needs a sandbox account, is signed, and is never sent to live")
  func simulation() throws {
    let account = try TestAccount.make()
    let simulation = try AmazonPaySimulation(.hardDeclined, for: account)
    let call = try AmazonPayCall.getCharge(Self.charge).simulating(simulation)
    let request = try account.request(for: call, at: .signing)
    #expect(request.headerFields[.amazonPaySimulationCode] == "HardDeclined")
    #expect(request.headerFields[.authorization]?.contains("x-amz-pay-region;x-amz-pay-simulation-code,") == true)
    let live = try TestAccount.make(mode: .live, publicKeyId: "LIVE-A")
    #expect(try live.request(for: call, at: .signing).headerFields[.amazonPaySimulationCode] == nil)
    #expect(throws: InvalidField(field: "x-amz-pay-simulation-code", .sandboxOnly)) {
      try AmazonPaySimulation(.hardDeclined, for: live)
    }
    #expect(throws: InvalidField.self) { try AmazonPaySimulation(text: "a b", for: account) }
    #expect(try AmazonPaySimulation(text: "PendingDeclined", for: account).code == .unknown("PendingDeclined"))
  }

  @Test("Every request has the solution provider's token, signed; it never prints")
  func authToken() throws {
    let account = try AmazonPayAccount(
      mode: .test, region: .japan, merchantId: "A1B2C3D4E5F6G7", storeId: TestAccount.storeId,
      publicKeyId: TestAccount.publicKeyId, privateKeyPEM: Secret(SigningTestKey.privateKey),
      authToken: Secret("token-1"))
    let request = try account.request(for: .getCharge(Self.charge), at: .signing)
    #expect(request.headerFields[.amazonPayAuthToken] == "token-1")
    #expect(request.headerFields[.authorization]?.contains("content-type;x-amz-pay-authtoken;x-amz-pay-date") == true)
    #expect(!"\(account)".contains("token-1"))
  }
}
