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
      bytes.reserveCapacity(literalCapacity + interpolationCount * 64)
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

    public mutating func appendInterpolation(_ number: Int) {
      bytes.append(contentsOf: String(number).utf8)
    }

    public mutating func appendInterpolation(_ number: Int64) {
      bytes.append(contentsOf: String(number).utf8)
    }

    /// An amount for people, as `Money.display` writes it.
    public mutating func appendInterpolation(_ money: Money) {
      appendInterpolation(money.display)
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
      let end = bytes.count
      guard end >= 5, bytes[end - 1] == UInt8(ascii: "\""), bytes[end - 2] == UInt8(ascii: "=") else { return true }
      let name =
        switch bytes[end - 3] {
        case UInt8(ascii: "f"): Self.href
        case UInt8(ascii: "c"): Self.src
        case UInt8(ascii: "n"): Self.action
        default: [UInt8]()
        }
      return name.isEmpty || !bytes[..<(end - 2)].suffix(name.count).elementsEqual(name)
    }

    private mutating func refuseAddress() {
      assertionFailure("Text cannot be an address; make a Link.")
      bytes.append(contentsOf: "about:invalid".utf8)
    }

    private static let href = Array("href".utf8)
    private static let src = Array("src".utf8)
    /// Also the end of `formaction`.
    private static let action = Array("action".utf8)
  }
}
