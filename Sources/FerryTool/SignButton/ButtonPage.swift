import AmazonPay
import FerryWeb

/// What goes into a shop's page: the element, checkout.js and the call.
enum ButtonPage {
  static func html(_ script: ButtonScript) -> String {
    let configuration = script.configuration
    let source: HTML =
      Link(external: script.source).map { "<script src=\"\($0)\"></script>\n" } ?? .empty
    return switch script.call {
    case .initCheckout:
      (source
        + """
        <script>
        amazon.Pay.initCheckout(\(json: configuration));
        </script>
        """).text
    case .renderButton(let selector):
      (element(selector) + source
        + """
        <script>
        amazon.Pay.renderButton(\(json: selector), \(json: configuration));
        </script>
        """).text
    }
  }

  /// The element of a plain id; the page has any other already.
  private static func element(_ selector: String) -> HTML {
    let id = selector.dropFirst()
    let isPlain = id.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
        || $0 == 0x5F
    }
    guard selector.hasPrefix("#"), !id.isEmpty, isPlain else { return .empty }
    return "<div id=\"\(id)\"></div>\n"
  }
}
