/// What a page runs to show a button, or to go to Amazon at once: a call of `checkout.js` with a signed payload. It is made
/// without any connection, and stays valid as long as key and payload do.
public struct ButtonScript: Hashable, Sendable {
  /// What the page does with `checkout.js`.
  public enum Call: Hashable, Sendable {
    /// Shows a button in the element that a CSS selector finds.
    case renderButton(selector: String)
    /// Leaves for Amazon at once, as in an app's secure browser; shows no button.
    case initCheckout
  }

  /// The address of `checkout.js`.
  public let source: String
  /// What the page does.
  public let call: Call
  /// The call's argument.
  public let configuration: ButtonConfiguration

  /// - Throws: `InvalidField` for what Amazon would refuse, `SigningError`.
  public init(_ call: Call, _ button: CheckoutButton, for account: AmazonPayAccount) throws {
    source = account.endpoint.scriptURL
    self.call = call
    switch call {
    case .renderButton(let selector):
      guard !selector.isEmpty else { throw InvalidField(field: "selector", fault: .missing) }
    case .initCheckout:
      guard button.color == nil else { throw InvalidField(field: "buttonColor", fault: .onlyWith("renderButton")) }
    }
    configuration = try ButtonConfiguration(button, for: account)
  }

  /// The script's text. It can stand in a `<script>` element as it is: whatever the values are, they cannot end the element
  /// or the line.
  public var text: String {
    let value = Self.scriptSafe(stableJSON(configuration))
    return switch call {
    case .renderButton(let selector): "amazon.Pay.renderButton(\(Self.scriptSafe(stableJSON(selector))), \(value));"
    case .initCheckout: "amazon.Pay.initCheckout(\(value));"
    }
  }

  /// JSON in which no `<`, `>`, `&` nor one of the separators U+2028 and U+2029 stands as itself. It has them in strings
  /// only, where an escape means the same.
  static func scriptSafe(_ json: [UInt8]) -> String {
    var text = ""
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "<": text += "\\u003C"
      case ">": text += "\\u003E"
      case "&": text += "\\u0026"
      case "\u{2028}": text += "\\u2028"
      case "\u{2029}": text += "\\u2029"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
