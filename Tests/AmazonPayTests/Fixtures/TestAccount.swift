import AmazonPay
import FerryCore
import FerryTesting

/// The account of the tests.
enum TestAccount {
  static let storeId = "amzn1.application-oa2-client.00000000000000000000000000000000"
  static let publicKeyId = "SANDBOX-AHEXAMPLEKEYID0000000000"

  static func make(
    mode: Mode = .test, region: AmazonPayRegion = .japan, publicKeyId: String = publicKeyId, sandboxURL: String? = nil
  ) throws -> AmazonPayAccount {
    try AmazonPayAccount(
      mode: mode, region: region, merchantId: "A1B2C3D4E5F6G7", storeId: storeId, publicKeyId: publicKeyId,
      privateKeyPEM: Secret(SigningTestKey.privateKey), sandboxURL: sandboxURL)
  }
}

extension Moment {
  /// 2025-01-02T03:04:05Z.
  static let signing = Moment(milliseconds: 1_735_787_045_000)
}
