public import FerryCheckout
import FerryCore
import FerryHTTP
public import FerryProvider
import SwedbankPay

extension SwedbankPayProvider {
  /// The addresses of pages must not be kept for long ("Operations", Swedbank Pay documentation).
  static let pageLifetime = Duration.seconds(60)

  public func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) throws(ProviderFailure) -> NextAction {
    guard step == .pay else {
      throw .misconfigured(reason: "Swedbank Pay has no selection.", fix: "Let the buyer confirm and pay.")
    }
    let record = try Record(input.record)
    guard record.order != nil else {
      throw .misconfigured(reason: "The checkout has no payment order.", fix: "Confirm it first.")
    }
    guard let page = record.page else { return .spent }
    guard page.readAt <= input.now, input.now < page.readAt + Self.pageLifetime else { return .askFirst }
    // The order has the SDK's addresses, and that of version 2 another script: the buyer can pay it in the SDK only.
    guard record.sdk == nil else { return .spent }
    let view = view(try input.checkout.options(as: PaymentOptions.self), input.checkout)
    guard let address = view == .page ? page.redirect : page.script, merchant.isPayerPage(address) else {
      throw .misconfigured(
        reason: "There is no \(view.rawValue) of Swedbank Pay's to show.",
        fix: "Name the sites of payment pages in payerURLs.")
    }
    return view == .page ? .redirect(address) : .page(menu(address, input.checkout.language))
  }

  /// The Seamless View. Its other events keep the script's own behaviour: the browser goes to the return URLs, to the bank,
  /// or opens a window. `onEventNotification` observes all of them, `OnCheckoutLoaded` first, and replaces none ("Seamless view
  /// events", Swedbank Pay documentation).
  private func menu(_ script: String, _ language: Language) -> PaymentPage {
    let culture = Self.language(language).rawValue
    return PaymentPage(
      source: script, function: ["payex", "hostedView", "checkout"],
      configuration: #"{"container":{"checkout":"\#(PaymentPage.container)"},"culture":"\#(culture)"}"#,
      method: "open", failures: ["onError"], appearance: "onEventNotification")
  }
}
