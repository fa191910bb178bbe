public import FerryHTTP

/// Stored payment methods and check-in. Tokens never leave the server.
extension SwedbankPayCall {
  /// Gets the tokens of a payer. The answer is a `PayerTokens`.
  public static func getTokens(
    payerReference: String, version: APIVersion = .v3_1
  ) throws(InvalidField) -> SwedbankPayCall {
    try FieldRules.notEmpty(payerReference, "/payerReference")
    return SwedbankPayCall(.getTokens, .get, EntryPoint.tokens(ofPayer: payerReference).text, version)
  }

  /// Deletes one token. The answer is a `TokenDeletion`.
  /// - Throws: `InvalidField`, also if the deletion is not offered.
  public static func deleteToken(
    _ token: PayerTokens.Token, comment: String, version: APIVersion = .v3_1
  ) throws(InvalidField) -> SwedbankPayCall {
    try deleteTokens(token.operations, comment, version)
  }

  /// Deletes all tokens of a payer. The answer is a `TokenDeletion`.
  /// - Throws: `InvalidField`, also if the deletion is not offered.
  public static func deleteAllTokens(
    _ tokens: PayerTokens, comment: String, version: APIVersion = .v3_1
  ) throws(InvalidField) -> SwedbankPayCall {
    try deleteTokens(tokens.operations, comment, version)
  }

  private static func deleteTokens(
    _ operations: [ResourceOperation], _ comment: String, _ version: APIVersion
  ) throws(InvalidField) -> SwedbankPayCall {
    try FieldRules.notEmpty(comment, "/comment")
    let rels: [Rel] = [
      .deletePaymentTokens, .deleteRecurrenceTokens, .deleteUnscheduledTokens, .deletePayerOwnedTokens,
    ]
    guard let offered = rels.compactMap({ operations[$0] }).first else {
      throw InvalidField("/operations", "Swedbank Pay does not offer the deletion now. Get the payer's tokens again.")
    }
    return SwedbankPayCall(
      .deleteTokens, offered.method, offered.href, version, ["state": "Deleted", "comment": comment])
  }

  /// Starts a check-in of version 2.0. The answer is a `CheckIn` with the script for the payer.
  /// - Parameter shippingCountries: ISO 3166-1, two capital letters each; nil to ask for no shipping address.
  public static func startCheckIn(
    language: PageLanguage, shippingCountries: [String]?
  ) throws(InvalidField) -> SwedbankPayCall {
    if let shippingCountries {
      let pointer = "/shippingAddressRestrictedToCountryCodes"
      if shippingCountries.isEmpty { throw InvalidField(pointer, "Write at least one country.") }
      for (index, country) in shippingCountries.enumerated() { try FieldRules.country(country, "\(pointer)/\(index)") }
    }
    struct Content: Encodable {
      let operation = "initiate-consumer-session"
      let language: PageLanguage
      let shippingAddressRestrictedToCountryCodes: [String]?
      let requireShippingAddress: Bool
    }
    return SwedbankPayCall(
      .startCheckIn, .post, EntryPoint.consumers.text, .v2,
      Content(
        language: language, shippingAddressRestrictedToCountryCodes: shippingCountries,
        requireShippingAddress: shippingCountries != nil))
  }
}
