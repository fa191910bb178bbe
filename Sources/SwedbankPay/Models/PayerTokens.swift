public import FerryCore
public import FerryHTTP

/// The stored payment methods of a payer ("Tokens", Swedbank Pay documentation). It prints as "redacted".
public struct PayerTokens: Sendable, Redacted {
  public let payerReference: String
  public let tokens: [Token]
  public let operations: [ResourceOperation]

  /// A token with its payment method. It prints as "redacted".
  public struct Token: Sendable, Redacted {
    public let kind: Open<TokenKind>
    public let token: Secret<String>
    public let instrument: Open<Instrument>?
    /// The payment method for people: a masked card number.
    public let displayName: String?
    /// `expiryDate`, `cardBrand` and others.
    public let instrumentParameters: [String: UntypedJSON]
    public let operations: [ResourceOperation]
  }
}

extension PayerTokens: SwedbankPayAnswer {
  public init(httpStatus: Int, body: [UInt8]) throws {
    self = try Envelope(json: body).tokens
  }

  public func answers(_ call: SwedbankPayCall) -> Bool {
    call.operation == .getTokens && call.target == EntryPoint.tokens(ofPayer: payerReference).text
  }

  /// The object around the tokens, which has an older name, too.
  private struct Envelope: Decodable {
    let tokens: PayerTokens

    init(from decoder: any Decoder) throws {
      var object = try LenientObject(decoder)
      let list = try object.readable("payerOwnedTokens", as: List.self) ?? object.required("payerOwnedPaymentTokens")
      tokens = PayerTokens(
        payerReference: list.payerReference, tokens: list.tokens, operations: object.values("operations"))
    }
  }

  private struct List: Decodable {
    let payerReference: String
    let tokens: [Token]

    init(from decoder: any Decoder) throws {
      var object = try LenientObject(decoder)
      payerReference = try object.required("payerReference")
      tokens = object.values("tokens") + object.values("paymentTokens")
    }
  }
}

extension PayerTokens.Token: Decodable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    if let text = object.value("paymentToken", as: String.self) {
      kind = .known(.payment)
      token = Secret(text)
    } else {
      kind = Open(try object.required("tokenType", as: String.self).lowercasingFirst)
      token = Secret(try object.required("token"))
    }
    instrument = object.value("instrument")
    displayName = object.text("instrumentDisplayName")
    instrumentParameters = object.value("instrumentParameters") ?? [:]
    operations = object.values("operations")
  }
}

extension String {
  /// Token types are written `payment` and `Payment`.
  fileprivate var lowercasingFirst: String { prefix(1).lowercased() + dropFirst() }
}

/// The answer to `deleteToken` and `deleteAllTokens`, whose body is not documented alike everywhere.
public struct TokenDeletion: Hashable, Sendable, SwedbankPayAnswer {
  public init(httpStatus: Int, body: [UInt8]) {}

  public func answers(_ call: SwedbankPayCall) -> Bool { call.operation == .deleteTokens }
}

/// A check-in of version 2.0. Its token prints as "redacted".
public struct CheckIn: Sendable, Redacted, SwedbankPayAnswer {
  public let token: Secret<String>
  /// The script is `viewConsumerIdentification`.
  public let operations: [ResourceOperation]

  public init(httpStatus: Int, body: [UInt8]) throws {
    struct Content: Decodable {
      let token: String
      let operations: [ResourceOperation]

      enum CodingKeys: String, MemberKey { case token, operations }
    }
    let content = try Content(json: body)
    token = Secret(content.token)
    operations = content.operations
  }

  public func answers(_ call: SwedbankPayCall) -> Bool {
    call.operation == .startCheckIn && operations[.viewConsumerIdentification] != nil
  }
}
