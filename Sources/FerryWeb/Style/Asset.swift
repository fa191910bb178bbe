import Crypto
import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that lives in the program. Its address holds a hash of its content, so that browsers may keep it for ever.
public struct Asset: Sendable, Hashable {
  public let link: Link
  public let mediaType: String
  public let bytes: [UInt8]

  /// - Parameters:
  ///   - name: The file's name without its extension.
  ///   - fileExtension: "css", "js", "svg".
  public init(_ name: StaticString, _ fileExtension: StaticString, mediaType: StaticString, content: StaticString) {
    bytes = content.withUTF8Buffer { Array($0) }
    self.mediaType = "\(mediaType)"
    let hash = Hexadecimal.text(SHA256.hash(data: Data(bytes)).prefix(8))
    link = "/assets/\("\(name).\(hash).\(fileExtension)")"
  }
}
