import HTTPTypes
public import Hummingbird

/// Serves assets at their own addresses. Mount it once per router, with the assets of everything mounted there.
public struct AssetRoutes: Sendable {
  private let assets: [Asset]

  /// - Parameter assets: Besides the house style, which is always served.
  public init(_ assets: [Asset] = []) {
    self.assets = [.houseStyle] + assets
  }

  public func add(to router: some RouterMethods<some RequestContext>) {
    for asset in assets {
      let headers: HTTPFields = [
        .contentType: asset.mediaType, .cacheControl: "public, max-age=31536000, immutable",
      ]
      let body = ByteBuffer(bytes: asset.bytes)
      router.get(RouterPath(asset.link.text)) { _, _ in
        Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
      }
    }
  }
}
