import AmazonPaySandbox
import DemoShop
import FerryCore

extension ScriptedCheckout {
  /// One tablet of the demo shop, with its delivery prices: ¥9,520 in Tokyo.
  static let order = ShopMarket(Sandbox.market, accounts: []).sampleOrder
}

extension ScriptedPurchase {
  static let amazonPay = ScriptedPurchase(
    provider: Sandbox.id, language: .japanese, order: ScriptedCheckout.order)
}

extension ScriptedCheckout.Target {
  init(ferry: String, sandbox: String, secretKey: Secret<String>) {
    self.init(ferry: ferry, sandbox: sandbox, secretKey: secretKey, purchase: .amazonPay)
  }
}
