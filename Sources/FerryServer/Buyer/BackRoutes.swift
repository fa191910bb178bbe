import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The way back into the app, for browsers that the link host's link has left where they were.
struct BackRoutes: Sendable {
  let server: CheckoutServer

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/ferry/back", use: back)
    let page = LinkPage(base: server.configuration.base)
    router.get(RouterPath(ReturnLink.path)) { _, _ in
      Response(status: .ok, headers: page.headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: page.bytes)))
    }
  }

  /// Shows nothing of the request but a link that could be read as one of ours, and leads to nothing but the app that the
  /// checkout was created for.
  @Sendable private func back(_ request: Request, _ context: some RequestContext) async throws -> Response {
    guard let fields = try? request.queryFields(), let link = ReturnLink(fields),
      let id = CheckoutID(untrusted: link.checkout), let file = try await server.service.file(id),
      let way = server.wayBack(file, link.code)
    else {
      let page = BackPage(language: server.languages.language(of: request), way: nil, isTried: false).page
      return try page.response(from: request, context: context)
    }
    let page = BackPage(language: file.checkout.language, way: way, isTried: fields["tried"] == "1").page
    return try page.response(from: request, context: context)
  }
}

extension ReturnLink {
  /// By the same rules as an app reads it.
  fileprivate init?(_ fields: Fields) {
    let names = ["checkout", "code"]
    let query = Link("/ferry/return/", query: names.compactMap { name in fields[name].map { (name, $0) } })
    let host = "https://link.invalid"
    guard case .link(let link) = Self.read(host + query.text, host: host, scheme: nil) else { return nil }
    self = link
  }
}
