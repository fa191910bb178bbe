import FerryWeb

extension Asset {
  /// `checkout.js`: this script shows the button on a shop's page and redirects the buyer. Its interface is that of the Amazon
  /// Pay documentation. The button is a drawing without Amazon's artwork.
  ///
  /// The script sets styles property by property, because pages with a Content Security Policy refuse style elements and
  /// attributes. The buyer leaves by a form post, because the payload must arrive exactly as signed.
  static let checkoutScript = Asset("checkout", .js, PackageResources.checkout_js)

  /// The script of `WindowPage`.
  static let windowScript = Asset("amazon-pay-window", .js, PackageResources.amazon_pay_window_js)
}
