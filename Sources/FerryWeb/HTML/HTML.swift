public import FerryCore
import Foundation

/// A piece of HTML that is safe to send. It is written as a literal; interpolated values are escaped by their types:
///
///     let row: HTML = "<td title=\"\(buyer.name)\">\(buyer.name)</td><td>\(order.total)</td>"
///
/// - Text, numbers and amounts are escaped for element content and for attributes in double quotes.
/// - `HTML`, `HTML?` and `[HTML]` pass as they are.
/// - Addresses enter as `Link`, which is either of this site or checked. Text after `href="`, `src="`, `action="` or
///   `formaction="` is a programming error: it stops a debug build, and writes `about:invalid` in a release build.
/// - Data for scripts enters as `\(json: value)`.
///
/// Literals are `StaticString`s, and scripts are files of the program, so no text made while the program runs can become
/// markup. Attribute values are always written in double quotes, and text never enters `<script>`, `<style>`, a `style` or an
/// `on…` attribute.
public struct HTML: Sendable, Hashable {
  /// UTF-8.
  public let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Markup from the program's source.
  public init(trusted markup: StaticString) { bytes = markup.withUTF8Buffer { Array($0) } }

  /// A script from the folder `Resources`. `make check` refuses any other argument than a member of `PackageResources`.
  package init(embeddedFile file: [UInt8]) { bytes = file }

  public static let empty = HTML(bytes: [])

  public var isEmpty: Bool { bytes.isEmpty }

  /// The markup as text, for tests and files. Responses take the bytes.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public static func + (left: HTML, right: HTML) -> HTML { HTML(bytes: left.bytes + right.bytes) }
}

extension HTML: CustomStringConvertible {
  public var description: String { text }
}

extension HTML: ExpressibleByStringInterpolation {
  public init(stringLiteral markup: StaticString) { self.init(trusted: markup) }
  public init(stringInterpolation: Interpolation) { bytes = stringInterpolation.bytes }

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
      escape(text)
    }

    public mutating func appendInterpolation(_ text: Substring) { appendInterpolation(String(text)) }

    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      bytes.append(contentsOf: String(number).utf8)
    }

    /// An amount for people who read `language`.
    public mutating func appendInterpolation(_ money: Money, _ language: Language) {
      appendInterpolation(money.display(language))
    }

    public mutating func appendInterpolation(_ html: HTML) { bytes.append(contentsOf: html.bytes) }

    public mutating func appendInterpolation(_ html: HTML?) {
      if let html { bytes.append(contentsOf: html.bytes) }
    }

    public mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces { bytes.append(contentsOf: piece.bytes) }
    }

    /// Markup under a condition: `"<option\(if: isSelected, " selected")>"`.
    public mutating func appendInterpolation(if condition: Bool, _ html: @autoclosure () -> HTML) {
      if condition { bytes.append(contentsOf: html().bytes) }
    }

    /// An address, for `href`, `src`, `action` and the like.
    public mutating func appendInterpolation(_ link: Link) { escape(link.text) }

    public mutating func appendInterpolation(_ nonce: Nonce) { bytes.append(contentsOf: nonce.text.utf8) }

    /// Data for a script: JSON without `<`, `>` and `&`, which could end or change its `<script>` element, and without the two
    /// separators that older engines treat as line ends. It is not escaped for attributes.
    public mutating func appendInterpolation(json value: some Encodable) {
      guard let json = try? JSONEncoder.sorted.encode(value) else {
        assertionFailure("A value for a script could not be encoded.")
        bytes.append(contentsOf: "null".utf8)
        return
      }
      // JSON has these characters in strings only, so that each can be replaced by its escape.
      for character in String(decoding: json, as: UTF8.self).unicodeScalars {
        switch character {
        case "<": bytes.append(contentsOf: "\\u003C".utf8)
        case ">": bytes.append(contentsOf: "\\u003E".utf8)
        case "&": bytes.append(contentsOf: "\\u0026".utf8)
        case "\u{2028}": bytes.append(contentsOf: "\\u2028".utf8)
        case "\u{2029}": bytes.append(contentsOf: "\\u2029".utf8)
        default: bytes.append(contentsOf: String(character).utf8)
        }
      }
    }

    /// For element content and for attribute values in double or single quotes. In UTF-8 no special character is part of a
    /// longer one, so that bytes can be checked one by one.
    private mutating func escape(_ text: String) {
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
        case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
        case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
        case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
        case UInt8(ascii: "'"): bytes.append(contentsOf: "&#39;".utf8)
        default: bytes.append(byte)
        }
      }
    }

    /// False at the start of an attribute that holds an address. "action" is also the end of `formaction`.
    private func mayHoldText() -> Bool {
      guard bytes.suffix(2).elementsEqual("=\"".utf8) else { return true }
      let start = bytes.dropLast(2)
      return !["href", "src", "action"].contains { start.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    private mutating func refuseAddress() {
      assertionFailure("Text cannot be an address; make a Link.")
      bytes.append(contentsOf: "about:invalid".utf8)
    }
  }
}
