public import FerryCore

extension HTML: ExpressibleByStringInterpolation {
  public init(stringLiteral markup: StaticString) {
    self.init(trusted: markup)
  }

  public init(stringInterpolation: Interpolation) {
    bytes = stringInterpolation.bytes
  }

  /// Collects literals and escaped values in one buffer.
  public struct Interpolation: StringInterpolationProtocol {
    var bytes: [UInt8] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 32)
    }

    public mutating func appendLiteral(_ markup: StaticString) {
      markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    public mutating func appendInterpolation(_ text: String) {
      guard mayHoldText() else { return refuseAddress() }
      var text = text
      text.withUTF8 { Escaping.append($0, to: &bytes) }
    }

    public mutating func appendInterpolation(_ text: Substring) {
      guard mayHoldText() else { return refuseAddress() }
      var text = text
      text.withUTF8 { Escaping.append($0, to: &bytes) }
    }

    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      appendInterpolation(String(number))
    }

    /// An amount for people, as `Money.display` writes it.
    public mutating func appendInterpolation(_ money: Money) {
      appendInterpolation(money.display)
    }

    public mutating func appendInterpolation<Kind>(_ id: Identifier<Kind>) {
      appendInterpolation(id.text)
    }

    public mutating func appendInterpolation(_ html: HTML) {
      bytes.append(contentsOf: html.bytes)
    }

    public mutating func appendInterpolation(_ html: HTML?) {
      if let html { bytes.append(contentsOf: html.bytes) }
    }

    public mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces { bytes.append(contentsOf: piece.bytes) }
    }

    /// Markup that is there only under a condition: `"<option\(if: isChosen, " selected")>"`.
    public mutating func appendInterpolation(if condition: Bool, _ html: @autoclosure () -> HTML) {
      if condition { bytes.append(contentsOf: html().bytes) }
    }

    /// An address, for `href`, `src`, `action` and the like.
    public mutating func appendInterpolation(_ link: Link) {
      appendInterpolation(address: link.text)
    }

    /// A site, for instance in a `<link rel="preconnect">`.
    public mutating func appendInterpolation(_ origin: Origin) {
      appendInterpolation(address: origin.text)
    }

    /// The number that a page's scripts and styles carry.
    public mutating func appendInterpolation(_ nonce: Nonce) {
      bytes.append(contentsOf: nonce.text.utf8)
    }

    /// Data for a script: JSON that cannot end the `<script>` element it stands in, nor the string of a script that
    /// copies it. Also right inside a double-quoted attribute after a further escaping, which this does not do.
    public mutating func appendInterpolation(json value: some Encodable) {
      ScriptData.append(value, to: &bytes)
    }

    private mutating func appendInterpolation(address: String) {
      var address = address
      address.withUTF8 { Escaping.append($0, to: &bytes) }
    }

    /// Whether text may stand here: not at the start of an attribute that holds an address.
    private func mayHoldText() -> Bool {
      guard bytes.last == UInt8(ascii: "\"") else { return true }
      return !Self.addressAttributes.contains { bytes.suffix($0.count).elementsEqual($0) }
    }

    private mutating func refuseAddress() {
      assertionFailure("Text cannot be an address; make a Link.")
      bytes.append(contentsOf: "about:invalid".utf8)
    }

    private static let addressAttributes: [[UInt8]] = [
      Array("href=\"".utf8), Array("src=\"".utf8), Array("action=\"".utf8),
    ]
  }
}
