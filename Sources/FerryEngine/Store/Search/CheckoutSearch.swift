import FerryCheckout
import FerryCore
import FerryProvider

/// A look-up of checkouts by an exact value of the shop's or the provider's. `SearchQuery` is for texts that people write.
public struct CheckoutSearch: Hashable, Sendable {
  public var text: String
  public var key: Key

  public init(_ text: String, in key: Key) {
    self.text = text
    self.key = key
  }

  /// The keys of a checkout.
  public enum Key: CaseIterable, Hashable, Sendable {
    /// The merchant's name of the order.
    case orderReference
    /// The order's number for people.
    case orderNumber
    /// An id of the provider: of its session, payment, refund and so on.
    case providerReference
  }

  func finds(_ file: CheckoutFile, references: [ProviderReference]) -> Bool {
    switch key {
    case .orderReference: file.order.reference == text
    case .orderNumber: file.order.number == text
    case .providerReference: references.contains { $0.value == text }
    }
  }
}
