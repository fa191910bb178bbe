import FerryCore
import FerryHTTP
import FerryWeb
public import Hummingbird

/// The reference of the API, for the engineers of a shop: `/docs` with every call and type, `/docs/problems`, and the
/// description itself as `/docs/openapi.yaml`.
///
/// The pages need no script and load nothing from other sites. They describe Ferry, and nothing of this server or its shops.
/// Mount them once per router, beside `AssetRoutes`.
public struct ReferenceRoutes: Sendable {
  public init() {}

  public func add(to router: some RouterMethods<some RequestContext>) {
    Asset.referenceStyle.add(to: router)
    router.get("/docs") { _, _ in try Self.api.get() }
    router.get("/docs/problems") { _, _ in Self.problems }
    router.get("/docs/openapi.yaml") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "application/yaml"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_yaml)))
    }
  }

  private static let api = Result<Page, any Error> {
    let yaml = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)
    return page("The API of Ferry", APIReference(try APIDescription(yaml)).html)
  }

  private static let problems = page(
    "Problems – The API of Ferry",
    ProblemReference(String(decoding: PackageResources.Problems_md, as: UTF8.self)).html)

  private static func page(_ title: String, _ body: HTML) -> Page {
    let items: HTML = """
      <a href="\("/docs/problems" as Link)">Problems</a><a href="\("/docs/openapi.yaml" as Link)">openapi.yaml</a>
      """
    return Page(
      language: .english, title: title, policy: PagePolicy(), styles: [.referenceStyle],
      header: SiteHeader("Ferry API", home: "/docs", items: items).html, body: body, width: .wide)
  }
}
