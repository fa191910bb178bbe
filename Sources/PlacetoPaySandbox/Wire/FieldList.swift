import FerryCore
import FerrySandbox

/// Pairs of keyword and value, which a shop attaches to a session, and PlacetoPay to its answers.
struct FieldList: Codable, Hashable, Sendable {
  struct Field: Codable, Hashable, Sendable {
    let keyword: String
    let value: JSONValue
    let displayOn: String

    var body: JSONValue { ["keyword": .string(keyword), "value": value, "displayOn": .string(displayOn)] }
  }

  var fields: [Field] = []

  static let limit = 50
  private static let places = ["none", "payment", "receipt", "both", "approved"]

  /// Fields that PlacetoPay adds.
  init(_ added: KeyValuePairs<String, any JSONConvertible> = [:]) {
    fields = added.map { Field(keyword: $0, value: $1.json, displayOn: "none") }
  }

  /// Reads `fields`: of pairs with the same keyword the first counts, and those beyond the limit are dropped.
  /// - Parameter used: The number of fields that were read before.
  init(_ reader: MemberReader, besides used: Int = 0) throws(APIRefusal) {
    for pair in try reader.objects("fields") ?? [] {
      let keyword = try pair.required("keyword", pair.text("keyword", 1...50))
      let displayOn = try pair.choice("displayOn", Self.places) ?? "none"
      let value = pair["value"] ?? .null
      if case .string(let text) = value, text.count > 255 { throw .invalid(pair.path("value")) }
      guard !fields.contains(where: { $0.keyword == keyword }), used + fields.count < Self.limit else { continue }
      fields.append(Field(keyword: keyword, value: value, displayOn: displayOn))
    }
  }

  subscript(keyword: String) -> JSONValue? { fields.first { $0.keyword == keyword }?.value }

  var body: JSONValue { .array(fields.map(\.body)) }

  /// The fields for the page, with their texts: arrays of texts are joined, and objects are not shown.
  func shown(on places: Set<String>) -> [(name: String, value: String)] {
    fields.compactMap { field in
      guard places.contains(field.displayOn) else { return nil }
      switch field.value {
      case .string(let text), .number(let text): return (field.keyword, text)
      case .array(let elements):
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? (field.keyword, texts.joined(separator: ", ")) : nil
      case .bool, .null, .object: return nil
      }
    }
  }
}
