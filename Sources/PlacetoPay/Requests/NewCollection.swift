public import FerryCore
import FerryHTTP

/// The request to charge a saved payment method. It holds the token and personal data, so it prints as "redacted".
///
/// Charges of the same reference, total and currency within 24 hours are made once only; the answer to the second one is
/// not documented. Charges to a token have no 3-D Secure.
public struct NewCollection: Hashable, Sendable, Encodable, Redacted {
  public var payment: NewPayment
  public var instrument: SavedInstrument
  public var payer: Person
  public var buyer: Person?
  /// Nil for an immediate charge.
  public var type: NewSession.Kind?
  public var locale: String?
  public var metadata: Metadata?

  public init(payment: NewPayment, instrument: SavedInstrument, payer: Person) {
    self.payment = payment
    self.instrument = instrument
    self.payer = payer
  }
}

/// A saved payment method, by its token or by its subtoken. Whoever knows it and the site's secret can charge it: it
/// prints as "redacted". The card's verification value is not sent, because it must not be stored.
public struct SavedInstrument: Hashable, Sendable, Redacted {
  private enum Identifier: Hashable {
    case token(String), subtoken(String)
  }

  private let identifier: Identifier
  public var installments: Int?

  /// - Parameter token: 64 hexadecimal digits, from a session's information.
  public init(token: String, installments: Int? = nil) {
    identifier = .token(token)
    self.installments = installments
  }

  /// - Parameter subtoken: 16 digits. The last four are the card's.
  public init(subtoken: String, installments: Int? = nil) {
    identifier = .subtoken(subtoken)
    self.installments = installments
  }
}

extension SavedInstrument: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var token: [String: UntypedJSON] =
      switch identifier {
      case .token(let text): ["token": .string(text)]
      case .subtoken(let text): ["subtoken": .string(text)]
      }
    token["installments"] = installments.map { .number(String($0)) }
    try ["token": token].encode(to: encoder)
  }
}

extension SavedInstrument {
  func check(_ pointer: String) throws(InvalidField) {
    switch identifier {
    case .token(let text):
      guard text.matches("[0-9a-fA-F]{64}") else {
        throw InvalidField("\(pointer)/token/token", "Write the token's 64 hexadecimal digits.")
      }
    case .subtoken(let text):
      guard text.matches("[0-9]{16}") else {
        throw InvalidField("\(pointer)/token/subtoken", "Write the subtoken's 16 digits.")
      }
    }
    if let installments, !(1...99).contains(installments) {
      throw InvalidField("\(pointer)/token/installments", "Write 1 to 99 instalments.")
    }
  }
}
