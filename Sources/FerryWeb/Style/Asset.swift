import Crypto
import FerryCore
import Foundation
import HTTPTypes
public import Hummingbird

/// A file of the target's folder `Resources`, which is part of the program. Its address holds a hash of its content, so that
/// browsers may cache it for ever.
public struct Asset: Sendable, Hashable {
  public enum Kind: String, Sendable {
    case css, js

    var mediaType: String {
      switch self {
      case .css: "text/css; charset=utf-8"
      case .js: "text/javascript; charset=utf-8"
      }
    }
  }

  public let link: Link
  public let mediaType: String
  public let bytes: [UInt8]

  /// - Parameters:
  ///   - name: The file's name without its extension.
  ///   - bytes: The file's content, from `PackageResources`.
  public init(_ name: StaticString, _ kind: Kind, _ bytes: [UInt8]) {
    self.bytes = bytes
    mediaType = kind.mediaType
    let hash = Hexadecimal.text(SHA256.hash(data: Data(bytes)).prefix(8))
    link = "/assets/\("\(name).\(hash).\(kind.rawValue)")"
  }

  /// Serves the asset at its address.
  package func add(to router: some RouterMethods<some RequestContext>) {
    let file = Response(mediaType, bytes, headers: [.cacheControl: "public, max-age=31536000, immutable"])
    router.get(RouterPath(link.text)) { _, _ in file }
  }
}

extension Asset {
  /// The style of all our pages: made for a phone's width, light and dark, contrast of WCAG 2.2 AA, targets of 44 pixels.
  public static let houseStyle = Asset("ferry", .css, PackageResources.ferry_css)
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
