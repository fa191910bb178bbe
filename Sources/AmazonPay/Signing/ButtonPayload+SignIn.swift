extension ButtonPayload {
  /// What a sign-in button asks for: who the buyer is, and nothing to pay. The return address comes back with a
  /// `buyerToken`, to be given to Get Buyer.
  public struct SignIn: Hashable, Sendable {
    /// The shop, as registered in Seller Central.
    public var storeId: String
    /// At most 512 characters.
    public var signInReturnUrl: String
    /// Empty for Amazon's own choice.
    public var signInScopes: [Scope]

    /// Values are checked when a payload is made of it.
    public init(storeId: String, signInReturnUrl: String, signInScopes: [Scope] = []) {
      self.storeId = storeId
      self.signInReturnUrl = signInReturnUrl
      self.signInScopes = signInScopes
    }

    func check(_ limits: FieldLimits) throws(InvalidField) {
      try limits.require(storeId, "storeId")
      try limits.require(signInReturnUrl, "signInReturnUrl")
      try limits.check(address: signInReturnUrl, "signInReturnUrl")
    }
  }
}

extension ButtonPayload.SignIn: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder)
    try object.write(storeId, "storeId")
    try object.write(signInReturnUrl, "signInReturnUrl")
    try object.write(list: signInScopes, "signInScopes")
  }
}
