/// A provider's own words about a request that the merchant's settings or contract do not allow, for logs and for people
/// who operate the server.
///
/// A message can repeat values of the request. So words that may be a secret, an address with parameters, or a buyer's data
/// are replaced by "…", and a message about a buyer is dropped as a whole.
public struct ProviderMessage: Hashable, Sendable, CustomStringConvertible {
  /// One line of 1 to 200 characters, without control characters.
  public let text: String

  /// - Parameter message: As received. Nil if nothing is left of it.
  public init?(_ message: String?) {
    guard let message, !Self.isAboutBuyer(message) else { return nil }
    let words = message.unicodeScalars.prefix(4_000).split { Self.isBlank($0) }.map { Self.safe(String($0)) }
    let text = words.joined(separator: " ")
    guard words.contains(where: { $0 != Self.hidden }) else { return nil }
    self.text = text.count > Self.most ? "\(text.prefix(Self.most - 1))\(Self.hidden)" : text
  }

  public var description: String { text }

  private static let most = 200
  private static let hidden = "…"

  /// Words that name a buyer's data in the providers' messages, in English and Spanish.
  private static let buyer = [
    "buyer", "payer", "customer", "consumer", "surname", "firstname", "lastname", "email", "e-mail", "msisdn", "phone",
    "ipaddress", "shippingaddress", "billingaddress", "postal", "zipcode", "documento", "comprador", "pagador",
    "cliente",
    "nombre", "apellido", "correo", "celular", "teléfono", "dirección",
  ]

  private static func isAboutBuyer(_ message: String) -> Bool {
    let message = message.lowercased()
    return buyer.contains { message.contains($0) }
  }

  /// True for white space, control characters, and characters that change the direction of writing.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse, .unassigned:
      true
    default: false
    }
  }

  private static func safe(_ word: String) -> String {
    if word.contains("@") { return hidden }
    if let address = word.firstRange(of: "://") { return site(word, after: address) }
    // Telephone numbers, documents, cards.
    if word.count(where: \.isNumber) > 4 { return hidden }
    // Tokens and ids.
    return word.count > 60 || word.split(whereSeparator: { "./:,;'\"()[]".contains($0) }).contains(where: isToken)
      ? hidden : word
  }

  /// The site of an address, without path and parameters.
  private static func site(_ word: String, after scheme: Range<String.Index>) -> String {
    let rest = word[scheme.upperBound...]
    let host = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:[]".contains($0)) }
    let before = word[..<scheme.upperBound]
    guard !host.isEmpty, host.count <= 100, before.count <= 12 else { return hidden }
    return "\(before)\(host)\(host.endIndex < rest.endIndex ? hidden : "")"
  }

  private static func isToken(_ part: Substring) -> Bool {
    part.count >= 16 && part.contains(where: \.isNumber) && part.contains(where: \.isLetter) || part.count > 40
  }
}
