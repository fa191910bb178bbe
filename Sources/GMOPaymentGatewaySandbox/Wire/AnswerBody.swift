import FerryCore
import FerryHTTP
import FerrySandbox

/// The fields of an answer, in their order.
struct AnswerFields: Hashable, Sendable {
  struct Field: Hashable, Sendable {
    let name: String
    var value: String
    /// True if the value is written as it is in `.idPass`: `Token` in Base64 with its pluses, `StartURL`,
    /// and lists of errors.
    var isLiteral = false
  }

  var fields: [Field]

  /// - Parameter fields: Nil values are written as empty ones.
  init(_ fields: [(String, String?)]) { self.fields = fields.map { Field(name: $0, value: $1 ?? "") } }

  subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  mutating func append(literal value: String, _ name: String) {
    fields.append(Field(name: name, value: value, isLiteral: true))
  }

  // MARK: idPass

  func idPass(_ style: Rules.BodyStyle) -> [UInt8] {
    var bytes: [UInt8] = []
    for field in fields {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
      bytes += Array(field.name.utf8) + [UInt8(ascii: "=")]
      let isRaw = style == .raw || field.isLiteral
      for scalar in field.value.unicodeScalars {
        bytes += isRaw ? Self.windows31J(scalar) : Self.percentEncoded(scalar)
      }
    }
    return bytes
  }

  /// A character that Windows-31J does not have becomes a question mark, as Java does it.
  private static func windows31J(_ scalar: Unicode.Scalar) -> [UInt8] {
    do throws(UnmappableCharacter) {
      return try CP932.encode(String(scalar))
    } catch {
      return [UInt8(ascii: "?")]
    }
  }

  /// Letters, digits and `*-._` stay, and a space becomes a plus. Of any other character every byte is escaped, also a
  /// second byte that is a plain letter, as Java's URLEncoder does it.
  private static func percentEncoded(_ scalar: Unicode.Scalar) -> [UInt8] {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return [UInt8(scalar.value)]
    case 0x20: return [UInt8(ascii: "+")]
    default:
      let bytes = windows31J(scalar)
      if bytes.count == 1, "*-._".utf8.contains(bytes[0]) { return bytes }
      return bytes.flatMap { [UInt8(ascii: "%")] + Array(Hexadecimal.text([$0]).uppercased().utf8) }
    }
  }

  // MARK: JSON

  /// Names begin with a small letter, and every value is text.
  var json: JSONValue {
    .object(fields.map { JSONValue.Member(name: Self.jsonName($0.name), value: .string($0.value)) })
  }

  static func jsonName(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }
}

extension [GatewayError] {
  /// All errors in one answer: codes and details joined by `|`, which is not escaped, the n-th of one list with the n-th of the
  /// other.
  func fields(_ family: Rules.CodeFamily) -> AnswerFields {
    let infos = map { $0.info(family) }
    var fields = AnswerFields([])
    fields.append(literal: infos.map(GatewayError.code).joined(separator: "|"), "ErrCode")
    fields.append(literal: infos.joined(separator: "|"), "ErrInfo")
    return fields
  }

  /// An object, or an array of objects if there are several.
  func json(_ family: Rules.CodeFamily, isAlwaysList: Bool) -> JSONValue {
    let objects = map { error -> JSONValue in
      let info = error.info(family)
      return ["errCode": .string(GatewayError.code(info)), "errInfo": .string(info)]
    }
    return objects.count == 1 && !isAlwaysList ? objects[0] : .array(objects)
  }
}
