extension Problem {
  /// The problem of a JSON body that could not be decoded: 422 for a missing or wrong field, with the field's JSON Pointer
  /// (RFC 6901) and advice.
  package init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(field: context.codingPath + [key], "Add this field; it is required.")
    case .valueNotFound(let type, let context):
      self.init(field: context.codingPath, "Must not be null; write \(Self.words(for: type)).")
    case .typeMismatch(let type, let context):
      self.init(field: context.codingPath, "Wrong type; write \(Self.words(for: type)).")
    case .dataCorrupted(let context):
      self.init(field: context.codingPath, Self.sentence(for: context.debugDescription))
    @unknown default:
      self.init(.malformed, "The body could not be read.")
    }
  }

  /// The problem of wrong fields, which it names.
  /// - Parameters:
  ///   - fields: At least one.
  ///   - count: The number of all wrong fields; nil if `fields` has all.
  package init(fields: [FieldError], count: Int? = nil) {
    let count = count ?? fields.count
    let named = count > fields.count ? "the first \(fields.count)" : "each"
    let first =
      fields.first.map { field in
        field.pointer.isEmpty ? "The body cannot be accepted. \(field.detail)" : "\(field.pointer): \(field.detail)"
      } ?? ""
    self.init(
      .invalidFields,
      count == 1 ? first : "\(count) fields cannot be accepted; errors names \(named). The first: \(first)",
      errors: fields)
  }

  private init(field path: [any CodingKey], _ detail: String) {
    self.init(pointer: Self.pointer(path), detail)
  }

  package init(pointer: String, _ detail: String) { self.init(fields: [FieldError(pointer: pointer, detail: detail)]) }

  package static func pointer(_ path: [any CodingKey]) -> String {
    pointer(path.map { $0.intValue.map(String.init) ?? $0.stringValue })
  }

  /// RFC 6901 §3: a tilde and a slash in a name are escaped.
  package static func pointer(_ path: [String]) -> String {
    path.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }

  private static func words(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text in quotes"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number without quotes"
    case is any BinaryFloatingPoint.Type: "a number without quotes"
    case is [String: Any].Type, is any KeyedObject.Type: "an object in braces"
    case is [Any].Type: "a list in brackets"
    default: "a value of the documented type"
    }
  }

  /// Our own types write sentences for the client. The standard library writes about Swift.
  private static func sentence(for description: String) -> String {
    if description.hasPrefix("Cannot initialize") { return "Not one of the values that this field can have." }
    if description.contains("representable") || description.contains("does not fit") {
      return "Write a whole number in the range of this field."
    }
    return description
  }
}

/// Dictionaries of any value type: decoders name them as the expected type.
private protocol KeyedObject {}
extension Dictionary: KeyedObject {}
