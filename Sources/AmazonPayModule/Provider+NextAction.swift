import AmazonPay
public import FerryCheckout
import FerryCore
public import FerryProvider

extension AmazonPayProvider {
  public func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) throws(ProviderFailure) -> NextAction {
    switch step {
    case .select:
      // The account may have changed since the order was created: better refused now than after the buyer's selection.
      do { try check(input.checkout.content) } catch {
        throw .misconfigured(
          reason: error.detail, fix: "Compare the account with the one that the order was priced for.")
      }
      return try pages.selection(input)
    case .change(let kind): return try pages.change(kind, input)
    case .pay: return try payment(input)
    }
  }

  public func session(inReturn query: [(name: String, value: String)]) -> String? { pages.session(inReturn: query) }

  private var pages: AmazonSelectionPages { AmazonSelectionPages(merchant) }

  private func payment(_ input: NextActionInput) throws(ProviderFailure) -> NextAction {
    guard let page = input.checkout.paymentPage, merchant.endpoint.mayRedirect(to: page) else {
      throw .misconfigured(
        reason: "There is no payment page of Amazon to go to.", fix: "Read the checkout's phase before sending a buyer."
      )
    }
    return .redirect(page)
  }
}
