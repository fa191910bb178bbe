import FerryWeb
import HTTPTypes
import Hummingbird

/// The bridge's script at an address that shops can write into their pages for good.
struct BridgeRoutes: Sendable {
  func add(to router: some RouterMethods<some RequestContext>) {
    let headers: HTTPFields = [.contentType: Asset.bridgeScript.mediaType, .cacheControl: "public, max-age=300"]
    let body = ByteBuffer(bytes: Asset.bridgeScript.bytes)
    router.get("/ferry/bridge.js") { _, _ in
      Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }
  }
}
