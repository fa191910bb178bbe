import AmazonPay
import FerryHTTP
import FerryWeb
import Foundation

/// The HTML for a shop's page: the element, checkout.js and the call.
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

  /// The element of a simple id selector. For any other selector the page must have the element.
  private static func element(_ selector: String) -> HTML {
    let id = selector.dropFirst()
    let isPlain = id.utf8.allSatisfy { AmazonPayCall.isLetterOrDigit($0) || "-_".utf8.contains($0) }
    guard selector.hasPrefix("#"), !id.isEmpty, isPlain else { return .empty }
    return "<div id=\"\(id)\"></div>\n"
  }
}

/// The parts of a button as JSON, for programs that write pages themselves.
struct ButtonParts: Encodable {
  let source: String
  let function: String
  let selector: String?
  let configuration: ButtonConfiguration
  let payloadJSON: String
  let signature: String
  let publicKeyId: String
  let algorithm: String
  let stringToSign: String
  let script: String

  init(_ script: ButtonScript) {
    source = script.source
    switch script.call {
    case .renderButton(let selector):
      function = "amazon.Pay.renderButton"
      self.selector = selector
    case .initCheckout:
      function = "amazon.Pay.initCheckout"
      selector = nil
    }
    configuration = script.configuration
    let payload = script.configuration.payload
    payloadJSON = payload.payloadJSON
    signature = payload.signature
    publicKeyId = payload.publicKeyId
    algorithm = payload.algorithm.rawValue
    stringToSign = RequestSigner.stringToSign(payloadJSON: payload.payloadJSON, payload.algorithm)
    self.script = script.text
  }

  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
