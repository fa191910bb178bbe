public import FerryCore
import FerryHTTP

/// The encoding of a body with text. GMO's documentation does not say which fields of an answer have which.
public enum BodyStyle: String, Codable, Hashable, Sendable, CaseIterable {
  /// Raw if the body has any byte above 0x7F, else percent-encoded.
  case detected
  /// Bytes of Windows-31J are percent-encoded, and a space is a plus.
  case percentEncoded
  /// Bytes of Windows-31J stand as they are, and so do plus and percent sign.
  case raw
}

/// The fields of an answer, a browser's form or a notification. Names are equal whatever their case, so that both flavours
/// of the API are read by the same names. Texts can be personal data and secrets, so the value prints as its field count.
public struct AnswerFields: Sendable, Redacted {
  /// By lower-case name; an empty text for a field without a value.
  private var texts: [String: String] = [:]
  /// The errors in order. Empty means success.
  public private(set) var errors: [GMOError] = []
  /// The names of the fields with bytes that are not Windows-31J, in order. U+FFFD stands for them in the texts.
  public private(set) var malformed: [String] = []
  /// True if the body was JSON.
  public private(set) var isJSON = false

  /// The text of a field; nil if it is missing or empty.
  public subscript(name: String) -> String? {
    texts[name.lowercased()].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns true if the field is there, be it empty.
  public func has(_ name: String) -> Bool { texts[name.lowercased()] != nil }

  public var description: String { "\(texts.count) fields" }

  /// - Returns: False if there are two different texts for one name.
  private mutating func add(_ name: String, _ text: String) -> Bool {
    let name = name.lowercased()
    guard let first = texts[name], !first.isEmpty else {
      texts[name] = text
      return true
    }
    return text.isEmpty || text == first
  }
}

extension AnswerFields {
  /// Reads the body of an answer, whichever flavour it has.
  /// - Returns: Nil for anything that no answer of GMO's looks like: an HTML page, an empty or a truncated body, two
  ///   different values of one field.
  public init?(answer body: [UInt8], _ style: BodyStyle = .detected) {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      self.init(json: body)
    } else {
      let isRaw =
        switch style {
        case .detected: body.contains { $0 > 0x7F }
        case .percentEncoded: false
        case .raw: true
        }
      self.init(body, isRaw: isRaw, ignoresUnreadable: false)
    }
  }

  /// Reads a form that a browser posted, or a notification: percent-encoded, with fields of others that are ignored.
  /// - Returns: Nil for two different values of one field.
  public init?(form body: [UInt8]) { self.init(body, isRaw: false, ignoresUnreadable: true) }

  private init?(_ body: [UInt8], isRaw: Bool, ignoresUnreadable: Bool) {
    var body = body[...]
    while body.last == 0x0A || body.last == 0x0D { body.removeLast() }
    for field in body.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      // Base64 values have equals signs of their own.
      let equals = field.firstIndex(of: UInt8(ascii: "="))
      guard let equals, Self.isName(field[..<equals]) else {
        if ignoresUnreadable { continue }
        return nil
      }
      let name = String(decoding: field[..<equals], as: UTF8.self)
      let value = field[(equals + 1)...]
      // The token is Base64, with plus and slash as they are.
      let isVerbatim = isRaw || name.lowercased() == "token"
      let bytes = isVerbatim ? Array(value) : PercentEncoding.formBytes(value, keepsBadSigns: true)
      let decoded = CP932.decode(bytes ?? [])
      if decoded.malformedCount > 0 { malformed.append(name) }
      guard add(name, decoded.text) else { return nil }
    }
    errors = GMOError.list(codes: self["ErrCode"], infos: self["ErrInfo"])
  }

  private init?(json body: [UInt8]) {
    isJSON = true
    guard let value = try? UntypedJSON(json: body) else { return nil }
    if let object = value.object {
      guard add(object) else { return nil }
      errors = GMOError.list(codes: self["ErrCode"], infos: self["ErrInfo"])
    } else {
      // Several errors are an array of objects.
      for element in value.array ?? [] {
        var fields = self
        guard let object = element.object, fields.add(object) else { return nil }
        let errors = GMOError.list(codes: fields["ErrCode"], infos: fields["ErrInfo"])
        guard !errors.isEmpty else { return nil }
        self.errors += errors
      }
      if errors.isEmpty { return nil }
    }
  }

  /// - Returns: False if there are two different texts for one name.
  private mutating func add(_ object: [String: UntypedJSON]) -> Bool {
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .string(let text), .number(let text): guard add(name, text) else { return false }
      // No field of Amazon Pay has another type.
      default: continue
      }
    }
    return true
  }

  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    (1...64).contains(bytes.count)
      && bytes.allSatisfy { FieldRules.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
  }
}

/// An answer that is not the answer to its call.
public struct UnreadableAnswer: Error, Hashable, Sendable {
  /// The field that is missing or malformed.
  public let field: String

  public init(_ field: String) { self.field = field }
}

extension AnswerFields {
  /// - Throws: `UnreadableAnswer` if the field is missing or empty.
  func required(_ name: String) throws(UnreadableAnswer) -> String {
    guard let text = self[name] else { throw UnreadableAnswer(name) }
    return text
  }

  /// An amount in yen; nil if it is missing or empty.
  /// - Throws: `UnreadableAnswer` if it cannot be read.
  func yen(_ name: String) throws(UnreadableAnswer) -> Money? {
    guard let written = written(name) else { return nil }
    guard let money = written.money else { throw UnreadableAnswer(name) }
    return money
  }

  /// An amount in yen as GMO wrote it; nil if it is missing or empty.
  func written(_ name: String) -> WrittenAmount? { self[name].map { WrittenAmount($0, Currency.jpy.code) } }

  /// The AccessID or AccessPass of a transaction; nil if it is missing or empty.
  /// - Throws: `UnreadableAnswer` for another form.
  func access(_ name: String) throws(UnreadableAnswer) -> String? {
    guard let text = self[name] else { return nil }
    guard FieldRules.isAccess(text) else { throw UnreadableAnswer(name) }
    return text
  }
}
