/// A field of a form, query or cookie header that cannot be accepted, and why.
public struct InvalidField: Error, Hashable, Sendable {
  public enum Source: String, Sendable {
    case form
    case query
    case cookie
  }

  public enum Fault: String, Sendable {
    case missing
    case repeated
    case percentEncoding
    case notUTF8
    case nul
    case tooMany
    /// Well formed, but not a value that the field can have.
    case value
  }

  /// The field's name, cut to 64 characters; its number in the list when the name cannot be read.
  public let name: String
  public let fault: Fault
  public let source: Source

  public init(_ name: String, _ fault: Fault, in source: Source = .form) {
    self.name = String(name.prefix(64))
    self.fault = fault
    self.source = source
  }

  /// What is wrong and what to do, for whoever wrote the request.
  public var detail: String {
    switch fault {
    case .missing: "Send this field."
    case .repeated: "Send this field once."
    case .percentEncoding: "Write a percent sign as %25, and every encoded byte as % and two hexadecimal digits."
    case .notUTF8: "Send text in UTF-8."
    case .nul: "Leave out the NUL character."
    case .tooMany: "Send at most \(Fields.limit) fields."
    case .value: "Send a value that this field can have."
    }
  }
}
