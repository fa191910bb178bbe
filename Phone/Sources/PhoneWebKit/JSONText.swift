#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A single text as JSON.
enum JSONText {
  static func decode(_ json: String) -> String? {
    try? JSONDecoder().decode(String.self, from: Data(json.utf8))
  }

  static func encode(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
