import Foundation

/// What the start page's script is told to do for a ticket.
struct StartStep {
  /// Where the browser goes at once.
  let url: String?
  /// The arguments of the call of the provider's script, as far as they are objects.
  let arguments: [[String: Any]]

  init(_ body: [UInt8]) throws {
    guard let object = try Self.object(body) else { throw Unexpected("The start page's answer cannot be read.") }
    url = object["url"] as? String
    let texts = (object["script"] as? [String: Any])?["arguments"] as? [String] ?? []
    arguments = texts.compactMap { try? Self.object(Array($0.utf8)) }
  }

  static func object(_ bytes: [UInt8]) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? [String: Any]
  }
}
