import Crypto

/// Keyed hashes in place of RSA, for simulations: in those, both ends of a connection are in one process, and RSA would take most of
/// its time. Only code of this package can switch them on, and no product does.
package enum KeyedSignature {
  /// True if this task and its children use them.
  @TaskLocal package static var isUsed = false

  private static let key = SymmetricKey(size: .bits256)

  /// The signature of a text; nil where signatures are true ones.
  package static func signature(of text: String) -> [UInt8]? {
    isUsed ? Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)) : nil
  }

  /// True if a signature belongs to a text; nil where signatures are true ones.
  package static func isValid(_ signature: @autoclosure () -> [UInt8], of text: String) -> Bool? {
    isUsed
      ? HMAC<SHA256>.isValidAuthenticationCode(signature(), authenticating: Array(text.utf8), using: key) : nil
  }
}
