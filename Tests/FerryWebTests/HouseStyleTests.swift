import FerryCore
import FerryWeb
import Testing

@Suite("House style")
struct HouseStyleTests {
  private static let css = String(decoding: Asset.houseStyle.bytes, as: UTF8.self)

  /// The custom properties of a scheme that hold a colour.
  private static func colours(_ scheme: String) -> [String: String] {
    let parts = css.split(separator: "@media (prefers-color-scheme: dark)")
    let block = (scheme == "dark" ? parts[1] : parts[0]).prefix { $0 != "*" }
    return Dictionary(
      uniqueKeysWithValues: block.matches(of: /--([a-z-]+): #([0-9a-f]{6});/).map { (String($0.1), String($0.2)) })
  }

  /// Relative luminance, WCAG 2.2.
  private static func luminance(_ colour: String) -> Double {
    let number = Int(colour, radix: 16) ?? 0
    let channels = [number >> 16, number >> 8 & 255, number & 255].map { channel -> Double in
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : toThePower2_4((value + 0.055) / 1.055)
    }
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }

  /// The square times the fifth root of the square, by Newton's steps: no mathematics library is needed.
  private static func toThePower2_4(_ base: Double) -> Double {
    let square = base * base
    var root = 1.0
    for _ in 0..<60 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
    return square * root
  }

  private static func contrast(_ one: String, _ other: String) -> Double {
    let (one, other) = (luminance(one), luminance(other))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  @Test("Text has the contrast of WCAG 2.2 AA in both schemes", arguments: ["light", "dark"])
  func text(scheme: String) throws {
    let colours = Self.colours(scheme)
    let pairs = [
      ("ink", "page"), ("ink", "surface"), ("ink", "sunken"), ("soft", "page"), ("soft", "surface"), ("soft", "sunken"),
      ("accent", "page"), ("accent", "surface"), ("accent-deep", "page"), ("on-accent", "accent"),
      ("on-accent", "accent-deep"), ("info-ink", "info"), ("warn-ink", "warn"), ("error-ink", "error"),
      ("error-ink", "surface"),
    ]
    for (text, ground) in pairs {
      let ratio = Self.contrast(try #require(colours[text]), try #require(colours[ground]))
      #expect(ratio >= 4.5, "\(text) on \(ground)")
    }
    for ground in ["page", "surface"] {
      #expect(Self.contrast(try #require(colours["edge"]), try #require(colours[ground])) >= 3, "edge on \(ground)")
    }
  }

  @Test("A page's own style sheets come after the house style, so that they win; scripts come before both")
  func order() throws {
    let own = Asset("own", .css, Array("h1 { color: red }".utf8))
    let page = Page(
      language: .english, title: "", policy: PagePolicy(), styles: [own], head: "<script></script>", body: .empty)
    let places = try ["<script>", Asset.houseStyle.link.text, own.link.text, "</head>"].map {
      try #require(page.html.text.firstRange(of: $0)?.lowerBound)
    }
    #expect(places == places.sorted())
  }

  @Test("The contrast is computed by WCAG's formula")
  func reckoning() {
    #expect(abs(Self.contrast("000000", "ffffff") - 21) < 0.01)
    #expect(abs(Self.contrast("767676", "ffffff") - 4.54) < 0.01)
  }
}
