import FerryProvider
import FerryWeb

/// What the start page's script is to do.
struct StartAnswer: Encodable {
  enum Kind: String, Encodable {
    case redirect
    case script
  }

  /// A call of a provider's script.
  struct Script: Encodable {
    let source: String
    let function: [String]
    /// Each as JSON text.
    let arguments: [String]
    let pressesButton: Bool
  }

  let kind: Kind
  let url: String?
  let script: Script?
  /// The shop's checkout page: where the browser goes when it comes back to the start page. Nil beside an app.
  let shop: String?

  init(_ step: NextAction, shop: Link?) {
    self.shop = shop?.text
    switch step {
    case .redirect(let url):
      kind = .redirect
      self.url = url
      script = nil
    case .script(let call):
      kind = .script
      url = nil
      script = Script(
        source: call.source, function: call.function, arguments: call.arguments, pressesButton: call.pressesButton)
    }
  }
}

/// What the start page's script sends.
struct StartBody: Decodable {
  let ticket: String
}
