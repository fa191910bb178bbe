import Crypto

/// A difference between a review and the one that the buyer saw before.
public enum ReviewChange: Hashable, Sendable, CaseIterable {
  case address, payment, total
  /// Something else than these.
  case other
}

/// The review that the buyer saw: the total, and digests of address and payment method to compare a later review with.
public struct SeenReview: Codable, Hashable, Sendable {
  private let address: String
  private let payment: String
  public let total: Money

  public init(_ review: ReviewBody) {
    address = Self.digest(review.shippingAddress?.writtenLines ?? [])
    payment = Self.digest([review.paymentDescriptor ?? ""])
    total = review.total
  }

  /// - Parameter digests: From a form. Nil for anything else than `digests` of a review.
  public init?(digests: String, total: Money) {
    let parts = digests.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return nil }
    (address, payment) = (parts[0], parts[1])
    self.total = total
  }

  /// For a form, which has a field of its own for the total.
  public var digests: String { "\(address).\(payment)" }

  /// The differences of a later review.
  public func changes(to later: SeenReview) -> [ReviewChange] {
    var changes: [ReviewChange] = []
    if later.address != address { changes.append(.address) }
    if later.payment != payment { changes.append(.payment) }
    if later.total != total { changes.append(.total) }
    return changes.isEmpty ? [.other] : changes
  }

  private static func digest(_ texts: [String]) -> String {
    Base64URL.encode(SHA256.hash(data: Array(texts.joined(separator: "\n").utf8)).prefix(6))
  }
}
