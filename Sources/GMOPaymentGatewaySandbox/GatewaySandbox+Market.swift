import AmazonPaySandbox
public import FerryCore

extension GatewaySandbox {
  /// Japan, in yen, as at Amazon Pay.
  public static var market: Market { AmazonPaySandbox.Sandbox.market }
}
