import FerryCore
import FerryHTTP
import FerryWeb
public import Hummingbird
import Yams

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
    router.get("/docs/openapi.yaml") { _, _ in Response("application/yaml", PackageResources.openapi_yaml) }
  }

  private static let api = Result<Page, any Error> {
    let yaml = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)
    return page("The API of Ferry", APIReference(try APIDescription(yaml)).html)
  }

  private static let problems = page(
    "Problems – The API of Ferry", ProblemReference(String(decoding: PackageResources.Problems_md, as: UTF8.self)).html)

  private static func page(_ title: String, _ body: HTML) -> Page {
    let items: HTML = """
      <a href="\("/docs/problems" as Link)">Problems</a><a href="\("/docs/openapi.yaml" as Link)">openapi.yaml</a>
      """
    return Page(
      language: .english, title: title, policy: PagePolicy(), styles: [.referenceStyle],
      header: SiteHeader("Ferry API", home: "/docs", items: items).html, body: body, width: .wide)
  }
}

/// The page of the problems: `Documentation/Problems.md`, with a section for each kind.
struct ProblemReference {
  private let markdown: String

  init(_ markdown: String) { self.markdown = markdown }

  var html: HTML {
    let parts = markdown.split(separator: "\n## ")
    let text = MarkdownText(link: Self.link)
    let introduction = parts.first?.drop { $0 != "\n" } ?? ""
    return """
      <div class="intro"><h1>Problems</h1></div>\
      <section class="panel prose"><h2>How to read them</h2>\(text.blocks(String(introduction)))</section>\
      \(parts.dropFirst().map { section($0, text) })
      """
  }

  private func section(_ part: Substring, _ text: MarkdownText) -> HTML {
    let name = String(part.prefix { $0 != "\n" })
    return """
      <section class="panel operation" id="\(name)"><h2>\(name)</h2>\(text.blocks(String(part.dropFirst(name.count))))</section>
      """
  }

  /// The section that explains a kind of problem; nil for other words.
  static func link(_ name: String) -> Link? {
    let link: Link = "/docs/problems#\(name)"
    return Problem.Kind.all.contains { $0.help == link.text } ? link : nil
  }

  /// The link to the section of the problem in an example.
  static func help(forExample example: Node?) -> (name: String, link: Link)? {
    guard let name = example?.text("type")?.split(separator: ":").last.map(String.init) else { return nil }
    return link(name).map { (name, $0) }
  }
}

extension Asset {
  /// The style of the reference, besides the house style.
  static let referenceStyle = Asset("reference", .css, PackageResources.reference_css)
}
