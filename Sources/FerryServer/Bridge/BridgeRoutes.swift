import FerryWeb
import HTTPTypes
import Hummingbird

/// The bridge's script at an address that shops can write into their pages for good.
struct BridgeRoutes: Sendable {
  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/ferry/bridge.js") { _, _ in
      let script = Asset.bridgeScript
      return Response(
        status: .ok, headers: [.contentType: script.mediaType, .cacheControl: "public, max-age=300"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: script.bytes)))
    }
  }
}
