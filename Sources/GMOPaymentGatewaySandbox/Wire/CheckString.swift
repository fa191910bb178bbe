import Crypto
import FerryCore

/// The `CheckString` of a result: SHA-256 over the concatenation of order id, access id, shop id, shop password and charge
/// permission id, in hexadecimal (the two sample applications of GMO and Amazon). It covers neither status nor amount.
enum CheckString {
  /// - Parameter permission: Empty if there is none.
  static func text(order: String, access: String, shop: GatewayShop, permission: String) -> String {
    let password = shop.password.reveal()
    return Hexadecimal.text(SHA256.hash(data: Array("\(order)\(access)\(shop.id)\(password)\(permission)".utf8)))
  }
}
