/// The facts of a payment that receipts print. None of them is personal: the last digits of a card are in `BuyerDetails`.
public struct PaymentFacts: Codable, Hashable, Sendable {
  /// The provider's code of the method: "visa", "pse".
  public let method: String?
  /// The provider's name of the method for people: "Visa".
  public let methodName: String?
  /// The bank or company that has issued the card or keeps the account.
  public let issuer: String?
  /// The issuer's number of its authorization.
  public let authorizationCode: String?

  /// Texts that are empty, longer than 64 characters, or have control characters are left out.
  public init(
    method: String? = nil, methodName: String? = nil, issuer: String? = nil, authorizationCode: String? = nil
  ) {
    self.method = Self.sound(method)
    self.methodName = Self.sound(methodName)
    self.issuer = Self.sound(issuer)
    self.authorizationCode = Self.sound(authorizationCode)
  }

  private static func sound(_ text: String?) -> String? {
    text.flatMap { WrittenText.isSound($0, 1...64) ? $0 : nil }
  }

  /// Keeps the same one of two different texts, in whatever order they come.
  func merged(with other: PaymentFacts) -> PaymentFacts {
    func either(_ text: (PaymentFacts) -> String?) -> String? { [text(self), text(other)].compactMap(\.self).min() }
    return PaymentFacts(
      method: either(\.method), methodName: either(\.methodName), issuer: either(\.issuer),
      authorizationCode: either(\.authorizationCode))
  }
}

extension PaymentFacts: CustomStringConvertible {
  /// "Visa, Bank of Invention, authorization 000123".
  public var description: String {
    [methodName ?? method, issuer, authorizationCode.map { "authorization \($0)" }].compactMap(\.self)
      .joined(separator: ", ")
  }
}
