import FerryCore
import FerryHTTP
import FerrySandbox

/// A value of a request: its bytes, and the gateway's reading of them.
struct ReceivedValue: Codable, Hashable, Sendable {
  let bytes: [UInt8]
  let text: String
  /// False if the bytes are no Windows-31J.
  let isSound: Bool
  /// True for a text of `.json`.
  let isUTF8: Bool

  /// - Parameter bytes: In Windows-31J, as of `.idPass`.
  init(windows31J bytes: [UInt8]) {
    let decoded = CP932.decode(bytes)
    self.bytes = bytes
    text = decoded.text
    isSound = decoded.malformedCount == 0
    isUTF8 = false
  }

  /// - Parameter text: From `.json`, which is UTF-8.
  init(text: String) {
    bytes = Array(text.utf8)
    self.text = text
    isSound = true
    isUTF8 = true
  }

  var hexadecimal: String { bytes.map { Hexadecimal.text([$0]).uppercased() }.joined(separator: " ") }

  /// The same bytes as UTF-8, if that gives another text: the shop has probably sent UTF-8.
  var asUTF8: String? {
    guard !isUTF8, bytes.contains(where: { $0 > 0x7F }), let other = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    return other == text ? nil : other
  }
}

/// The fields of a request by their names in `.idPass`. Unknown fields are kept, and nobody asks for them.
struct ReceivedFields: Sendable {
  private(set) var values: [String: ReceivedValue] = [:]
  /// In the order of the request; of repeated names, the first counts.
  private(set) var names: [String] = []

  subscript(name: String) -> ReceivedValue? {
    // An empty value is as good as none.
    values[name].flatMap { $0.bytes.isEmpty ? nil : $0 }
  }

  /// All values with their names.
  var named: [(name: String, value: ReceivedValue)] { names.compactMap { name in values[name].map { (name, $0) } } }

  private mutating func add(_ name: String, _ value: ReceivedValue) {
    guard values[name] == nil else { return }
    values[name] = value
    names.append(name)
  }

  /// Reads a form. Percent signs and pluses are decoded to bytes first, and the bytes are Windows-31J then.
  /// - Returns: Nil for an empty body, and for one without names and values.
  init?(form bytes: [UInt8]) {
    for (name, value) in FormBytes.pairs(bytes) {
      add(String(decoding: name, as: UTF8.self), ReceivedValue(windows31J: value))
    }
    if names.isEmpty { return nil }
  }

  /// Reads a JSON object, whose names begin with a small letter. Values are texts; whole numbers are taken too.
  /// - Returns: Nil for anything else.
  init?(json bytes: [UInt8]) {
    guard let members = (try? JSONValue(parsing: bytes))?.members, !members.isEmpty else { return nil }
    for member in members {
      let name = member.name.prefix(1).uppercased() + member.name.dropFirst()
      switch member.value {
      case .string(let text), .number(let text): add(name, ReceivedValue(text: text))
      case .null: add(name, ReceivedValue(text: "null"))
      default: return nil
      }
    }
  }
}
