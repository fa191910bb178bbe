package import FerryCore
import HTTPTypes

/// The rules of the request log for hiding secrets and personal data. The log does not store a hidden value.
///
/// The log hides values by their names: the common ones, and those of the sandbox. In a pair of `keyword` and `value`, the
/// keyword is a name too. Inside other texts, patterns find card numbers, e-mail addresses, phone numbers and tokens. The log
/// finds the sandbox's own secrets there by their values.
package struct Redaction: Sendable {
  /// The text in the place of a hidden one.
  package static let mark = "…"

  private let names: Set<String>
  private let fieldNames: Set<String>
  let hexadecimalSecrets: Set<Int>
  let secrets: [[UInt8]]
  private let formTypes: Set<String>
  private let decode: @Sendable ([UInt8]) -> String

  /// - Parameters:
  ///   - names: Names whose values are hidden, with all values inside of them: of headers, fields, members, and of the
  ///     segments before a hidden segment of a path.
  ///   - fields: Names that are hidden in forms and queries alone.
  ///   - hexadecimalSecrets: The lengths of hexadecimal texts that are secret.
  ///   - secrets: The sandbox's own secrets.
  ///   - formTypes: The media types of bodies with fields, beside that of forms.
  ///   - decode: Decodes a field's value; as UTF-8 by default.
  package init(
    names: [String], fields: [String] = [], hexadecimalSecrets: Set<Int> = [], secrets: [Secret<String>] = [],
    formTypes: Set<String> = [],
    decode: @escaping @Sendable ([UInt8]) -> String = { String(decoding: $0, as: UTF8.self) }
  ) {
    self.names = Self.commonNames.union(names.map(Self.normal))
    fieldNames = Set(fields.map(Self.normal))
    self.hexadecimalSecrets = hexadecimalSecrets
    self.secrets = secrets.map { Array($0.reveal().utf8) }.filter { $0.count >= 6 }
    self.formTypes = formTypes.union(["application/x-www-form-urlencoded"])
    self.decode = decode
  }

  private static let commonNames: Set<String> = [
    "email", "emailaddress", "phone", "phonenumber", "mobile", "msisdn", "ipaddress", "forwarded", "xforwardedfor",
    "xrealip", "cardnumber", "cvv", "cvc", "otp",
  ]

  private static let secretParts = [
    "password", "passwd", "secret", "token", "signature", "cookie", "apikey", "privatekey", "accesskey",
  ]

  /// A name without case, hyphens and underscores.
  private static func normal(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// True if the values of a name are hidden.
  func hides(_ name: String) -> Bool {
    let name = Self.normal(name)
    return names.contains(name) || Self.secretParts.contains { name.contains($0) }
  }

  private func hidesHeader(_ name: String) -> Bool { hides(name) || name.lowercased().hasSuffix("authorization") }

  func hidesField(_ name: String) -> Bool { hides(name) || fieldNames.contains(Self.normal(name)) }

  // MARK: Parts of a message

  /// A path, without the hidden segments.
  func path(_ path: String) -> String {
    var last = ""
    return path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      defer { last = String(segment) }
      return hides(last) && !segment.isEmpty ? Self.mark : text(String(segment))
    }.joined(separator: "/")
  }

  func headers(_ headers: HTTPFields) -> [LoggedField] {
    headers.prefix(LoggedBody.fieldLimit).map { header in
      let name = header.name.canonicalName
      return LoggedField(name: name, text: hidesHeader(name) ? nil : text(header.value).cut(to: LoggedBody.valueLimit))
    }
  }

  func query(_ text: Substring) -> [LoggedField] { fields(read(query: text)) }

  func read(query: Substring) -> [(name: String, value: [UInt8])] {
    FormBytes.pairs(query.utf8).map { (String(decoding: $0.name, as: UTF8.self), $0.value) }
  }

  private func fields(_ fields: [(name: String, value: [UInt8])]) -> [LoggedField] {
    fields.prefix(LoggedBody.fieldLimit).map { name, value in
      let shownName = text(name).cut(to: 128)
      if hidesField(name) { return LoggedField(name: shownName, text: nil) }
      let whole = decode(value)
      let shown = text(whole)
      let keepsBytes = shown == whole && value.count <= LoggedBody.valueLimit && value.contains { $0 > 0x7F }
      return LoggedField(name: shownName, text: shown.cut(to: LoggedBody.valueLimit), bytes: keepsBytes ? value : nil)
    }
  }

  /// Reads a body whose secrets can be found by their names: JSON, or fields.
  func read(_ bytes: [UInt8], mediaType: String?) -> ReadBody {
    guard bytes.count <= SandboxResponder.bodyLimit else { return .unreadable }
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), let value = try? JSONValue(parsing: bytes) {
      return .json(value)
    }
    guard formTypes.contains((mediaType ?? "").prefix { $0 != ";" }.lowercased()) else { return .unreadable }
    return .fields(FormBytes.pairs(bytes).map { (String(decoding: $0.name, as: UTF8.self), $0.value) })
  }

  /// - Returns: Nil for an empty body.
  func body(_ body: ReadBody, size: Int, mediaType: String?) -> LoggedBody? {
    guard size > 0 else { return nil }
    let mediaType = mediaType.map { text($0).cut(to: 128) }
    switch body {
    case .json(let value):
      let text = json(value).pretty
      let shown = text.cut(to: LoggedBody.limit)
      return LoggedBody(
        content: .json(shown), mediaType: mediaType, size: size, isCut: shown.utf8.count < text.utf8.count)
    case .fields(let all):
      return LoggedBody(
        content: .fields(fields(all)), mediaType: mediaType, size: size,
        isCut: all.count > LoggedBody.fieldLimit || all.contains { $0.value.count > LoggedBody.valueLimit })
    case .unreadable: return LoggedBody(content: .omitted, mediaType: mediaType, size: size, isCut: false)
    }
  }

  func decoded(_ value: [UInt8]) -> String { decode(value) }

  /// A JSON value without secrets and personal data. Flags and nulls are never hidden.
  package func json(_ value: JSONValue) -> JSONValue { json(value, isHidden: false) }

  private func json(_ value: JSONValue, isHidden: Bool) -> JSONValue {
    switch value {
    case .null, .bool: return value
    case .number(let literal): return isHidden || text(literal) != literal ? .string(Self.mark) : value
    case .string(let text): return .string(isHidden ? Self.mark : self.text(text))
    case .array(let elements): return .array(elements.map { json($0, isHidden: isHidden) })
    case .object(let members):
      let hidesPair = value["keyword"]?.text.map(hides) == true
      return .object(
        members.map { member in
          let isHidden = isHidden || hides(member.name) || (hidesPair && member.name == "value")
          return .init(name: text(member.name), value: json(member.value, isHidden: isHidden))
        })
    }
  }
}
