import FerryProvider
import FerryWeb

/// What the start page's script is to do.
struct StartAnswer: Encodable {
  enum Kind: String, Encodable {
    case redirect
    case form
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

  /// A form to post to the provider.
  struct Form: Encodable {
    struct Field: Encodable {
      let name: String
      let value: String
    }

    let action: String
    let fields: [Field]
  }

  let kind: Kind
  let url: String?
  let form: Form?
  let script: Script?
  /// The shop's checkout page: where the browser goes when it comes back to the start page. Nil beside an app.
  let shop: String?

  /// - Throws: `ProviderFailure` for an action that the engine resolves.
  init(_ step: NextAction, shop: Link?) throws(ProviderFailure) {
    self.shop = shop?.text
    switch step {
    case .redirect(let url):
      kind = .redirect
      self.url = url
      form = nil
      script = nil
    case .script(let call):
      kind = .script
      url = nil
      form = nil
      script = Script(
        source: call.source, function: call.function, arguments: call.arguments, pressesButton: call.pressesButton)
    case .form(let fields):
      kind = .form
      url = nil
      form = Form(action: fields.action, fields: fields.fields.map { Form.Field(name: $0.name, value: $0.value) })
      script = nil
    case .askFirst, .spent:
      throw .transient(reason: "The buyer has nothing to leave with.", retryAfter: nil)
    }
  }
}

/// What the start page's script sends.
struct StartBody: Decodable {
  let ticket: String
}
