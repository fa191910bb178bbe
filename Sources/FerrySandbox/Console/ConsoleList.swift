package import FerryCore
package import FerryWeb

/// The part of a list that a page of the console shows: the entries that a search finds, 50 at a time.
package struct ConsoleQuery: Hashable, Sendable {
  static let pageSize = 50

  let search: String
  /// From 1.
  let page: Int
  let onlyRefused: Bool
  let isReloading: Bool

  package init(_ fields: Fields? = nil) {
    search = String((fields?["q"] ?? "").prefix(100)).trimmed
    page = max(1, min(fields?["page"].flatMap { Int($0) } ?? 1, 1_000_000))
    onlyRefused = fields?["refused"] != nil
    isReloading = fields?["reload"] != nil
  }

  func link(_ list: Link, page: Int? = nil, onlyRefused: Bool? = nil, isReloading: Bool = false) -> Link {
    var items: [(name: String, value: String)] = []
    if !search.isEmpty { items.append(("q", search)) }
    if onlyRefused ?? self.onlyRefused { items.append(("refused", "1")) }
    let page = page ?? self.page
    if page > 1 { items.append(("page", String(page))) }
    if isReloading { items.append(("reload", "5")) }
    return Link(list, query: items)
  }
}

extension String {
  package var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// An object in the ledger's list, with the objects that belong to it.
package struct ConsoleItem {
  /// For people: "Charge".
  let kind: String
  let id: String
  /// The object's page; nil for an object without one.
  let link: Link?
  let chip: StateChip?
  let note: HTML
  var parts: [ConsoleItem] = []

  package init(
    _ kind: String, id: String, at link: Link? = nil, _ chip: StateChip? = nil, note: HTML = .empty,
    parts: [ConsoleItem] = []
  ) {
    self.kind = kind
    self.id = id
    self.link = link
    self.chip = chip
    self.note = note
    self.parts = parts
  }

  fileprivate var ids: [String] { [id] + parts.flatMap(\.ids) }

  fileprivate var html: HTML {
    """
    <div class="tree"><div class="object"><span>\(kind)</span>\
    \(link.map { "<a class=\"id\" href=\"\($0)\">\(id)</a>" } ?? "<span class=\"id\">\(id)</span>" as HTML)\
    \(chip.map(\.html))\(if: !note.isEmpty, "<span class=\"sums\">\(note)</span>")</div>\(parts.map(\.html))</div>
    """
  }
}

/// An entry of the ledger's list: an order, with the provider's objects.
package struct ConsoleEntry {
  /// The order number; nil for an entry without a head.
  let title: String?
  let amount: String?
  let createdAt: Moment?
  /// A search finds the entry by these ids and numbers too, besides those of its objects.
  let keys: [String]
  let item: () -> ConsoleItem

  package init(
    _ title: String?, amount: String? = nil, createdAt: Moment? = nil, keys: [String] = [],
    item: @escaping () -> ConsoleItem
  ) {
    self.title = title
    self.amount = amount
    self.createdAt = createdAt
    self.keys = keys
    self.item = item
  }

  fileprivate var allKeys: [String] { [title].compactMap(\.self) + keys + item().ids }

  fileprivate var html: HTML {
    let head = title.map { title -> HTML in
      """
      <div class="order-head"><h2>\(title)</h2>\(amount.map { "<strong>\($0)</strong>" as HTML })\
      \(createdAt.map { TimeText($0).html })</div>
      """
    }
    return "<section class=\"card order\">\(head)\(item().html)</section>"
  }
}

extension ConsolePage {
  /// The search, the found entries and the links to other pages.
  func list<Entry>(
    _ entries: [Entry], in place: Place, hint: String, none: String, filters: HTML = .empty,
    keys: (Entry) -> [String], row: (Entry) -> HTML
  ) -> HTML {
    let search = query.search.lowercased()
    let found = search.isEmpty ? entries : entries.filter { keys($0).contains { $0.lowercased().contains(search) } }
    let last = max(1, (found.count + ConsoleQuery.pageSize - 1) / ConsoleQuery.pageSize)
    let number = min(query.page, last)
    let start = (number - 1) * ConsoleQuery.pageSize
    let shown = found[start..<min(start + ConsoleQuery.pageSize, found.count)]
    return """
      \(if: !entries.isEmpty || query.onlyRefused, searchForm(place, hint))
      \(if: !found.isEmpty || !filters.isEmpty, """
      <p class="tools">\(if: !found.isEmpty, "<span class=\"lead\">\(start + 1) to \(start + shown.count) of \(found.count), the newest first</span>")\
      \(filters)</p>
      """)
      \(if: entries.isEmpty, Notice(.info, none).html)
      \(if: found.isEmpty && !entries.isEmpty, Notice(.info, "Nothing was found for “\(query.search)”.").html)
      <div class="rows">\(shown.map(row))</div>
      \(if: last > 1, pages(place, number, last))
      """
  }

  private func searchForm(_ place: Place, _ hint: String) -> HTML {
    """
    <form class="search" method="get" action="\(place.link)" role="search">\
    \(if: query.onlyRefused, "<input type=\"hidden\" name=\"refused\" value=\"1\">")\
    <div class="field"><label for="q">\(hint)</label>\
    <input id="q" name="q" type="search" maxlength="100" value="\(query.search)" autocomplete="off"></div>\
    \(Button("Search", .secondary).html)\
    \(if: !query.search.isEmpty, "<a href=\"\(place.link)\">All</a>")</form>
    """
  }

  private func pages(_ place: Place, _ number: Int, _ last: Int) -> HTML {
    """
    <nav class="tools pages" aria-label="Pages">\
    \(if: number > 1, "<a rel=\"prev\" href=\"\(query.link(place.link, page: number - 1))\">Newer</a>")\
    <span>\(number) / \(last)</span>\
    \(if: number < last, "<a rel=\"next\" href=\"\(query.link(place.link, page: number + 1))\">Older</a>")</nav>
    """
  }

  /// The list of the ledger's objects, with the buttons that advance the clock.
  func ledger(_ entries: [ConsoleEntry], none: String) -> Page {
    page(
      "Payments",
      """
      \(reloading(Place.ledger))
      \(if: isControlled, clock)
      \(list(entries, in: .ledger, hint: "Id or order number", none: none, keys: \.allKeys, row: \.html))
      """)
  }
}
