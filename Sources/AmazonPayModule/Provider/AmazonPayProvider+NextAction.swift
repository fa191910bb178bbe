import AmazonPay
public import FerryCheckout
import FerryCore
public import FerryProvider

extension AmazonPayProvider {
  public func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) throws(ProviderFailure) -> NextAction {
    switch step {
    case .select: try selection(input)
    case .change(let kind): try change(kind, input)
    case .pay: try payment(input)
    }
  }

  /// The script opens Amazon's selection pages at once, with a payload that holds the return URL and its nonce.
  private func selection(_ input: NextActionInput) throws(ProviderFailure) -> NextAction {
    let content = input.checkout.content
    // The account may have changed since the order was created: better refused now than after the buyer's selection.
    do { try check(content) } catch {
      throw .misconfigured(reason: error.detail, fix: "Compare the account with the one that the order was priced for.")
    }
    let ships = content.shipping != nil
    var session = NewCheckoutSession(
      storeId: merchant.storeId, checkoutReviewReturnUrl: input.returnURLs.select,
      checkoutCancelUrl: input.returnURLs.cancel)
    session.scopes = ships ? [.name, .email, .shippingAddress] : [.name, .email]
    session.deliverySpecifications = content.shipping?.countries.map { DeliverySpecifications(countries: $0) }
    let button = CheckoutButton(
      ships ? .payAndShip(session) : .payOnly(session), placement: .checkout,
      language: merchant.region.checkoutLanguage(for: input.checkout.language))
    do {
      return script("initCheckout", [json(try ButtonConfiguration(button, for: merchant))], pressesButton: false)
    } catch let field as InvalidField {
      throw ProviderFailure(field)
    } catch {
      throw .misconfigured(reason: "The button payload could not be signed.", fix: "\(error)")
    }
  }

  private func change(_ kind: ChangeKind, _ input: NextActionInput) throws(ProviderFailure) -> NextAction {
    guard let session = input.checkout.session else {
      throw .misconfigured(
        reason: "There is no Amazon Pay session to change.", fix: "Let the buyer select at Amazon first.")
    }
    let action = ChangeAction(
      amazonCheckoutSessionId: session, changeAction: kind == .address ? "changeAddress" : "changePayment")
    return script("bindChangeAction", [json(ProviderScript.button), json(action)], pressesButton: true)
  }

  private func payment(_ input: NextActionInput) throws(ProviderFailure) -> NextAction {
    guard case .paying(let paying) = input.checkout.phase, merchant.endpoint.mayRedirect(to: paying.page) else {
      throw .misconfigured(
        reason: "There is no payment page of Amazon to go to.", fix: "Read the checkout's phase before sending a buyer."
      )
    }
    return .redirect(paying.page)
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

/// The second argument of the script's `bindChangeAction`.
private struct ChangeAction: Encodable {
  let amazonCheckoutSessionId: String
  let changeAction: String
}
