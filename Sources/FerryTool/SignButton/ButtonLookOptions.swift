import AmazonPay
import ArgumentParser

/// How the button looks, and where it stands.
struct ButtonLookOptions: ParsableArguments {
  @Option(help: "What the button is for: PayAndShip, PayOnly or SignIn.")
  var product = ButtonConfiguration.ProductType.payAndShip

  @Option(help: "Where on the site it stands.")
  var placement: CheckoutButton.Placement

  @Option(help: "The colour. Without it Amazon's choice.")
  var color: CheckoutButton.Color?

  @Option(
    help: "The language: jp ja_JP; na en_US; eu en_GB, de_DE, fr_FR, it_IT, es_ES. Without it Amazon's choice.")
  var language: String?

  @Option(help: "What the order comes to as far as it is known.")
  var estimate: String?

  @Option(help: "The element that the button is shown in, as a CSS selector.")
  var selector = "#AmazonPayButton"

  @Flag(help: "Leave for Amazon at once in place of showing a button (initCheckout).")
  var initCheckout = false
}
