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
    router.get(RouterPath(AppReturnLink.path)) { _, _ in
      Response(status: .ok, headers: page.headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: page.bytes)))
    }
  }

  /// Shows nothing of the request but a link that could be read as one of ours, and leads to nothing but the app that the
  /// checkout was created for. In the bound browser it never offers a code that has expired.
  @Sendable private func back(_ request: Request, _ context: some RequestContext) async throws -> Response {
    guard let fields = try? request.queryFields(), let link = AppReturnLink(fields),
      let id = CheckoutID(untrusted: link.checkout), let file = try await server.service.file(id),
      let way = server.wayBack(file, link.code)
    else {
      let page = BackPage(language: server.languages.language(of: request), way: nil, isTried: false).page
      return try page.response(from: request, context: context)
    }
    let isTried = fields["tried"] == "1"
    var page = BackPage(language: file.checkout.language, way: way, isTried: isTried)
    if let renewed = try await renewed(link, file, request), let way = server.wayBack(file, renewed.text) {
      page = BackPage(
        language: file.checkout.language, way: way, isTried: isTried,
        renewal: file.checkout.phase.isFinal
          ? nil
          : PageRenewal(address: way.returnPage(isTried: isTried), nonce: Nonce(server.service.randomness)))
    }
    return try page.page.response(from: request, context: context)
  }

  /// The code that the bound browser is shown; nil in any other, which sees what its address says.
  private func renewed(_ link: AppReturnLink, _ file: CheckoutFile, _ request: Request) async throws -> ReturnCode? {
    guard let visit = try? BoundBrowser(server, file, request.headers) else { return nil }
    do {
      return try await visit.wayBack(ReturnCode(link))
    } catch RoundTrips.Refusal.browser {
      return nil
    }
  }
}

extension AppReturnLink {
  /// By the same rules as an app reads it.
  fileprivate init?(_ fields: Fields) {
    let names = ["checkout", "code"]
    let query = Link("/ferry/return/", query: names.compactMap { name in fields[name].map { (name, $0) } })
    let host = "https://link.invalid"
    guard case .link(let link) = Self.read(host + query.text, host: host, scheme: nil) else { return nil }
    self = link
  }
}
