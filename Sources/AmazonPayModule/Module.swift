import AmazonPay
public import ArgumentParser
public import FerryCheckout
public import FerryCore
public import FerryModule
public import FerryProvider

/// Amazon Pay's entry in the tool's list of providers.
public enum AmazonPayRegistration: ProviderModule {
  public static let id: ProviderID = "amazon-pay"
  public static let name = "Amazon Pay"
  public static let settingsFolder = "ferry.amazonPay"
  public static let buttonImage: ConfigurationKey? = .amazonButton(settingsFolder)
  public static let commands: [any ParsableCommand.Type] = [SignButtonCommand.self]

  public static func account(_ settings: inout AccountSettings) -> (any ProviderAccount)? {
    let image = settings.buttonImage(.amazonButton(settingsFolder))
    guard let provider = AmazonPayProvider(&settings), !settings.hasProblems else { return nil }
    return AmazonPayProviderAccount(provider, image: image)
  }
}

/// An Amazon Pay account of a server.
public struct AmazonPayProviderAccount: ProviderAccount {
  public var id: ProviderAccountID { amazonPay.account }
  public let amazonPay: AmazonPayProvider
  public let button: ButtonSource?

  /// - Parameter image: Of the button; nil for none.
  public init(_ amazonPay: AmazonPayProvider, image: ButtonImage?) {
    self.amazonPay = amazonPay
    button = ButtonSource(image: image, script: amazonPay.merchant.buttonScript)
  }

  public var name: String { AmazonPayRegistration.name }
  public var provider: any Provider { amazonPay }
  public var isSandbox: Bool { amazonPay.merchant.endpoint.isFerrySandbox }
  public var settlementReports: (any SettlementReports)? { AmazonPaySettlementReports(amazonPay.merchant) }

  public var facts: [String: String] {
    ["region": amazonPay.merchant.region.rawValue, "endpoint": amazonPay.merchant.endpoint.origin]
  }

  public func examine(_ connection: ProviderConnection) async -> [Finding] {
    await AccountExamination(id, amazonPay.merchant).findings(connection)
  }
}
