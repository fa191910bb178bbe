extension AmazonPayClient {
  /// Who has signed in.
  /// - Parameter token: The `buyerToken` that the sign-in return address came back with.
  public func buyer(token: String) async throws -> AmazonPayBuyer {
    try await perform(.getBuyer(token: token))
  }
}
