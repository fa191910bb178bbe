import FerryCore
import FerryHTTP
import Foundation
import PlacetoPay

extension PlacetoPayAccount {
  static func sample(
    mode: Mode = .test, baseURL: String = "https://checkout-test.placetopay.com", login: String = "sample-login",
    secretKey: String = "siteSecretKey", acceptsSHA1: Bool = false
  ) throws -> PlacetoPayAccount {
    try PlacetoPayAccount(
      mode: mode, baseURL: baseURL, login: login, secretKey: Secret(secretKey), acceptsSHA1Notifications: acceptsSHA1)
  }
}

extension Moment {
  /// 2026-01-15T14:30:00Z.
  static let sample = Moment(milliseconds: 1_768_487_400_000)
}

extension BuyerFacts {
  static let sample = BuyerFacts(ipAddress: "198.51.100.7", userAgent: "Mozilla/5.0 (iPhone)")
}

extension Money {
  static func cop(_ pesos: Int64) -> Money { Money(minorUnits: pesos * 100, .cop) }
}

extension NewPayment {
  static func sample(_ total: Money = .cop(12_000)) -> NewPayment {
    NewPayment(reference: "ORDER-1", description: "Two cups", amount: Amount(total))
  }
}

extension NewSession {
  static func sample(_ change: (inout NewSession) -> Void = { _ in }) -> NewSession {
    var session = NewSession(
      payment: .sample(), returnUrl: "https://shop.example/paid?token=x", cancelUrl: "https://shop.example/cart")
    change(&session)
    return session
  }
}

extension SavedInstrument {
  static let sample = SavedInstrument(token: String(repeating: "a1", count: 32))
}

extension UntypedJSON {
  /// Reads a JSON text.
  init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(UntypedJSON.self, from: Data(bytes)) }

  subscript(name: String) -> UntypedJSON? { object?[name] }
}

extension PlacetoPayCall {
  func read<Object: PlacetoPayObject>(_ body: String) throws(PlacetoPayFailure) -> Object {
    try read(httpStatus: 200, body: Array(body.utf8))
  }

  func read<Object: PlacetoPayObject>(
    _ type: Object.Type, _ httpStatus: Int, _ body: String
  ) throws(PlacetoPayFailure) -> Object {
    try read(httpStatus: httpStatus, body: Array(body.utf8))
  }
}
