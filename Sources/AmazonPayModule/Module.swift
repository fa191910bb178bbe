import AmazonPay
public import ArgumentParser
public import FerryCheckout
public import FerryCore
public import FerryModule
import FerryProvider

/// Amazon Pay's entry in the tool's list of providers.
public enum AmazonPayRegistration: ProviderModule {
  public static let id: ProviderID = "amazon-pay"
  public static let name = "Amazon Pay"
  public static let settingsFolder = "ferry.amazonPay"
  public static let buttonImage: ConfigurationKey? = .amazonButton(settingsFolder)
  public static let commands: [any ParsableCommand.Type] = [SignButtonCommand.self]

  public static func account(_ settings: inout AccountSettings) -> (any ProviderAccount)? {
    AmazonPayProvider(&settings)
  }
}

extension AmazonPayProvider: ProviderAccount {
  public var name: String { AmazonPayRegistration.name }
  public var button: ButtonSource? { ButtonSource(image: options.buttonImage, script: merchant.buttonScript) }
  public var isSandbox: Bool { merchant.endpoint.isFerrySandbox }
  public var settlementReports: (any SettlementReports)? { AmazonPaySettlementReports(merchant) }
  public var facts: [String: String] { ["region": merchant.region.rawValue, "endpoint": merchant.endpoint.origin] }

  public func examine(_ connection: ProviderConnection) async -> [Finding] {
    await AccountExamination(account, merchant).findings(connection)
  }
}
