/// What went wrong with a request, as a machine and a person can read it: the `application/problem+json` of RFC 9457.
public struct Problem: Error, Codable, Hashable, Sendable {
  /// Which problem it is. Stable; programs decide by it.
  public var type: Kind
  /// The kind's short name, the same in every occurrence.
  public var title: String
  /// The HTTP status of the response that carried it.
  public var statusCode: Int
  /// What happened this time, and what to do.
  public var detail: String
  /// The occurrence's own address or id, where there is one.
  public var instance: String?
  /// The fields that are wrong; empty when no field is.
  public var errors: [FieldError]
  /// How much is left, where more was asked for.
  public var left: Money?

  /// A field and what is wrong with it.
  public struct FieldError: Codable, Hashable, Sendable {
    /// Where it stands in the body, as a JSON Pointer (RFC 6901): "/order/lines/0/quantity". "" is the whole body. For a
    /// form or a query, a slash and the parameter's name.
    public var pointer: String
    /// What to write there.
    public var detail: String

    public init(pointer: String, detail: String) {
      self.pointer = pointer
      self.detail = detail
    }
  }

  public init(_ type: Kind, _ detail: String, instance: String? = nil, errors: [FieldError] = [], left: Money? = nil) {
    self.type = type
    title = type.title
    statusCode = type.statusCode
    self.detail = detail
    self.instance = instance
    self.errors = errors
    self.left = left
  }

  private enum CodingKeys: String, CodingKey {
    case type, title
    case statusCode = "status"
    case detail, instance, errors, left
  }

  /// Reads what any server may have sent: missing members take the values that RFC 9457 gives them.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    type = try container.decodeIfPresent(Kind.self, forKey: .type) ?? Kind(rawValue: "about:blank")
    title = try container.decodeIfPresent(String.self, forKey: .title) ?? type.title
    statusCode = try container.decodeIfPresent(Int.self, forKey: .statusCode) ?? type.statusCode
    detail = try container.decodeIfPresent(String.self, forKey: .detail) ?? ""
    instance = try container.decodeIfPresent(String.self, forKey: .instance)
    errors = try container.decodeIfPresent([FieldError].self, forKey: .errors) ?? []
    left = try container.decodeIfPresent(Money.self, forKey: .left)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    try container.encode(title, forKey: .title)
    try container.encode(statusCode, forKey: .statusCode)
    try container.encode(detail, forKey: .detail)
    try container.encodeIfPresent(instance, forKey: .instance)
    if !errors.isEmpty { try container.encode(errors, forKey: .errors) }
    try container.encodeIfPresent(left, forKey: .left)
  }
}

extension Problem: CustomStringConvertible {
  public var description: String { "\(statusCode) \(title): \(detail)" }
}
