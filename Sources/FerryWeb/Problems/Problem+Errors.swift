public import FerryCore
import HTTPTypes
import Hummingbird

extension Problem {
  /// The problem for an error of a request handler. An error that is not meant for clients becomes "internal error",
  /// without details.
  public init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let response as ProblemResponse: self = response.problem
    case let field as InvalidField: self = Problem(field)
    case is CSRFRefusal: self = Problem(.forbidden, "The form does not belong to this session; load the page again.")
    case let other as any HTTPResponseError: self = Problem(status: other.status)
    default: self = Problem(.internalError, "Something failed here. Try again; nothing is decided by this answer.")
    }
  }

  private init(_ field: InvalidField) {
    let detail = "The \(field.source.rawValue) field \"\(field.name)\" cannot be accepted. \(field.detail)"
    let kind: Kind = field.fault == .missing || field.fault == .value ? .invalidFields : .malformed
    self.init(kind, detail, errors: [FieldError(pointer: Self.pointer([field.name]), detail: field.detail)])
  }

  /// For errors of the web framework, which have a status only.
  private init(status: HTTPResponse.Status) {
    switch status.code {
    case 401: self.init(.unauthorized, "Authenticate with a key or token of this server.")
    case 403: self.init(.forbidden, "This key or token does not allow it.")
    case 404: self.init(.notFound, "There is nothing here; check the address.")
    case 405: self.init(.methodNotAllowed, "The address exists, but not for this method.")
    case 408: self.init(.requestTimeout, "The request did not arrive in time. Send it again.")
    case 413: self.init(.tooLarge, "The body is too large.")
    case 415: self.init(.unsupportedMediaType, "The body's media type is not one that is read here.")
    case 429: self.init(.tooManyRequests, "Wait, then try again.")
    case 503: self.init(.unavailable, "Wait, then try again.")
    case 400..<500: self.init(.malformed, "The request cannot be read.")
    default: self.init(.internalError, "Something failed here. Try again; nothing is decided by this answer.")
    }
  }
}

extension Problem {
  /// The problem of a JSON body that could not be decoded: 400 for malformed JSON, 422 for a missing or wrong field, with
  /// the field's JSON Pointer (RFC 6901) and advice.
  init(_ error: DecodingError) {
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

  init(_ fault: StrictJSON.Fault) {
    switch fault {
    case .empty: self.init(.malformed, "The body is empty; send the request's fields in JSON.")
    case .notUTF8(let offset): self.init(.malformed, "The body is not in UTF-8; see byte \(offset).")
    case .malformed(let offset):
      self.init(.malformed, "The body is not well-formed JSON; see byte \(offset).")
    case .tooDeep:
      self.init(.malformed, "The body is nested too deeply.")
    case .repeatedName(let pointer):
      let detail = "This name stands in its object twice; send it once."
      self.init(.malformed, "\(pointer): \(detail)", errors: [FieldError(pointer: pointer, detail: detail)])
    case .notWhole(let pointer):
      self.init(pointer: pointer, "Write a whole number of at most 64 bits; amounts are text in quotes.")
    }
  }

  private init(field path: [any CodingKey], _ detail: String) {
    self.init(pointer: Self.pointer(path.map { $0.intValue.map(String.init) ?? $0.stringValue }), detail)
  }

  private init(pointer: String, _ detail: String) {
    self.init(
      .invalidFields, pointer.isEmpty ? "The body cannot be accepted. \(detail)" : "\(pointer): \(detail)",
      errors: [FieldError(pointer: pointer, detail: detail)])
  }

  /// RFC 6901 §3: a tilde and a slash in a name are escaped.
  static func pointer(_ path: [String]) -> String {
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
