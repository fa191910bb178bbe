import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CreationKey {
  /// The merchant's key with a digest of the body's content. The order of members and white space do not matter, nor the
  /// buyer's facts: a digest of an address would tell it to whoever tries all addresses.
  /// - Throws: `Problem` unless the request has one key of 1 to 128 printable ASCII characters.
  init(_ request: Request, for body: CreateCheckoutBody) throws {
    let key = try request.idempotencyKey(newFor: "order that a buyer wants to pay")
    var body = body
    body.buyer = nil
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    self.init(key: key, digest: TextDigest.sha256(try encoder.encode(body)))
  }
}

extension Request {
  /// - Parameter occasion: Completes the sentence "new for every …".
  /// - Throws: `Problem` unless there is one key of 1 to 128 printable ASCII characters.
  func idempotencyKey(newFor occasion: String) throws(Problem) -> String {
    let keys = headers[values: .idempotencyKey]
    guard let key = keys.first else {
      throw Problem(
        .keyMissing, "Send an Idempotency-Key: new for every \(occasion), the same when you repeat the call.")
    }
    guard keys.count == 1, (1...128).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { throw Problem(.malformed, "Send one Idempotency-Key of 1 to 128 printable ASCII characters.") }
    return key
  }
}
