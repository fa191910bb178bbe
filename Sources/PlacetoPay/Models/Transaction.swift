public import FerryCore
package import FerryHTTP

/// One attempt to pay in a session, an element of its `payment`.
public struct Transaction: Hashable, Sendable, Decodable {
  public let status: Status
  /// The id for actions on the transaction, in digits.
  public var internalReference: String { id.text }
  public let reference: String?
  /// The code of the method, such as `visa` or `pse`.
  public let paymentMethod: String?
  public let paymentMethodName: String?
  /// The bank that issued the card, or that holds the account.
  public let issuerName: String?
  public let amount: TransactionAmount?
  /// The bank's authorization code. It says nothing about the outcome: declined ones can have `000000`, too.
  public let authorization: String?
  public let receipt: String?
  /// The acquirer's code of the method, such as `CR_VS`.
  public let franchise: String?
  /// True if any of it was refunded. The documentation contradicts itself on whether a session shows refunds, so keep
  /// your own account of them.
  public let refunded: Bool
  /// Details of the network: `lastDigits`, `bin`, `installments`, and others.
  public let processorFields: [NameValuePair]
  private let id: Digits

  private enum CodingKeys: String, MemberKey {
    case status, reference, paymentMethod, paymentMethodName, issuerName, amount, authorization, receipt, franchise
    case refunded, processorFields
    case id = "internalReference"
  }
}

public struct TransactionAmount: Hashable, Sendable, Decodable {
  /// The amount that was requested; nil if it cannot be read.
  public var from: Money? { requested?.money }
  /// The amount that the acquirer processed, perhaps in another currency; nil if it cannot be read.
  public let to: Money?
  /// The rate from `from` to `to`, as received.
  public let factor: String?
  private let stated: StatedAmount?

  /// `from` as PlacetoPay wrote it.
  package var requested: WrittenAmount? { stated?.written }

  private enum CodingKeys: String, MemberKey {
    case to, factor
    case stated = "from"
  }
}

extension Transaction {
  /// The last four digits of the card or account; nil if the network does not tell.
  public var lastDigits: String? {
    let text = processorFields.first { $0.keyword == "lastDigits" }?.value.plainText
    return text.map { String($0.suffix(4)) }.flatMap { $0.matches("[0-9]{4}") ? $0 : nil }
  }
}

/// An id that an object cannot do without: a whole number, or its digits as a text.
struct Digits: Hashable, Sendable, Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    guard let text = try UntypedJSON(from: decoder).plainText, (try? FieldRules.id(text, "")) != nil else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "There are no digits of an id."))
    }
    self.text = text
  }
}

/// PlacetoPay's forms of values in answers.
extension KeyedDecodingContainer where Key: MemberKey {
  /// An amount whose total is a number or a text; nil if it cannot be read.
  func decodeIfPresent(_ type: Money.Type, forKey key: Key) -> Money? {
    decodeIfPresent(StatedAmount.self, forKey: key)?.written.money
  }

  /// PlacetoPay writes the reason as a number, and some versions as text.
  func decodeIfPresent(_ type: Open<Status.Reason>.Type, forKey key: Key) -> Open<Status.Reason>? {
    decodeIfPresent(String.self, forKey: key).map { Open($0) }
  }

  func decode(_ type: UntypedJSON.Type, forKey key: Key) -> UntypedJSON { decodeIfPresent(type, forKey: key) ?? .null }
}

private struct StatedAmount: Hashable, Decodable {
  let currency: String?
  let total: String?

  var written: WrittenAmount { WrittenAmount(total, currency) }

  enum CodingKeys: String, MemberKey { case currency, total }
}
