import AmazonPay
import FerryCore
import FerryHTTP
import Testing

@Suite("The client at the sandbox, over HTTP", .timeLimit(.minutes(10)))
struct ClientAgainstSandboxTests {
  @Test(
    "A purchase with and without a key prefix, signed by either algorithm",
    arguments: SandboxShop.keyIds, AmazonPayAlgorithm.allCases)
  func purchase(publicKeyId: String, algorithm: AmazonPayAlgorithm) async throws {
    try await SandboxShop.run(publicKeyId: publicKeyId, algorithm: algorithm) { shop in
      let client = shop.client
      let begun = try await shop.chosen()
      #expect(begun.state == .known(.open))
      #expect(begun.constraints.map(\.kind).contains(.known(.buyerNotAssociated)))
      let id = begun.checkoutSessionId
      let session = try await client.send(.getCheckoutSession(id), as: CheckoutSession.self)
      #expect(session.buyer?.email?.isEmpty == false)
      #expect(session.shippingAddress?.countryCode == "JP")
      #expect(session.releaseEnvironment == .known(.sandbox))

      var update = CheckoutSessionUpdate(
        checkoutResultReturnUrl: "http://localhost/result", payment: RequestedPayment(.authorize, .yen(9878)))
      update.merchantMetadata = MerchantMetadata(merchantReferenceId: "ORDER-1", noteToBuyer: "ありがとうございます 🎁")
      let updated = try await client.send(.updateCheckoutSession(id, update, in: .sandbox), as: CheckoutSession.self)
      #expect(updated.webCheckoutDetails?.amazonPayRedirectUrl != nil)
      #expect(updated.paymentDetails?.chargeAmount?.money == .yen(9878))
      #expect(updated.merchantMetadata?.noteToBuyer == "ありがとうございます 🎁")
      try await shop.buyer("approve", id)
      let completed = try await client.send(
        .completeCheckoutSession(id, .yen(9878), shop.key()), as: CheckoutSession.self)
      #expect(completed.state == .known(.completed))

      let charge = try await client.send(.getCharge(try #require(completed.chargeId)), as: Charge.self)
      #expect(charge.state == .known(.authorized))
      #expect(charge.refundable == nil)
      #expect(throws: InvalidField.self) { try charge.check(capture: .yen(9879)) }
      let captured: Charge = try await client.send(.captureCharge(charge.chargeId, .yen(9000), shop.key()))
      #expect(captured.state == .known(.captured))
      #expect(captured.captureAmount?.money == .yen(9000))
      #expect(captured.refundable == .yen(10_350))
      #expect(throws: InvalidField.self) { try captured.check(refund: .yen(10_351)) }

      let refund: Refund = try await client.send(.createRefund(ofCharge: captured.chargeId, .yen(4000), shop.key()))
      #expect(refund.state == .known(.refundInitiated))
      try await shop.advance(seconds: 60)
      let refunded = try await client.send(.getRefund(refund.refundId), as: Refund.self)
      #expect(refunded.state == .known(.refunded))
      #expect(refunded.refundAmount?.money == .yen(4000))
      #expect(try await client.send(.getCharge(captured.chargeId), as: Charge.self).refundable == .yen(6350))
    }
  }

  @Test("Creates, cancels and captures charges of a permission up to the limit, and closes it")
  func permission() async throws {
    try await SandboxShop.run { shop in
      let client = shop.client
      let session = try await shop.completed(.confirm, .yen(5000), total: .yen(8000))
      #expect(session.chargeId == nil)
      let id = try #require(session.chargePermissionId)
      let permission = try await client.send(.getChargePermission(id), as: ChargePermission.self)
      #expect(permission.state == .known(.chargeable))
      #expect(permission.chargePermissionType == .known(.oneTime))
      #expect(permission.buyer?.email?.isEmpty == false)
      let balance = try #require(permission.limits?.amountBalance?.money)
      #expect(throws: InvalidField.self) { try AmountRules.check(charge: balance.adding(.yen(1)), balance: balance) }

      let first = try await client.send(
        .createCharge(NewCharge(chargePermissionId: id, .yen(1000)), shop.key(), in: .sandbox), as: Charge.self)
      #expect(first.state == .known(.authorized))
      let cancelled = try await client.send(.cancelCharge(first.chargeId, reason: "buyer asked"), as: Charge.self)
      #expect(cancelled.state == .known(.canceled))
      #expect(cancelled.statusDetails.reason == .known(.merchantCanceled))
      var second = NewCharge(chargePermissionId: id, .yen(2000), captureNow: true)
      second.merchantMetadata = MerchantMetadata(merchantReferenceId: "ORDER-2")
      second.channel = "Web"
      second.chargeInitiator = .buyerOnce
      let captured = try await client.send(.createCharge(second, shop.key(), in: .sandbox), as: Charge.self)
      #expect(captured.state == .known(.captured))
      #expect(captured.chargePermissionId == id)

      let changed = try await client.send(
        .updateChargePermission(
          id, ChargePermissionUpdate(merchantMetadata: MerchantMetadata(merchantReferenceId: "ORDER-3"))),
        as: ChargePermission.self)
      #expect(changed.merchantMetadata?.merchantReferenceId == "ORDER-3")
      let closed = try await client.send(
        .closeChargePermission(id, reason: "Delivered in full", cancelPendingCharges: true), as: ChargePermission.self)
      #expect(closed.state == .known(.closed))
      #expect(closed.statusDetails.explanations.map(\.reason) == [.known(.merchantClosed)])
      #expect(closed.statusDetails.explanations.map(\.text) == ["Delivered in full"])
    }
  }

  @Test(
    "Distinguishes declines, limits, wrong states, missing objects and unsupported calls")
  func refusals() async throws {
    try await SandboxShop.run { shop in
      let client = shop.client
      func cause(_ call: AmazonPayCall) async -> AmazonPayCodes.Cause? {
        do {
          _ = try await client.send(call, as: UntypedAnswer.self)
          return nil
        } catch {
          return (error as? AmazonPayFailure)?.cause
        }
      }
      let id = try #require(try await shop.completed(.confirm, .yen(5000)).chargePermissionId)
      let charge = NewCharge(chargePermissionId: id, .yen(100))
      for code: AmazonPaySimulation.Code in [.softDeclined, .hardDeclined, .amazonRejected, .transactionTimedOut] {
        let call = try AmazonPayCall.createCharge(charge, shop.key(), in: .sandbox)
          .simulating(AmazonPaySimulation(code, for: shop.account))
        #expect(await cause(call) == .declined, "\(code)")
      }
      let unknown = try AmazonPayCall.createCharge(charge, shop.key(), in: .sandbox)
        .simulating(AmazonPaySimulation(text: "Sunshine", for: shop.account))
      #expect(await cause(unknown) == .request)
      let large = NewCharge(chargePermissionId: id, .yen(5001))
      #expect(try await cause(.createCharge(large, shop.key(), in: .sandbox)) == .limitExceeded)
      #expect(try await cause(.getCharge("S03-0000000-0000000-C000000")) == .notFound)
      _ = try await client.send(.closeChargePermission(id, reason: "done"), as: ChargePermission.self)
      #expect(try await cause(.createCharge(charge, shop.key(), in: .sandbox)) == .notPossible)
      let update = ChargePermissionUpdate(merchantMetadata: MerchantMetadata(merchantReferenceId: "X"))
      #expect(try await cause(.updateChargePermission(id, update)) == .notPossible)
      // For payment service providers only.
      #expect(try await cause(.updateCharge("S03-0000000-0000000-C000000", [:])) == .account)
    }
  }

  @Test("Repeats the first answer for the same key and bytes, and refuses other bytes")
  func idempotency() async throws {
    try await SandboxShop.run { shop in
      let id = try #require(try await shop.completed(.confirm, .yen(5000)).chargePermissionId)
      let key = try shop.key()
      let first = try await shop.client.send(
        .createCharge(NewCharge(chargePermissionId: id, .yen(100)), key, in: .sandbox), as: Charge.self)
      let again = try await shop.client.send(
        .createCharge(NewCharge(chargePermissionId: id, .yen(100)), key, in: .sandbox), as: Charge.self)
      #expect(first == again)
      let failure = await #expect(throws: AmazonPayFailure.self) {
        try await shop.client.send(
          .createCharge(NewCharge(chargePermissionId: id, .yen(101)), key, in: .sandbox), as: Charge.self)
      }
      #expect(failure?.kind == .unknownOutcome)
      #expect(failure?.reasonCode == .known(.duplicateIdempotencyKey))
    }
  }

  @Test("A pending authorization is decided later")
  func pending() async throws {
    try await SandboxShop.run { shop in
      let id = try await shop.chosen().checkoutSessionId
      let update = CheckoutSessionUpdate(
        checkoutResultReturnUrl: "http://localhost/result",
        payment: RequestedPayment(.authorize, .yen(500), canHandlePendingAuthorization: true))
      _ = try await shop.client.send(.updateCheckoutSession(id, update, in: .sandbox), as: CheckoutSession.self)
      try await shop.buyer("approve", id)
      let call = try AmazonPayCall.completeCheckoutSession(id, .yen(500), shop.key())
        .simulating(AmazonPaySimulation(.authorizationInitiated, for: shop.account))
      let session: CheckoutSession = try await shop.client.send(call)
      let charge = try #require(session.chargeId)
      #expect(try await shop.client.send(.getCharge(charge), as: Charge.self).state == .known(.authorizationInitiated))
      try await shop.advance(seconds: 60)
      #expect(try await shop.client.send(.getCharge(charge), as: Charge.self).state == .known(.authorized))
    }
  }

  @Test("Accepts and returns the members for recurring payments, saved payment methods and deliveries")
  func fields() async throws {
    try await SandboxShop.run { shop in
      let recurring = try await shop.chosen {
        $0.chargePermissionType = .recurring
        $0.recurringMetadata = RecurringMetadata(frequency: .init(.month, 1), amount: .yen(980))
        $0.deliverySpecifications = DeliverySpecifications(
          specialRestrictions: [.noPostOfficeBoxes],
          addressRestrictions: .init(.allowed, ["JP": .init(statesOrRegions: ["東京都"])]))
        $0.payment = RequestedPayment(
          .authorize, .yen(980), totalOrderAmount: .yen(980), allowOvercharge: false, extendExpiration: true,
          estimateOrderTotal: .yen(980))
        $0.merchantMetadata = MerchantMetadata(
          merchantReferenceId: "R", merchantStoreName: "S", noteToBuyer: "N", customInformation: "C")
        $0.providerMetadata = ProviderMetadata(providerReferenceId: "P")
        $0.supplementaryData = "{}"
        $0.platformId = "P"
      }
      let read = try await shop.client.send(.getCheckoutSession(recurring.checkoutSessionId), as: CheckoutSession.self)
      #expect(read.chargePermissionType == .known(.recurring))
      #expect(read.recurringMetadata?.frequency?.unit == .known(.month))
      #expect(read.recurringMetadata?.frequency?.value == 1)
      #expect(read.merchantMetadata?.customInformation == "C")
      let saved = try await shop.chosen {
        $0.chargePermissionType = .paymentMethodOnFile
        $0.paymentMethodOnFileMetadata = PaymentMethodOnFileMetadata(setupOnly: true)
      }
      let wallet = try await shop.client.send(.getCheckoutSession(saved.checkoutSessionId), as: CheckoutSession.self)
      #expect(wallet.chargePermissionType == .known(.paymentMethodOnFile))
    }
  }
}
