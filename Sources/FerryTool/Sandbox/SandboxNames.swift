/// The ids that a sandbox is started with, in the forms that Amazon gives them: a shop that works with others here would
/// find out later.
enum SandboxNames {
  /// What is wrong with them, each with what to write.
  static func problems(merchantId: String, storeId: String, publicKeyId: String) -> [String] {
    var problems: [String] = []
    if !(10...16).contains(merchantId.utf8.count) || !merchantId.utf8.allSatisfy(isCapitalOrDigit) {
      problems.append("--merchant-id has to be 14 capitals and digits or a few less, such as A1B2C3D4E5F6G7.")
    }
    let prefix = "amzn1.application-oa2-client."
    let store = storeId.utf8.dropFirst(prefix.utf8.count)
    if !storeId.hasPrefix(prefix) || store.isEmpty || !store.allSatisfy({ (0x21...0x7E).contains($0) }) {
      problems.append("--store-id has to start with \(prefix) and to go on, as in \(prefix)0123.")
    }
    if publicKeyId.isEmpty || !publicKeyId.utf8.allSatisfy({ isCapitalOrDigit($0) || $0 == UInt8(ascii: "-") }) {
      problems.append("--public-key-id has to be of capitals, digits and hyphens, such as SANDBOX-MYKEY.")
    }
    return problems
  }

  /// What is wrong with the merchants who let the account act for them.
  static func problems(of delegating: [DelegatingMerchant], beside merchantId: String) -> [String] {
    delegating.compactMap { merchant in
      if merchant.merchantID == merchantId {
        return "--mws-auth-token has to name another merchant than --merchant-id, who lets this one act for it."
      }
      let isSound =
        (10...16).contains(merchant.merchantID.utf8.count) && merchant.merchantID.utf8.allSatisfy(isCapitalOrDigit)
      return isSound
        ? nil : "--mws-auth-token has to be a merchant id, = and a token, such as A2B3C4D5E6F7G8=amzn.mws.0123."
    }
  }

  private static func isCapitalOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
