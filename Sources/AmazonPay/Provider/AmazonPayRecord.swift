#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the provider remembers of a checkout.
struct AmazonPayRecord: Codable, Hashable {
  private var version = 1
  /// The session, once it was seen to be made for this checkout.
  var session: String?
  var charge: String?
  /// A refund that Amazon has not decided yet.
  var refund: String?

  init() {}

  /// - Throws: `UnreadableRecord` for one of a later version.
  init(_ bytes: [UInt8]?) throws(UnreadableRecord) {
    guard let bytes else {
      self.init()
      return
    }
    guard let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)), record.version == 1 else {
      throw UnreadableRecord()
    }
    self = record
  }

  var bytes: [UInt8] { stableJSON(self) }
}

/// The stored record was not written by this version.
struct UnreadableRecord: Error {}
