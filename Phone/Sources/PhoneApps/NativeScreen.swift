internal import FerryCore
internal import PhoneWebKit

/// A native screen: a scrolling column of cards, with the buttons below it.
@MainActor struct NativeScreen {
  let widget: Widget
  private let scroll: Widget
  private let content = Widget.column().styled("content").filling()
  private let foot = Widget.column(spacing: 4).styled("foot")

  init() {
    scroll = Widget.scroll(content).filling()
    widget = Widget.column([scroll, foot]).filling()
  }

  func empty() {
    content.empty()
    foot.empty()
    foot.isVisible = false
    scroll.scrollToStart()
  }

  /// The heading above the cards.
  func head(_ title: String, _ advice: String = "") {
    content.append(Widget.label(title).styled("large-title"))
    if !advice.isEmpty { content.append(Widget.label(advice).styled("soft", "advice")) }
  }

  /// Shows a single message in the middle of the screen. End it by `keepInMiddle`.
  func say(_ title: String, _ advice: String, below sign: Widget) {
    content.append(Widget.space(across: false, down: true))
    let column = Widget.column(spacing: 12, [sign.placed(), Widget.label(title).styled("title").centred()])
    if !advice.isEmpty { column.append(Widget.label(advice).styled("soft").centred()) }
    content.append(column.styled("message"))
  }
  /// Ends the message of `say`.
  func keepInMiddle() { content.append(Widget.space(across: false, down: true)) }

  func banner(_ text: String, isAttention: Bool = false) {
    let banner = Widget.label(text).styled("banner")
    banner.setStyle("attention", isAttention)
    content.append(banner)
  }

  /// A frame with rows, and a title if given.
  func card(_ rows: [Widget], title: String = "") {
    if !title.isEmpty { content.append(Widget.label(title).styled("card-title")) }
    let card = Widget.column(rows).styled("card").clipped()
    card.setStyle("spaced", title.isEmpty)
    content.append(card)
  }
  func note(_ text: String) { content.append(Widget.label(text).styled("card-note")) }

  /// Adds a button below the cards.
  /// - Parameter isProminent: True for the button that most buyers press.
  func action(_ button: Widget, isProminent: Bool) {
    button.setStyle("prominent", isProminent)
    foot.append(button)
    foot.isVisible = true
  }

  // MARK: - Rows

  static func row(_ children: [Widget]) -> Widget { Widget.row(spacing: 12, children).styled("row") }

  static func row(_ lines: [String]) -> Widget {
    row([Widget.column(lines.map { Widget.label($0) })])
  }

  static func row(_ title: String, _ value: String, isStrong: Bool = false) -> Widget {
    let title = Widget.label(title).filling(down: false)
    let value = Widget.label(value).inOneLine().placed(across: .end, down: .start)
    if isStrong { for label in [title, value] { label.styled("headline") } } else { title.styled("soft") }
    return row([title, value])
  }

  /// A row that can be tapped.
  static func row(_ label: String, _ act: @escaping @MainActor () -> Void) -> Widget {
    let chevron = Symbol.chevronRight.widget(15).styled("chevron")
    return Widget.button(Widget.row([Widget.label(label).filling(down: false), chevron]), named: label, act).styled(
      "row")
  }

  /// A product with its picture.
  static func product(_ name: String, _ detail: String, _ amount: String) -> Widget {
    let figure = Widget.column([Widget.column([Widget.row().styled("tablet-screen")]).styled("tablet")])
    let words = Widget.column(
      spacing: 2, [Widget.label(name).styled("headline"), Widget.label(detail).styled("subhead", "soft")])
    return row([
      figure.styled("figure").placed(), words.placed(across: .filling).filling(down: false),
      Widget.label(amount).inOneLine().styled("headline"),
    ])
  }

  /// A symbol in a circle.
  static func seal(_ symbol: Symbol, _ style: String) -> Widget {
    Widget.column([symbol.widget(36)]).styled("seal", style)
  }

  static func busy() -> Widget { Symbol.wheel.widget(38).styled("busy") }
}

/// The native app's own texts. Texts about a payment come from Ferry.
enum NativeText {
  static let cart = Translations(english: "Your cart", japanese: "カート", spanish: "Su carrito", swedish: "Din varukorg")
  static let priceNote = Translations(
    english: "Tax included. Shipping depends on the address, and is shown before you buy.",
    japanese: "税込価格です。送料はお届け先により異なり、ご購入の前に表示されます。",
    spanish: "Impuesto incluido. El envío depende de la dirección y se muestra antes de comprar.",
    swedish: "Moms ingår. Frakten beror på adressen och visas innan du köper.")
}
