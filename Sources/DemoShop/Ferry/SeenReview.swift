import Crypto
import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A review as the buyer saw it: the total, and digests of the parts by which a later one can be said to differ.
struct SeenReview: Codable, Hashable, Sendable {
  let address: String
  let payment: String
  let total: Money

  init(_ review: ReviewBody) {
    address = Self.digest(review.shippingAddress?.writtenLines ?? [])
    payment = Self.digest([review.paymentDescriptor ?? ""])
    total = review.total
  }

  /// Reads what a form brings back; nil for anything else.
  init?(digests: String, total: Money) {
    let parts = digests.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return nil }
    (address, payment) = (parts[0], parts[1])
    self.total = total
  }

  /// For a form, which names the total by itself.
  var digests: String { "\(address).\(payment)" }

  private static func digest(_ texts: [String]) -> String {
    Base64URL.encode(SHA256.hash(data: Data(texts.joined(separator: "\n").utf8)).prefix(6))
  }
}

/// The review that the review page tells the differences from.
struct EarlierReview: Codable, Hashable, Sendable {
  /// Nil when the form did not say what the buyer saw.
  let review: SeenReview?
  /// The buyer pressed Buy, and the review was no longer what they saw.
  let isRefused: Bool
}
