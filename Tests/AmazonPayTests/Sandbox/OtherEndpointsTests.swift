import AmazonPay
import FerryCore
import FerryHTTP
import Testing

@Suite("The client at the sandbox, other calls", .timeLimit(.minutes(10)))
struct OtherEndpointsTests {
  @Test("Gets a signed-in buyer by the token, within the scopes")
  func buyer() async throws {
    try await SandboxShop.run { shop in
      let signIn = ButtonPayload.SignIn(
        storeId: shop.account.storeId, signInReturnUrl: "http://localhost/in", signInScopes: [.email, .postalCode])
      let payload = try shop.account.signer.signed(ButtonPayload(signIn, in: .sandbox))
      let place = try await shop.signIn(payload, email: "hanako@example.test")
      let token = try #require(place.split(separator: "buyerToken=").last)
      let buyer = try await shop.client.send(.getBuyer(token: String(token)), as: AmazonPayBuyer.self)
      #expect(buyer.buyerId?.hasPrefix("amzn1.account.") == true)
      #expect(buyer.email == "hanako@example.test")
      #expect(buyer.name == nil)
      let failure = await #expect(throws: AmazonPayFailure.self) {
        try await shop.client.send(.getBuyer(token: "unknown"), as: AmazonPayBuyer.self)
      }
      #expect(failure?.cause == .notFound)
    }
  }

  @Test("Finalizes a session of a script, and reports a decline")
  func finalization() async throws {
    try await SandboxShop.run { shop in
      let id = try await shop.chosen().checkoutSessionId
      let done = try await shop.client.send(
        .finalizeCheckoutSession(
          id, CheckoutSessionFinalization(.authorizeWithCapture, .yen(700)), shop.key()),
        as: FinalizedCheckoutSession.self)
      let charge = try await shop.client.send(.getCharge(try #require(done.chargeId)), as: Charge.self)
      #expect(charge.chargePermissionId == done.chargePermissionId)
      #expect(charge.state == .known(.captured))
      #expect(charge.captureAmount?.money == .yen(700))
      let failure = await #expect(throws: AmazonPayFailure.self) {
        try await shop.client.send(
          .finalizeCheckoutSession(
            id, CheckoutSessionFinalization(.authorizeWithCapture, .yen(700)), shop.key()),
          as: FinalizedCheckoutSession.self)
      }
      #expect(failure?.kind == .unknownOutcome)
    }
  }

  @Test("Sends a tracking number")
  func deliveryTracker() async throws {
    try await SandboxShop.run { shop in
      let id = try #require(try await shop.completed(.authorize, .yen(100)).chargePermissionId)
      let tracker = DeliveryTracker(chargePermissionId: id, .init(trackingNumber: "1234", carrierCode: "YAMATO"))
      let answer = try await shop.client.send(.createDeliveryTracker(tracker, shop.key()), as: DeliveryTracker.self)
      #expect(answer.chargePermissionId == id)
      #expect(answer.deliveryDetails == tracker.deliveryDetails)
    }
  }

  @Test("Requests a report, waits for it, lists pages and downloads it")
  func reports() async throws {
    try await SandboxShop.run { shop in
      let client = shop.client
      let type = "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_REFUND_DATA_"
      var ids: Set<String> = []
      for _ in 0..<3 {
        ids.insert(
          try await client.send(
            .createReport(type: type, from: .signing, to: .signing + .seconds(60), shop.key()), as: Report.self
          ).reportId)
      }
      let id = try #require(ids.first)
      #expect(try await client.send(.getReport(id), as: Report.self).processingStatus == .known(.inProgress))
      try await shop.advance(seconds: 60)
      let report = try await client.send(.getReport(id), as: Report.self)
      #expect(report.processingStatus == .known(.completed))
      #expect(report.reportType == type)
      #expect(report.startTime == .signing)
      let document = try await client.send(
        .getReportDocument(try #require(report.reportDocumentId)), as: ReportDocument.self)
      #expect(document.url?.isEmpty == false)
      #expect(document.compressionAlgorithm == "N/A")
      var listed: Set<String> = []
      var filter = ReportFilter(types: [type], statuses: [.completed], pageSize: 2)
      repeat {
        let page = try await client.send(.listReports(filter), as: ReportPage.self)
        listed.formUnion(page.reports.map(\.reportId))
        filter.nextToken = page.nextToken
      } while filter.nextToken != nil
      #expect(listed == ids)
    }
  }

  @Test("Creates, gets and cancels a schedule")
  func schedules() async throws {
    try await SandboxShop.run { shop in
      let client = shop.client
      let id = try await client.send(
        .createReportSchedule(
          type: "_GET_A_", frequency: "P1D", next: .signing, shop.key()
        ), as: ReportSchedule.self
      ).reportScheduleId
      let schedule = try await client.send(.getReportSchedule(id), as: ReportSchedule.self)
      #expect(schedule.reportType == "_GET_A_")
      #expect(schedule.scheduleFrequency == "P1D")
      #expect(schedule.nextReportCreationTime == .signing)
      #expect(
        try await client.send(.listReportSchedules(types: ["_GET_A_"]), as: ReportScheduleList.self).reportSchedules
          == [schedule])
      _ = try await client.send(.cancelReportSchedule(id), as: UntypedAnswer.self)
      #expect(try await client.send(.listReportSchedules(), as: ReportScheduleList.self).reportSchedules.isEmpty)
    }
  }

  @Test("Lists disbursements of captures in pages")
  func disbursements() async throws {
    try await SandboxShop.run { shop in
      let start = SystemTime().now - .seconds(86_400)
      for _ in 0..<3 {
        _ = try await shop.completed(.authorizeWithCapture, .yen(700))
        try await shop.advance(seconds: 86_400)
      }
      var found: [Disbursement] = []
      var filter = DisbursementFilter(from: start, to: start + .seconds(10 * 86_400), pageSize: 2)
      repeat {
        let page = try await shop.client.send(.listDisbursements(filter), as: DisbursementPage.self)
        #expect(page.disbursements.count <= 2)
        found += page.disbursements
        filter.nextToken = page.nextToken
      } while filter.nextToken != nil
      #expect(found.map { $0.amount?.money } == [.yen(700), .yen(700), .yen(700)])
      #expect(Set(found.compactMap(\.amazonDisbursementReferenceId)).count == 3)
      filter = DisbursementFilter(from: start - .seconds(60), to: start)
      #expect(try await shop.client.send(.listDisbursements(filter), as: DisbursementPage.self).disbursements.isEmpty)
    }
  }

  @Test("A solution provider exchanges a merchant's token, and acts for the merchant with it")
  func delegation() async throws {
    try await SandboxShop.run { shop in
      let token = try await shop.client.send(
        .getAuthorizationToken(
          mwsAuthToken: SandboxShop.delegation.mwsAuthToken, merchantId: SandboxShop.delegation.merchantId),
        as: AuthorizationToken.self)
      let delegate = try shop.client(actingBy: token.authorizationToken)
      let new = NewCheckoutSession(
        storeId: SandboxShop.delegation.storeId, checkoutReviewReturnUrl: "http://localhost/review")
      let session = try await delegate.send(
        .createCheckoutSession(new, shop.key(), in: .sandbox), as: CheckoutSession.self
      ).checkoutSessionId
      #expect(
        try await delegate.send(.getCheckoutSession(session), as: CheckoutSession.self).checkoutSessionId == session)
      // The merchant's data, not the solution provider's.
      let foreign = await #expect(throws: AmazonPayFailure.self) {
        try await shop.client.send(.getCheckoutSession(session), as: CheckoutSession.self)
      }
      #expect(foreign?.cause == .account)
      let forged = try shop.client(actingBy: token.authorizationToken + "x")
      let refused = await #expect(throws: AmazonPayFailure.self) {
        try await forged.send(.getCheckoutSession(session), as: CheckoutSession.self)
      }
      #expect(refused?.reasonCode == .known(.invalidAuthorizationToken))
      let unknown = await #expect(throws: AmazonPayFailure.self) {
        try await shop.client.send(
          .getAuthorizationToken(
            mwsAuthToken: "amzn.mws.other", merchantId: SandboxShop.delegation.merchantId), as: AuthorizationToken.self)
      }
      #expect(unknown?.cause == .request)
    }
  }
}
