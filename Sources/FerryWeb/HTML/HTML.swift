/// A piece of HTML that is safe to send. It is written as a literal; what is interpolated is escaped by its type:
///
///     let row: HTML = "<td title=\"\(buyer.name)\">\(buyer.name)</td><td>\(order.total)</td>"
///
/// - Text, numbers and amounts are escaped for element content and for attributes in double quotes.
/// - `HTML`, `HTML?` and `[HTML]` pass as they are.
/// - Addresses enter as `Link`, which is either of this site or checked. Text after `href="`, `src="`, `action="` or
///   `formaction="` is a programming error: it stops a debug build, and writes `about:invalid` in a release build.
/// - Data for scripts enters as `\(json: value)`.
///
/// Literals are `StaticString`s, so no text made while the program runs can pass for markup. Attribute values are always
/// written in double quotes, and text never enters `<script>`, `<style>`, a `style` or an `on…` attribute.
public struct HTML: Sendable, Hashable {
  /// UTF-8.
  public let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Markup that stands in the program's source.
  public init(trusted markup: StaticString) {
    bytes = markup.withUTF8Buffer { Array($0) }
  }

  /// Nothing.
  public static let empty = HTML(bytes: [])

  public var isEmpty: Bool { bytes.isEmpty }

  /// The markup as text, for tests and files. Responses take the bytes.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public static func + (left: HTML, right: HTML) -> HTML { HTML(bytes: left.bytes + right.bytes) }
}

extension HTML: CustomStringConvertible {
  public var description: String { text }
}
