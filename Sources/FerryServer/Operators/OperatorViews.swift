import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The lists that an operator has given a name, and the form that names one.
struct ViewsPanel {
  static let longestName = 60

  let frame: OperatorPage
  let views: [OperatorView]
  let query: CheckoutListQuery

  /// Empty without a name to show or a filter to keep.
  var html: HTML {
    let present = query.link().text
    let links = views.map { view -> HTML in
      let link = Link(ownPage: "/checkouts?\(view.query)") ?? "/checkouts"
      return #"<a href="\#(link)"\#(if: link.text == present, " aria-current=\"true\"")>\#(view.name)</a>"#
    }
    guard !views.isEmpty || query.isLimited else { return .empty }
    return """
      <section class="panel" aria-label="\(frame.texts.views)"><p class="links">\(links)</p>\(if: query.isLimited, save)\
      \(if: !views.isEmpty, remove)</section>
      """
  }

  private var save: HTML {
    """
    <details><summary>\(frame.texts.saveView)</summary><form class="filters" method="post" action="\("/views" as Link)">\(frame.csrf)\
    \(query.written.all.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" as HTML })\
    <div class="entry"><label for="view">\(frame.texts.viewName)</label>\
    <input id="view" name="view" required maxlength="\(Self.longestName)" autocomplete="off"></div>\
    \(Button(frame.texts.save, .secondary).html)</form></details>
    """
  }

  private var remove: HTML {
    let buttons = views.map { view -> HTML in
      """
      <form method="post" action="\("/views/remove" as Link)">\(frame.csrf)<input type="hidden" name="view" value="\(view.name)">\
      \(Button("\(frame.texts.removeView): \(view.name)", .quiet).html)</form>
      """
    }
    return #"<details><summary>\#(frame.texts.removeView)</summary><div class="links">\#(buttons)</div></details>"#
  }
}

/// Keeps and removes an operator's named lists. They are the operator's own, and change nothing else.
struct ViewRoutes: Sendable {
  let site: OperationsPage

  func add(to router: some RouterMethods<ClientContext>) {
    router.post("/views") { request, _ in try await keep(request) }
    router.post("/views/remove") { request, _ in try await remove(request) }
  }

  private func keep(_ request: Request) async throws -> Response {
    let reader = try await site.gate.present(request)
    let form = try await site.gate.form(of: request, session: reader.session)
    let query = try CheckoutListQuery(form, site.time, at: site.server.service.time.now)
    let list = query.link()
    let name = try form.required("view", as: Self.name)
    let view = OperatorView(name: name, query: String(list.text.drop { $0 != "?" }.dropFirst()))
    guard try await site.server.service.journal.keep(view, of: reader.person.name) else {
      return site.refusal(reader, backTo: list) { ($0.saveView, $0.viewsFull) }.response
    }
    return .seeOther(list)
  }

  private func remove(_ request: Request) async throws -> Response {
    let reader = try await site.gate.present(request)
    let form = try await site.gate.form(of: request, session: reader.session)
    try await site.server.service.journal.removeView(
      try form.required("view", as: Self.name), of: reader.person.name)
    return .seeOther("/checkouts")
  }

  private static func name(_ text: String) -> String? {
    let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return WrittenText.isSound(name, 1...ViewsPanel.longestName) ? name : nil
  }
}
