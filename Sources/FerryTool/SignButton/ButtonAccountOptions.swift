import AmazonPay
import ArgumentParser
import FerryCore

/// Whose button it is.
struct ButtonAccountOptions: ParsableArguments {
  @Option(help: "The private key's file (.pem), or - for the standard input.")
  var key: String

  @Option(help: "The public key's id. Its prefix SANDBOX- or LIVE- says where payments go.")
  var publicKeyId: String

  @Option(help: "The merchant id, as Seller Central shows it.")
  var merchantId: String

  @Option(help: "The store id: amzn1.application-oa2-client....")
  var storeId: String

  @Option(help: "Where the account is registered: jp, eu (de, uk) or na (us).")
  var region = "jp"

  @Option(help: "The ledger's currency. Without it the region's: JPY, EUR (or GBP), USD.")
  var currency: String?

  @Flag(help: "The sandbox, for keys whose id has no prefix.")
  var sandbox = false

  @Option(help: "The signature's algorithm. The other is AMZN-PAY-RSASSA-PSS, with a shorter salt.")
  var algorithm = AmazonPayAlgorithm.v2

  @Option(help: "A stand-in for Amazon, such as http://127.0.0.1:3081; then checkout.js comes from there.")
  var endpoint: String?

  /// - Throws: `CommandFailure`, `AmazonPayAccountProblems`.
  func account(privateKey: Secret<String>) throws -> AmazonPayAccount {
    guard let region = AmazonPayRegion(alias: region) else {
      throw CommandFailure("There is no region \(region). Give jp, eu or na.")
    }
    var ledger: Currency?
    if let currency {
      guard let known = Currency(currency.uppercased()) else {
        throw CommandFailure("There is no currency \(currency). Give \(region.ledgerCurrencies[0].code).")
      }
      ledger = known
    }
    let own = AmazonPayEnvironment(ofPublicKeyId: publicKeyId)
    return try AmazonPayAccount(
      mode: sandbox ? .test : own?.mode ?? .live, region: region, merchantId: merchantId, storeId: storeId,
      publicKeyId: publicKeyId, privateKeyPEM: privateKey, ledgerCurrency: ledger, standIn: endpoint,
      algorithm: algorithm)
  }
}
