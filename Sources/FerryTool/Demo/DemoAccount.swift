import FerryCore
import FerryHTTP
import FerryModule
import FerrySandbox

/// The demo's account at its sandbox, as settings that the production reader reads.
enum DemoAccount {
  private static let folder = "ferry.amazonPay.test"

  /// - Parameters:
  ///   - quietSeconds: When the provider is asked about a silent buyer, with commas between; nil for the usual times.
  ///   - notificationRoot: The certificate of the authority that signs the sandbox's notifications, in PEM; nil for none.
  /// - Throws: `DemoFolder.Problem`, `ConfigurationProblems`.
  static func accounts(
    _ folder: DemoFolder, _ sites: DemoSites, quietSeconds: String? = nil, notificationRoot: String? = nil
  ) throws -> [any ProviderAccount] {
    var values = [
      "merchantID": Demo.merchantID, "storeID": Demo.storeID, "publicKeyID": Demo.publicKeyID, "region": "jp",
      "privateKey": try folder.signingKey().reveal(), "storeName": "Minato Store", "sandboxURL": sites.sandbox.text,
    ]
    values["quietSeconds"] = quietSeconds
    if notificationRoot != nil {
      values["notificationTopics"] = AmazonPayNotificationSettings().topicARN
      values["confirmsSubscriptions"] = "yes"
      values["notificationRootFile"] = "sandbox"
    }
    let settings = Dictionary(uniqueKeysWithValues: values.map { ("\(Self.folder).\($0.key)", $0.value) })
    var reader = SettingsReader(settings) { _ in notificationRoot }
    let accounts = Providers.accounts(&reader)
    try reader.requireNoProblems()
    return accounts
  }
}
