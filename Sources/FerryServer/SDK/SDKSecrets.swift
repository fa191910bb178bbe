import FerryCheckout
import FerryCore
import HTTPTypes

/// The code that stands for the order's reference in a payment order of a provider's SDK: the checkout's id and a random part,
/// with a dot between. It has 48 characters; providers take 50.
struct SDKCode: Hashable, Sendable {
  let checkout: CheckoutID
  private let secret: String

  init(_ checkout: CheckoutID, _ randomness: any Randomness) {
    self.checkout = checkout
    secret = randomness.token(bytes: 16)
  }

  /// Nil for text that no code can be.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = CheckoutID(untrusted: String(parts[0])),
      PlainText.isPlain(String(parts[1]), most: 64)
    else { return nil }
    checkout = id
    secret = String(parts[1])
  }

  var text: String { "\(checkout.text).\(secret)" }

  /// The stored form.
  var digest: String { TextDigest.sha256(text) }
}

/// The secret of one installation of an app, which its provider's SDK sends with every request. The app makes it once: 32 random
/// bytes in base64url, or more.
struct SDKInstallation: Hashable, Sendable {
  /// The stored form.
  let digest: String

  /// Nil without the field, with two of them, and for text that is too short to be a secret.
  init?(_ headers: HTTPFields) {
    let values = headers[values: .ferryInstallation]
    guard values.count == 1, (43...256).contains(values[0].utf8.count) else { return nil }
    digest = TextDigest.sha256(values[0])
  }
}

extension HTTPField.Name {
  /// `Ferry-Installation`: the secret of one installation of an app.
  static let ferryInstallation: HTTPField.Name = {
    guard let name = HTTPField.Name(SDKAccess.secretHeader) else { preconditionFailure("Not a field name.") }
    return name
  }()

  /// `Ferry-Code`: the code of a checkout, for requests that have no payment order.
  static let ferryCode: HTTPField.Name = {
    guard let name = HTTPField.Name(SDKAccess.codeHeader) else { preconditionFailure("Not a field name.") }
    return name
  }()
}
