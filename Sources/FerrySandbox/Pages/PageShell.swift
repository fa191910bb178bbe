import FerryCore
package import FerryWeb
package import HTTPTypes

struct SandboxBanner {
  let name: String
  let note: String

  var html: HTML { "<div class=\"sandbox\"><p role=\"note\"><strong>\(name)</strong>\(note)</p></div>" }
}

/// The common parts of a provider's hosted pages: title, style, footer and status. The pages are in English. They state the
/// language that the shop asked the provider for.
package struct PageShell {
  /// The name of the sandbox, after the title of each page.
  let sandbox: String
  let requestedLanguage: String?
  let styles: [Asset]
  package var status: HTTPResponse.Status
  package var head = HTML.empty
  package var script: Asset?
  package var hasFooter = true

  package func page(_ title: String, lead: String? = nil, _ body: HTML) -> Page {
    Page(
      status: status, language: .english, title: "\(title) – \(sandbox)", policy: PagePolicy(),
      styles: [.sandboxStyle, .formStyle] + styles,
      head: "\(script.map { "<script src=\"\($0.link)\" defer></script>" as HTML })\(head)",
      body: """
        <div class="intro"><h1>\(HTML(heading: title))</h1>\
        \(lead.map { "<p class=\"lead\">\($0)</p>" as HTML })</div>\(body)\
        \(requestedLanguage.map { "<p class=\"fine\" id=\"requested-language\">Language requested: \($0)</p>" as HTML })
        """,
      footer: hasFooter
        ? #"<footer class="site"><p class="fine">This is the \#(sandbox), for tests only. It is not the provider.</p></footer>"#
        : .empty)
  }

  package func message(_ title: String, _ note: String, details: String? = nil, actions: HTML = .empty) -> Page {
    page(
      title,
      """
      <p>\(note)</p>\(details.map { "<pre id=\"details\">\($0)</pre>" as HTML })\
      \(if: !actions.isEmpty, "<div class=\"actions\">\(actions)</div>")
      """)
  }

  /// A link that leaves a frame too.
  package func leaving(_ link: Link, _ title: String, id: StaticString, _ style: Button.Style = .primary) -> HTML {
    """
    <div class="actions"><a id="\(HTML(trusted: id))" class="button \(style == .primary ? "primary" : "secondary" as HTML)" \
    target="_top" href="\(link)">\(title)</a></div>
    """
  }
}

package struct InputField {
  package let html: HTML

  /// - Parameters:
  ///   - name: The field in the form; nil for the id.
  ///   - limit: The most characters.
  ///   - list: The id of a list of proposals.
  package init(
    id: StaticString, label: String, name: StaticString? = nil, value: String = "", type: StaticString = "text",
    inputMode: StaticString = "text", autocomplete: StaticString = "off", limit: Int = 60, list: StaticString? = nil,
    isRequired: Bool = true
  ) {
    html = """
      <div class="field"><label for="\(HTML(trusted: id))">\(label)</label><input id="\(HTML(trusted: id))" \
      name="\(HTML(trusted: name ?? id))" type="\(HTML(trusted: type))" inputmode="\(HTML(trusted: inputMode))" \
      autocomplete="\(HTML(trusted: autocomplete))" maxlength="\(limit)" value="\(value)"\
      \(list.map { " list=\"\(HTML(trusted: $0))\"" as HTML })\(if: isRequired, " required")></div>
      """
  }
}
