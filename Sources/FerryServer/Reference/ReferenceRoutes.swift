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
  static let referenceStyle = Asset(
    "reference", "css", mediaType: "text/css; charset=utf-8",
    content: """
      html { scroll-padding-top: 12px; }
      main.wide { max-width: 60rem; }
      h2.group { font-size: 1.375rem; margin-top: 20px; }
      h4 { margin: 8px 0 0; font-size: .9375rem; font-weight: 650; }
      .operations { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr); }
      .panel + .panel { margin-top: 0; }
      .panel > * { min-width: 0; overflow-wrap: anywhere; }
      code { word-break: normal; overflow-wrap: anywhere; }
      code.address { font-size: .875rem; font-weight: 600; color: var(--soft); }
      pre {
        margin: 0; padding: 12px 14px; background: var(--sunken); border-radius: 10px; white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      ol, ul.bullets { display: grid; gap: 4px; grid-template-columns: minmax(0, 1fr); margin: 0; padding-left: 1.5em; }
      ul.bullets { list-style: disc; }
      .contents ul { display: grid; gap: 2px 20px; grid-template-columns: minmax(0, 1fr); }
      .contents a { display: inline-block; max-width: 100%; padding: 4px 0; overflow-wrap: anywhere; }
      .contents code.address { display: block; }
      .contents ul.names { grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr)); }
      .fields { display: grid; gap: 0; grid-template-columns: minmax(0, 1fr); }
      .fields > div { padding: 8px 0; border-top: 1px solid var(--line); }
      .fields dt { font-weight: 650; }
      .fields dt code { font-weight: 650; font-size: .875rem; }
      .fields dd { display: grid; gap: 6px; grid-template-columns: minmax(0, 1fr); }
      .fields dd.kind { display: block; }
      .kind { color: var(--soft); font-size: .875rem; }
      .limits { color: var(--soft); font-size: .875rem; }
      .fields .fields { margin-left: 14px; }
      summary { display: inline-flex; align-items: center; min-height: 32px; cursor: pointer; color: var(--accent); }
      .panel:target { border-color: var(--accent); }
      @media (min-width: 48rem) {
        .contents ul:not(.names) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
      }
      @media print {
        .contents { display: none; }
      }

      """)
}
