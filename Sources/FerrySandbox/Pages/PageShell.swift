import FerryCore
package import FerryWeb
package import HTTPTypes

/// The banner above a sandbox's pages.
struct SandboxBanner {
  let name: String
  /// The sentence that says that no money moves.
  let note: String

  var html: HTML { "<div class=\"sandbox\"><p role=\"note\"><strong>\(name)</strong>\(note)</p></div>" }
}

/// The common parts of a provider's hosted pages: title, style, footer and status. The pages are in English. They state the
/// language that the shop asked the provider for.
package struct PageShell {
  /// The name of the sandbox, after the title of each page.
  let sandbox: String
  let requestedLanguage: String?
  /// The provider's own, beside those of all sandboxes.
  let styles: [Asset]
  package var status: HTTPResponse.Status
  package var head = HTML.empty
  package var script: Asset?
  package var hasFooter = true

  /// A page with a title above the body.
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

  /// A page with a message only.
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

/// A labelled input.
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

extension Asset {
  /// The style of forms for buyers.
  package static let formStyle = Asset(
    "sandbox-forms", "css", mediaType: "text/css; charset=utf-8",
    content: """
      .field select {
        min-height: 48px; padding: 8px 12px; border: 1px solid var(--edge); border-radius: 8px;
        background: var(--surface); color: inherit; font: inherit; width: 100%;
      }
      .pair { display: grid; gap: 18px; grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr)); align-items: end; }
      .check { display: flex; gap: 10px; align-items: center; min-height: 44px; }
      .check input { width: 20px; height: 20px; accent-color: var(--accent); }
      details summary { min-height: 44px; display: flex; align-items: center; cursor: pointer; color: var(--accent); }
      details ul { display: grid; gap: 4px; font-size: .875rem; }
      details code { font-variant-numeric: tabular-nums; }

      """)
}
