import Foundation
import Testing

@testable import PhoneDevice

@Suite struct DeviceStyleTests {
  /// The colours of the shop's pages by name.
  private func pageColours(isDark: Bool) throws -> [String: String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/FerryWeb/Resources/ferry.css").standardizedFileURL
    let style = try String(contentsOf: file, encoding: .utf8)
    let dark = try #require(style.range(of: "prefers-color-scheme: dark"))
    let part = isDark ? style[dark.upperBound...] : style[..<dark.lowerBound]
    let colours = part.matches(of: /--([a-z-]+): (#[0-9a-f]+);/).map { (String($0.1), String($0.2)) }
    return Dictionary(colours, uniquingKeysWith: { first, _ in first })
  }

  @Test("The native screens have the colours of the shop's pages, light and dark", arguments: [false, true])
  func colours(isDark: Bool) throws {
    let pages = try pageColours(isDark: isDark)
    var shared: Set<String> = []
    for colour in DeviceStyle.css(isDark: isDark).matches(of: /@define-color ([a-z_]+) (#[0-9a-f]+);/) {
      let name = String(colour.1).replacing("_", with: "-")
      guard let page = pages[name] else { continue }
      #expect(String(colour.2) == page, "\(name)")
      shared.insert(name)
    }
    let needed: Set = [
      "page", "surface", "sunken", "ink", "soft", "line", "accent", "on-accent", "info", "info-ink", "warn", "warn-ink",
      "good",
    ]
    #expect(shared.isSuperset(of: needed))
  }

  @Test("Every colour that the phone's style names is defined", arguments: [false, true])
  func defined(isDark: Bool) {
    let style = DeviceStyle.css(isDark: isDark)
    let defined = Set(style.matches(of: /@define-color ([a-z_]+)/).map { String($0.1) })
    let used = Set(style.matches(of: /@([a-z_]+)/).map { String($0.1) })
    #expect(used.subtracting(defined).subtracting(["define", "keyframes"]) == [])
  }
}
