import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryProvider
import SwedbankPay

/// The part of a checkout's record that an SDK's request has brought.
struct SDKSession: Codable, Hashable {
  /// The version that the SDK reads.
  let version: APIVersion
  /// The SDK compares these addresses with those that its web view loads, so they are kept byte for byte. All are below the
  /// backend's address.
  let hostUrls: [String]
  let completeUrl: String
  let cancelUrl: String?
  let paymentUrl: String?
  /// The only payment method of the menu, which the app may change later.
  let instrument: String?
  let restrictedToInstruments: [String]
  /// The result of a check-in, good for one payment order. Deleted once that is made.
  var consumerProfileRef: String?
  /// The problem of a payment order that was refused because of account or contract.
  var refusal: SDKProblems.Kind?

  /// The SDKs ask for version 3 by this name, in lower case.
  static let productName = "checkout3"

  /// - Parameter backend: The backend's address, with a slash at its end.
  /// - Throws: `SDKRefusal.badRequest`, also for addresses, and for a check-in, that Swedbank Pay would refuse.
  init(_ order: SDKOrder, below backend: Link) throws(SDKRefusal) {
    version = order.productName == nil ? .v2 : .v3_1
    hostUrls = order.urls.hostUrls
    completeUrl = order.urls.completeUrl
    cancelUrl = order.urls.cancelUrl
    paymentUrl = order.urls.paymentUrl
    instrument = order.instrument
    restrictedToInstruments = order.restrictedToInstruments
    consumerProfileRef = order.consumerProfileRef
    let pointer = "/paymentorder/urls"
    for url in hostUrls { try Self.require(url, below: backend, "\(pointer)/hostUrls") }
    for (name, url) in [("completeUrl", completeUrl), ("cancelUrl", cancelUrl), ("paymentUrl", paymentUrl)] {
      if let url { try Self.require(url, below: backend, "\(pointer)/\(name)") }
    }
    // A payment order that cannot be made would block the checkout.
    do throws(InvalidField) {
      try urls.check(.purchase, version)
      var payer = Payer()
      payer.consumerProfileRef = consumerProfileRef
      try payer.check(version, "/paymentorder/payer")
    } catch {
      throw .badRequest(error.pointer, error.explanation)
    }
    for text in [instrument, consumerProfileRef].compactMap({ $0 }) + restrictedToInstruments {
      guard text.utf8.count <= 256 else { throw .badRequest("/paymentorder", "A name is longer than 256 bytes.") }
    }
  }

  /// The addresses of the payment order.
  var urls: PaymentOrderURLs {
    PaymentOrderURLs(hostUrls: hostUrls, completeUrl: completeUrl, cancelUrl: cancelUrl, paymentUrl: paymentUrl)
  }

  /// An address that a browser cannot take to mean another place: no dot segments, and characters of RFC 3986 only.
  private static func require(_ url: String, below backend: Link, _ pointer: String) throws(SDKRefusal) {
    let rest = url.utf8.dropFirst(backend.text.utf8.count)
    let path = String(decoding: rest.prefix { !"?#".utf8.contains($0) }, as: UTF8.self).lowercased()
    guard url.utf8.count <= 2_048, url.utf8.starts(with: backend.text.utf8),
      rest.allSatisfy({ Link.isURICharacter($0) && !"[]".utf8.contains($0) }),
      !path.replacing("%2e", with: ".").split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
    else { throw .badRequest(pointer, "Write an address below the backend's own.") }
  }

  /// True if a repeated request means the same payment order.
  private func isRepeated(by other: SDKSession) -> Bool {
    version == other.version && hostUrls == other.hostUrls && completeUrl == other.completeUrl
      && cancelUrl == other.cancelUrl && paymentUrl == other.paymentUrl
  }

  /// The record of a checkout whose buyer pays by the SDK.
  /// - Throws: `SDKRefusal.badRequest` for other amounts than the quote's, for other addresses than before, and for a
  ///   checkout that was begun in another way; `ProviderFailure` for a record that cannot be read.
  func record(_ checkout: SDKCheckout, _ stated: SDKOrder) throws -> [UInt8] {
    guard let quote = checkout.checkout.quote else { throw SDKRefusal.badRequest("", "The checkout has no total yet.") }
    try stated.require(quote)
    var record = try Record(checkout.record)
    if let known = record.sdk {
      guard known.isRepeated(by: self) else {
        throw SDKRefusal.badRequest(
          "/paymentorder/urls", "The payment order was made with other addresses. Create another checkout.")
      }
      return try record.bytes
    }
    guard record.order == nil, checkout.checkout.phase.isBeforePaymentPage else {
      throw SDKRefusal.badRequest("", "The checkout was begun in another way, or has ended. Create another one.")
    }
    record.sdk = self
    return try record.bytes
  }
}

extension SDKOrder {
  /// Checks the amounts that an app states. They decide nothing: they have to be the checkout's own.
  func require(_ quote: Quote) throws(SDKRefusal) {
    let place = "/paymentorder"
    guard currency == quote.total.currency.code else {
      throw .badRequest("\(place)/currency", "The checkout has another currency.")
    }
    guard amount == quote.total.minorUnits else {
      throw .badRequest("\(place)/amount", "The checkout has another total. It is a whole number of minor units.")
    }
    // A gift card can leave less to pay than the VAT, which is a part of the amount.
    guard vatAmount == min(quote.tax.minorUnits, quote.total.minorUnits) else {
      throw .badRequest("\(place)/vatAmount", "The checkout has another VAT. It is a whole number of minor units.")
    }
  }
}
