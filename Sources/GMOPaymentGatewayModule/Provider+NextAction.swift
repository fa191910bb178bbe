import AmazonPayModule
public import FerryCheckout
import FerryCore
import FerryHTTP
public import FerryProvider
import GMOPaymentGateway

extension GMOPaymentGatewayProvider {
  public func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) throws(ProviderFailure) -> NextAction {
    switch step {
    case .select: return try pages.selection(input)
    case .change(let kind): return try pages.change(kind, input)
    case .pay: return try payment(input)
    }
  }

  /// GMO's page wants a form, and opens once.
  private func payment(_ input: NextActionInput) throws(ProviderFailure) -> NextAction {
    guard let order = try Record(input.record).order, order.isExecuted else {
      throw .misconfigured(reason: "There is no payment page of GMO's to go to.", fix: "Confirm the checkout first.")
    }
    guard let start = order.start, input.now < start.limit else { return .spent }
    guard shop.mayStart(at: start.url) else {
      throw .misconfigured(
        reason: "The payment page is at another address than the account's.",
        fix: "Set the base URL that the transaction was registered at.")
    }
    // The browser may have posted the form, and have come back.
    if let given = input.formGivenAt, start.readAt <= given, given <= input.now { return .askFirst }
    return .form(
      ProviderForm(
        action: start.url,
        fields: [
          ProviderForm.Field("AccessID", order.accessID), ProviderForm.Field("Token", start.token),
        ]))
  }
}
