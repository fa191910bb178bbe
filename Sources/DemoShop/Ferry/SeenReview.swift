import Crypto
import FerryCore

/// The review that the buyer saw: the total, and digests of address and payment method to compare a later review with.
struct SeenReview: Codable, Hashable, Sendable {
  let address: String
  let payment: String
  let total: Money

  init(_ review: ReviewBody) {
    address = Self.digest(review.shippingAddress?.writtenLines ?? [])
    payment = Self.digest([review.paymentDescriptor ?? ""])
    total = review.total
  }

  /// - Parameter digests: From a form. Nil for anything else than `digests` of a review.
  init?(digests: String, total: Money) {
    let parts = digests.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return nil }
    (address, payment) = (parts[0], parts[1])
    self.total = total
  }

  /// For a form, which has a field of its own for the total.
  var digests: String { "\(address).\(payment)" }

  private static func digest(_ texts: [String]) -> String {
    Base64URL.encode(SHA256.hash(data: Array(texts.joined(separator: "\n").utf8)).prefix(6))
  }
}

/// The former review, for the list of differences on the review page.
struct EarlierReview: Codable, Hashable, Sendable {
  /// Nil if the form did not name the review that the buyer saw.
  let review: SeenReview?
  /// The buyer pressed Buy after the review had changed.
  let isRefused: Bool
}
