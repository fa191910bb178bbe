#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The body of an answer that is an error. The message can repeat what was sent, so it stays out of logs.
struct AmazonPayRefusal: Decodable {
  let reasonCode: Open<ReasonCode>
  let message: String

  init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    reasonCode = try object.required("reasonCode")
    message = object.value("message") ?? ""
  }

  /// Nil for a body that is not Amazon Pay's: of a proxy, or cut off.
  init?(_ body: [UInt8]) {
    guard let refusal = try? JSONDecoder().decode(AmazonPayRefusal.self, from: Data(body)) else { return nil }
    self = refusal
  }
}
