public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryModule

/// The test bank's entry in a list of providers.
public enum BankRegistration: ProviderModule {
  public static let id: ProviderID = "test-bank"
  public static let name = "Test Bank"
  public static let settingsFolder = "ferry.testBank"

  public static func account(_ settings: inout AccountSettings) -> (any ProviderAccount)? { BankProvider(&settings) }
}

extension BankProvider: ProviderAccount {
  var name: String { BankRegistration.name }
  var isSandbox: Bool { Loopback.isAddress(site) }
  var facts: [String: String] { ["address": site] }
}
