import AmazonPay
import Foundation

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
  /// The text that the signature is of.
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
