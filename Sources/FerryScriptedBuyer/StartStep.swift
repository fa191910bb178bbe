import Foundation

/// The start page's answer to a ticket.
struct StartStep {
  /// The answer as it came.
  let body: [UInt8]
  /// Where the browser goes at once; nil for another next action.
  let url: String?

  init(_ body: [UInt8]) throws {
    guard let object = try Self.object(body) else { throw Unexpected("The start page's answer cannot be read.") }
    self.body = body
    url = object["url"] as? String
  }

  static func object(_ bytes: [UInt8]) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? [String: Any]
  }
}
