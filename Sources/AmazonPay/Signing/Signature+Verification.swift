import Crypto
public import CryptoExtras

extension _RSA.Signing.PublicKey {
  /// Whether the signature is one of the text. Merchants sign and Amazon verifies, so this is for trying out a key: the
  /// library verifies with a salt of 32 bytes only, and signatures of the older algorithm are not accepted.
  public func isValidSignature(
    _ signature: _RSA.Signing.RSASignature, of text: String, _ algorithm: AmazonPayAlgorithm
  ) -> Bool {
    algorithm.saltLength == SHA256.byteCount
      && isValidSignature(signature, for: SHA256.hash(data: Array(text.utf8)), padding: .PSS)
  }
}
