import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird
import NIOCore

/// What the shop's operator asks it for, with the secret key that the shop has at Ferry.
struct OrderRoutes: Sendable {
  let shop: TabletShop

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/orders.csv", use: export)
  }

  @Sendable private func export(_ request: Request, _ context: some RequestContext) async throws -> Response {
    guard let key = request.headers.bearer, equalInConstantTime(key, shop.configuration.secretKey.reveal()) else {
      return Response(status: .unauthorized, headers: [.wwwAuthenticate: "Bearer"])
    }
    let csv = OrderExport.csv(try await shop.orders.all())
    return Response(
      status: .ok, headers: [.contentType: "text/csv; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: csv)))
  }
}
