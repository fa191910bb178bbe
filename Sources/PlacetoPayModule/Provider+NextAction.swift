public import FerryCheckout
import FerryCore
public import FerryProvider
import PlacetoPay

extension PlacetoPayProvider {
  public func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) throws(ProviderFailure) -> NextAction {
    guard step == .pay else {
      throw .misconfigured(reason: "PlacetoPay has no selection.", fix: "Let the buyer confirm and pay.")
    }
    let record = try Record(input.record)
    if record.session != nil, record.page == nil { return .spent }
    guard let page = record.page, merchant.mayRedirect(to: page) else {
      throw .misconfigured(
        reason: "There is no page of PlacetoPay's to go to.",
        fix: "Confirm the checkout first, and set the address that its session was made at.")
    }
    return .redirect(page)
  }
}
