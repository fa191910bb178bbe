import AmazonPay
import FerryHTTP
import FerryProvider
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
    let isPlain = id.utf8.allSatisfy { FieldRules.isAlphanumeric($0) || "-_".utf8.contains($0) }
    guard selector.hasPrefix("#"), !id.isEmpty, isPlain else { return .empty }
    return "<div id=\"\(id)\"></div>\n"
  }
}

extension ButtonScript {
  /// The parts as JSON, for programs that write pages themselves.
  func parts() throws -> String {
    let payload = configuration.payload
    var parts: [String: UntypedJSON] = [
      "source": .string(source), "configuration": try UntypedJSON(encoding: configuration),
      "payloadJSON": .string(payload.payloadJSON), "signature": .string(payload.signature),
      "publicKeyId": .string(payload.publicKeyId), "algorithm": .string(payload.algorithm.rawValue),
      "stringToSign": .string(RequestSigner.stringToSign(payloadJSON: payload.payloadJSON, payload.algorithm)),
      "script": .string(text),
    ]
    switch call {
    case .renderButton(let selector):
      parts["function"] = "amazon.Pay.renderButton"
      parts["selector"] = .string(selector)
    case .initCheckout: parts["function"] = "amazon.Pay.initCheckout"
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(parts), as: UTF8.self)
  }
}
