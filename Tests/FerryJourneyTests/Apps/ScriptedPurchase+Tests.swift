import AmazonPaySandbox
import DemoShop
import FerryCore
import FerrySimulation

extension ScriptedCheckout {
  static let order = ProviderBench.amazonPay.order
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
