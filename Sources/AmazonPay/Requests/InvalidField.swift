/// A field that Amazon Pay would refuse, found before anything is sent. It names the field and the rule, not the value.
public struct InvalidField: Error, Hashable, Sendable {
  public enum Fault: Hashable, Sendable {
    case missing
    case tooLong(limit: Int)
    case notAnAddress
    case notHTTPS
    case notPositive
    case aboveMaximum(String)
    case decimalsNotSupported
    /// Characters other than the listed ones.
    case characters(allowed: String)
    case needsAuthorizeWithCapture
    case notWithAuthorizeWithCapture
    case sandboxOnly
  }

  /// The JSON path, such as `merchantMetadata.noteToBuyer`.
  public let field: String
  public let fault: Fault

  public init(field: String, fault: Fault) {
    self.field = field
    self.fault = fault
  }
}

extension InvalidField: CustomStringConvertible {
  public var description: String {
    switch fault {
    case .missing: "\(field) is missing."
    case .tooLong(let limit): "\(field) is longer than \(limit) characters; shorten it."
    case .notAnAddress:
      "\(field) is not a web address; give one with scheme and host, such as https://shop.example/paid."
    case .notHTTPS: "\(field) has to be an https address; plain http is for the sandbox only."
    case .notPositive: "\(field) has to be above zero."
    case .aboveMaximum(let maximum): "\(field) is above \(maximum), the most that Amazon Pay charges at once."
    case .decimalsNotSupported: "\(field) is in a currency with more than two decimals, which Amazon Pay does not take."
    case .characters(let allowed): "\(field) may have these characters only: \(allowed)."
    case .needsAuthorizeWithCapture: "\(field) is for the intent AuthorizeWithCapture only; leave it out."
    case .notWithAuthorizeWithCapture: "\(field) can not be true with the intent AuthorizeWithCapture."
    case .sandboxOnly: "\(field) is for the sandbox only."
    }
  }
}
