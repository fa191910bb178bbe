extension AmazonPayCall {
  /// Changes a token of Amazon Pay's first API into one of this API; for solution providers.
  /// - Throws: `InvalidField`.
  public static func getAuthorizationToken(mwsAuthToken: String, merchantId: String) throws(InvalidField)
    -> AmazonPayCall
  {
    guard !merchantId.isEmpty else { throw InvalidField(field: "merchantId", fault: .missing) }
    return try AmazonPayCall(.getAuthorizationToken, mwsAuthToken, query: [Parameter("merchantId", merchantId)])
  }
}
