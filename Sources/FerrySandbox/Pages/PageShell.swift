package import FerryCore
package import FerryWeb
package import HTTPTypes

/// The common parts of a provider's hosted pages: title, style, footer and status.
package struct PageShell {
  package let language: Language
  /// The name of the sandbox, after the title of each page.
  private let name: String
  /// Nil for a page without a footer.
  package var footer: String?
  package var status: HTTPResponse.Status = .ok
  package var head = HTML.empty
  package var script: Asset?
  private let styles: [Asset]

  /// - Parameter styles: The provider's own, beside those of all sandboxes.
  package init(
    _ language: Language, name: String, footer: String, status: HTTPResponse.Status = .ok, styles: [Asset] = []
  ) {
    self.language = language
    self.name = name
    self.footer = footer
    self.status = status
    self.styles = styles
  }

  /// A page with a title above the body.
  package func page(_ title: String, lead: String? = nil, _ body: HTML) -> Page {
    Page(
      status: status, language: language, title: "\(title) – \(name)", policy: PagePolicy(),
      styles: [.sandboxStyle, .formStyle] + styles,
      head: "\(script.map { "<script src=\"\($0.link)\" defer></script>" as HTML })\(head)",
      body: """
        <div class="intro"><h1>\(HTML(heading: title))</h1>\
        \(lead.map { "<p class=\"lead\">\($0)</p>" as HTML })</div>\(body)
        """,
      footer: footer.map { #"<footer class="site"><p class="fine">\#($0)</p></footer>"# } ?? .empty)
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
  let id: StaticString
  let label: String
  let name: StaticString
  let value: String
  let type: StaticString
  let inputMode: StaticString
  let autocomplete: StaticString
  let limit: Int
  let list: StaticString?
  let isRequired: Bool

  /// - Parameters:
  ///   - name: The field in the form; nil for the id.
  ///   - limit: The most characters.
  ///   - list: The id of a list of proposals.
  package init(
    id: StaticString, label: String, name: StaticString? = nil, value: String = "", type: StaticString = "text",
    inputMode: StaticString = "text", autocomplete: StaticString = "off", limit: Int = 60, list: StaticString? = nil,
    isRequired: Bool = true
  ) {
    self.id = id
    self.label = label
    self.name = name ?? id
    self.value = value
    self.type = type
    self.inputMode = inputMode
    self.autocomplete = autocomplete
    self.limit = limit
    self.list = list
    self.isRequired = isRequired
  }

  package var html: HTML {
    """
    <div class="field"><label for="\(HTML(trusted: id))">\(label)</label><input id="\(HTML(trusted: id))" \
    name="\(HTML(trusted: name))" type="\(HTML(trusted: type))" inputmode="\(HTML(trusted: inputMode))" \
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
