import AmazonPayModule
import AmazonPaySandbox
import FerryModule
import FerrySandbox
import GMOPaymentGatewayModule
import GMOPaymentGatewaySandbox
import PlacetoPayModule
import PlacetoPaySandbox
import SwedbankPayModule
import SwedbankPaySandbox

/// The payment providers of this program. A new one is one line in each list.
enum Providers {
  static let modules: [any ProviderModule.Type] = [
    AmazonPayRegistration.self, PlacetoPayRegistration.self, GMOPaymentGatewayRegistration.self,
    SwedbankPayRegistration.self,
  ]

  static let sandboxes: [any SandboxModule.Type] = [
    AmazonPaySandbox.Sandbox.self, PlacetoPaySandbox.Sandbox.self, GMOPaymentGatewaySandbox.Sandbox.self,
    SwedbankPaySandbox.Sandbox.self,
  ]

  /// Reads the accounts of all providers and reports every problem to `settings`.
  static func accounts(
    _ settings: inout SettingsReader, of modules: [any ProviderModule.Type] = modules
  ) -> [any ProviderAccount] {
    var accounts: [any ProviderAccount] = []
    for module in modules { accounts += module.accounts(&settings) }
    return accounts
  }
}
