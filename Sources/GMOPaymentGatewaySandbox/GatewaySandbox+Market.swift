import AmazonPaySandbox
public import FerryCore
public import FerryWeb

extension GatewaySandbox {
  /// Japan, in yen, as at Amazon Pay.
  public static var market: Market { AmazonPaySandbox.Sandbox.market }

  public static let paymentOptions = [PaymentOption.chargedLater]
}
