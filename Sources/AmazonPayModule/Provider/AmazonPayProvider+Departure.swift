import AmazonPay
public import FerryCheckout
import FerryCore
public import FerryProvider

extension AmazonPayProvider {
  public func nextAction(_ step: RoundTrips.Step, for visit: NextActionInput) throws(ProviderFailure) -> NextAction {
    switch step {
    case .select: try selection(visit)
    case .change(let kind): try change(kind, visit)
    case .pay: try payment(visit)
    }
  }

  /// The script opens Amazon's selection pages at once, with a payload that holds the return address and its nonce.
  private func selection(_ visit: NextActionInput) throws(ProviderFailure) -> NextAction {
    let content = visit.checkout.content
    // Found now, and not after the buyer has chosen everything: the account may have changed since.
    do { try check(content) } catch {
      throw .misconfigured(reason: error.detail, fix: "Compare the account with the one that the order was priced for.")
    }
    let ships = content.shipping != nil
    let payload: ButtonPayload
    do {
      payload = try ButtonPayload(
        storeId: account.storeId,
        checkoutReviewReturnUrl: visit.links.select,
        checkoutCancelUrl: visit.links.cancel,
        scopes: ships ? [.name, .email, .shippingAddress] : [.name, .email],
        countries: content.shipping?.countries,
        environment: account.environment)
    } catch {
      throw ProviderFailure(error)
    }
    let signed: SignedButtonPayload
    do {
      signed = try account.signer.signed(payload)
    } catch {
      throw .misconfigured(reason: "The button payload could not be signed.", fix: error.description)
    }
    let configuration = InitCheckoutConfiguration(
      merchantId: account.merchantId,
      ledgerCurrency: account.ledgerCurrency.code,
      sandbox: account.environment == .sandbox,
      checkoutLanguage: account.region.checkoutLanguage(for: visit.checkout.language),
      productType: ships ? .payAndShip : .payOnly,
      placement: "Checkout",
      createCheckoutSessionConfig: signed)
    return script("initCheckout", [json(configuration)], pressesButton: false)
  }

  private func change(_ kind: ChangeKind, _ visit: NextActionInput) throws(ProviderFailure) -> NextAction {
    guard let session = visit.checkout.session else {
      throw .misconfigured(
        reason: "There is no Amazon Pay session to change.", fix: "Let the buyer choose at Amazon first.")
    }
    let action = ChangeAction(
      amazonCheckoutSessionId: session, changeAction: kind == .address ? "changeAddress" : "changePayment")
    return script("bindChangeAction", [json(ProviderScript.button), json(action)], pressesButton: true)
  }

  private func payment(_ visit: NextActionInput) throws(ProviderFailure) -> NextAction {
    guard case .paying(let paying) = visit.checkout.phase, account.endpoint.mayRedirect(to: paying.page) else {
      throw .misconfigured(
        reason: "There is no payment page of Amazon to go to.", fix: "Read the checkout's phase before sending a buyer."
      )
    }
    return .redirect(paying.page)
  }

  private func script(_ function: String, _ arguments: [String], pressesButton: Bool) -> NextAction {
    .script(
      ProviderScript(
        source: account.endpoint.scriptURL,
        function: ["amazon", "Pay", function],
        arguments: arguments,
        pressesButton: pressesButton))
  }

  private func json(_ value: some Encodable) -> String { String(decoding: stableJSON(value), as: UTF8.self) }
}

/// The argument of the script's `initCheckout`.
private struct InitCheckoutConfiguration: Encodable {
  let merchantId: String
  let ledgerCurrency: String
  let sandbox: Bool
  let checkoutLanguage: String
  let productType: CheckoutSession.ProductType
  let placement: String
  let createCheckoutSessionConfig: SignedButtonPayload
}

/// The second argument of the script's `bindChangeAction`.
private struct ChangeAction: Encodable {
  let amazonCheckoutSessionId: String
  let changeAction: String
}
