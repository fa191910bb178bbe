import FerryWeb

extension AmazonPayLedger {
  /// Changes a token of the first API, which a merchant has given a solution provider, into one of this API.
  func getAuthorizationToken(_ request: AmazonPayRequest) throws(AmazonPayRefusal) -> (Int, JSONValue) {
    guard let merchantID = request.query["merchantId"], !merchantID.isEmpty else { throw .missingValue("merchantId") }
    let tokens = merchants[merchantID]?.delegationTokens(of: request.owner.merchantID) ?? []
    guard let token = tokens.first(where: { $0.mwsAuthToken == request.id }) else {
      throw .invalidValue("mwsAuthToken", "the merchant has not given this account such a token")
    }
    return (200, ["authorizationToken": .string(token.text)])
  }
}
