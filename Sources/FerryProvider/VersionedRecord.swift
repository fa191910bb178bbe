import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A provider's own memory of a checkout, stored as JSON with the version of its form.
package protocol VersionedRecord: Codable {
  /// 1 in a new record.
  var version: Int { get }

  init()
}

extension VersionedRecord {
  /// - Parameter bytes: Nil for a new record.
  /// - Throws: `ProviderFailure.misconfigured` for one of another version.
  package init(_ bytes: [UInt8]?) throws(ProviderFailure) {
    let fresh = Self()
    guard let bytes else {
      self = fresh
      return
    }
    guard let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)), record.version == fresh.version else {
      throw .misconfigured(
        reason: "The stored record of the checkout cannot be read.",
        fix: "Compare the version that stored it with this one.")
    }
    self = record
  }

  package var bytes: [UInt8] { (try? JSONEncoder.sorted.encode(self)).map(Array.init) ?? [] }
}
