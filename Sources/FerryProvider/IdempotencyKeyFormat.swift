import Crypto
public import FerryCheckout
public import FerryCore

/// What a provider accepts as idempotency key.
public struct IdempotencyKeyFormat: Hashable, Sendable {
  /// The number of characters.
  public let length: Int

  /// Keys of `length` lower-case hexadecimal digits, 16 to 64.
  public init(hexadecimalLength length: Int) {
    self.length = min(64, max(16, length))
  }

  /// The key of a command: the same for every repetition, across restarts, and for no other command.
  public func key(for checkout: CheckoutID, _ command: CommandNumber) -> String {
    let digest = SHA256.hash(data: Array("ferry/\(checkout.text)/\(command)".utf8))
    return String(Hexadecimal.text(digest).prefix(length))
  }
}
