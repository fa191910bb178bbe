import FerryCheckout
import FerryCore
import FerryProvider

/// A look-up of checkouts by a text that a person has: from a letter, a bank statement, the provider's console. It finds
/// exact values only. The case of an e-mail address does not matter.
public struct CheckoutSearch: Hashable, Sendable {
  public var text: String
  /// The keys that the text is looked up by.
  public var keys: Keys

  public init(_ text: String, in keys: Keys) {
    self.text = text
    self.keys = keys
  }

  /// Looks for the text under every key.
  public static func matching(_ text: String) -> Self { Self(text, in: .all) }

  /// The keys of a checkout.
  public struct Keys: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The checkout's own id.
    public static let id = Self(rawValue: 1)
    /// The merchant's name of the order.
    public static let orderReference = Self(rawValue: 2)
    /// The order's number for people.
    public static let orderNumber = Self(rawValue: 4)
    /// An id of the provider: of its session, payment, refund and so on.
    public static let providerReference = Self(rawValue: 8)
    /// The buyer's e-mail address, as the provider or the shop has stated it, until the buyer is forgotten.
    public static let email = Self(rawValue: 16)

    public static let all: Self = [.id, .orderReference, .orderNumber, .providerReference, .email]
  }

  func finds(_ file: CheckoutFile, references: [ProviderReference]) -> Bool {
    let emails = [file.details?.buyer?.email, file.buyerFacts?.email].compactMap(\.self)
    return keys.contains(.id) && file.checkout.id.text == text
      || keys.contains(.orderReference) && file.order.reference == text
      || keys.contains(.orderNumber) && file.order.number == text
      || keys.contains(.providerReference) && references.contains { $0.value == text }
      || keys.contains(.email) && emails.contains { Self.folded($0) == Self.folded(text) }
  }

  /// Folds the ASCII letters only, as SQLite does.
  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
  }
}
