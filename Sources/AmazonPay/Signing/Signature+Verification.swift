import Crypto
public import CryptoExtras

extension _RSA.Signing.PublicKey {
  /// Whether the signature is one of the text. Signatures of algorithms with another salt than 32 bytes are not accepted.
  public func isValidSignature(
    _ signature: _RSA.Signing.RSASignature, of text: String, _ algorithm: AmazonPayAlgorithm
  ) -> Bool {
    algorithm.saltLength == SHA256.byteCount
      && isValidSignature(signature, for: SHA256.hash(data: Array(text.utf8)), padding: .PSS)
  }
}
