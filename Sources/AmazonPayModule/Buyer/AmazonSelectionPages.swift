public import AmazonPay
import Crypto
public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryProvider

/// Buyers select and change address and card on these pages of Amazon. Amazon Pay uses them, and so does every payment
/// service provider that processes payments of Amazon Pay.
public struct AmazonSelectionPages: Sendable {
  /// The merchant's account at Amazon, whose key signs the payload.
  public let merchant: AmazonPayAccount
  /// Amazon's name of the payment service provider that processes the payment, such as `gmopg`; nil for Amazon itself.
  public let processor: String?

  public init(_ merchant: AmazonPayAccount, processor: String? = nil) {
    self.merchant = merchant
    self.processor = processor
  }

  /// The script that opens the selection pages at once. The payload holds the return URL and its nonce.
  /// - Throws: `ProviderFailure.misconfigured` if Amazon would refuse the payload.
  public func selection(_ input: NextActionInput) throws(ProviderFailure) -> NextAction {
    let content = input.checkout.content
    let ships = content.shipping != nil
    var session = NewCheckoutSession(
      storeId: merchant.storeId, checkoutReviewReturnUrl: input.returnURLs.select,
      checkoutCancelUrl: input.returnURLs.cancel)
    session.scopes = ships ? [.name, .email, .shippingAddress] : [.name, .email]
    session.deliverySpecifications = content.shipping.flatMap { DeliverySpecifications($0) }
    session.processorSpecifications = processor.map { ProcessorSpecifications(name: $0) }
    let button = CheckoutButton(
      ships ? .payAndShip(session) : .payOnly(session), placement: .checkout,
      language: merchant.region.checkoutLanguage(for: input.checkout.language))
    do {
      return script("initCheckout", [json(try ButtonConfiguration(button, for: merchant))], pressesButton: false)
    } catch let error as SigningError {
      throw .misconfigured(reason: "The button payload could not be signed.", fix: "\(error)")
    } catch {
      throw ProviderFailure(planningFor: "Amazon Pay", error)
    }
  }

  /// The script that opens the change of address or card, in the checkout's session.
  /// - Throws: `ProviderFailure.misconfigured` without a session.
  public func change(_ kind: ChangeKind, _ input: NextActionInput) throws(ProviderFailure) -> NextAction {
    guard let session = input.checkout.session else {
      throw .misconfigured(
        reason: "There is no Amazon Pay session to change.", fix: "Let the buyer select at Amazon first.")
    }
    let action = [
      "amazonCheckoutSessionId": session, "changeAction": kind == .address ? "changeAddress" : "changePayment",
    ]
    return script("bindChangeAction", [json(ProviderScript.button), json(action)], pressesButton: true)
  }

  /// The session's id in the query of a return URL. It proves nothing.
  public func session(inReturn query: [(name: String, value: String)]) -> String? {
    let ids = query.filter { $0.name == "amazonCheckoutSessionId" }
    guard ids.count == 1, AmazonPayCall.isWellFormed(ids[0].value) else { return nil }
    return ids[0].value
  }

  private func script(_ function: String, _ arguments: [String], pressesButton: Bool) -> NextAction {
    .script(
      ProviderScript(
        source: merchant.endpoint.scriptURL,
        function: ["amazon", "Pay", function],
        arguments: arguments,
        pressesButton: pressesButton))
  }

  private func json(_ value: some Encodable) -> String { String(decoding: stableJSON(value), as: UTF8.self) }
}

extension Selection {
  /// The buyer's selection at Amazon, without personal data, whichever provider reports it.
  /// - Parameters:
  ///   - destination: Everything that distinguishes one buyer and address from another, always in the same order.
  ///   - paymentDescriptor: Amazon's words for the card.
  ///   - address: Nil if nothing is delivered. The selection keeps its region and country, and the rule's answer.
  ///   - shipping: The order's rule.
  ///   - secret: The key of the digests, the same for all answers of a checkout.
  public init(
    destination: [String?], paymentDescriptor: String?, address: AddressBody?, shipping: ShippingRule?, secret: String
  ) {
    self.init(
      fingerprint: Self.digest(destination + [paymentDescriptor], secret),
      destination: Self.digest(destination, secret), region: address?.region, country: address?.country,
      delivery: address.flatMap { shipping?.delivery(to: $0) })
  }

  private static func digest(_ parts: [String?], _ secret: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: stableJSON(parts), using: SymmetricKey(data: Array(secret.utf8)))
    return Base64URL.encode(Array(code))
  }
}
