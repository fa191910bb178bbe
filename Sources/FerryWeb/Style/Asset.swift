import Crypto
import FerryCore
import Foundation
import HTTPTypes
public import Hummingbird

/// A file that is part of the program. Its address holds a hash of its content, so that browsers may cache it for ever.
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

  /// Serves the asset at its address.
  package func add(to router: some RouterMethods<some RequestContext>) {
    let file = Response(mediaType, bytes, headers: [.cacheControl: "public, max-age=31536000, immutable"])
    router.get(RouterPath(link.text)) { _, _ in file }
  }
}

/// Serves assets at their addresses. Mount it once per router, with the assets of everything mounted there.
public struct AssetRoutes: Sendable {
  private let assets: [Asset]

  /// - Parameter assets: The assets to serve besides the house style.
  public init(_ assets: [Asset] = []) { self.assets = [.houseStyle] + assets }

  public func add(to router: some RouterMethods<some RequestContext>) {
    for asset in assets { asset.add(to: router) }
  }
}
