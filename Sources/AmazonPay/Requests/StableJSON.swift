#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON that is the same for the same value: keys sorted, slashes plain. What is signed, stored and sent again has to be
/// equal byte for byte.
package func stableJSON(_ value: some Encodable) -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  guard let data = try? encoder.encode(value) else {
    preconditionFailure("A request body is made of texts, truth values and lists, which always encode.")
  }
  return Array(data)
}
