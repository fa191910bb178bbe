extension AmazonPayClient {
  /// Changes a token of Amazon Pay's first API into one of this API; for solution providers.
  public func authorizationToken(mwsAuthToken: String, merchantId: String) async throws -> AuthorizationToken {
    try await perform(.getAuthorizationToken(mwsAuthToken: mwsAuthToken, merchantId: merchantId))
  }
}
