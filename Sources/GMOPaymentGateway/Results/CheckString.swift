import Crypto
public import FerryCore
import FerryHTTP

/// The digest that GMO adds to the result of a payment: SHA-256 over OrderID, AccessID, ShopID, ShopPass and the charge
/// permission, without separators.
///
/// It covers neither status nor amount nor errors. Whoever has one valid result can change these, so a right digest proves
/// only which transaction a result is about.
public struct CheckString: Sendable, Redacted {
  private let digest: [UInt8]

  /// - Parameters:
  ///   - accessID: The transaction's, from the own storage.
  ///   - amazonChargePermissionID: As in the result; empty if it has none.
  /// - Returns: Nil for an OrderID or AccessID of another form: without separators, it could move text from one to the
  ///   other.
  public init?(orderID: String, accessID: String, amazonChargePermissionID: String, for account: GMOAccount) {
    guard FieldRules.isOrderID(orderID), FieldRules.isAccess(accessID) else { return nil }
    let text = orderID + accessID + account.shopID + account.shopPass.reveal() + amazonChargePermissionID
    digest = Array(SHA256.hash(data: Array(text.utf8)))
  }

  /// 64 hexadecimal digits in lower case, as GMO writes it.
  public var text: String { Hexadecimal.text(digest) }

  /// Compares in constant time. Nil never matches.
  public func matches(_ received: String?) -> Bool { received.map { equalInConstantTime($0, text) } ?? false }
}
