extension AmazonPayCall {
  /// Who has signed in.
  /// - Parameter token: The `buyerToken` that the sign-in return address came back with.
  /// - Throws: `InvalidField`.
  public static func getBuyer(token: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getBuyer, token)
  }
}
