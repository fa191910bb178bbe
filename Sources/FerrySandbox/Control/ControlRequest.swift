import FerryCore
import FerryWeb
package import HTTPTypes

package struct ControlRefusal: Error, Hashable {
  package let status: Int
  package let reasonCode: String
  package let message: String

  package init(_ status: Int, _ reasonCode: String, _ message: String) {
    self.status = status
    self.reasonCode = reasonCode
    self.message = message
  }

  package static func invalid(_ field: String, _ expectation: String) -> Self {
    Self(400, "InvalidParameterValue", "The value of '\(field)' is invalid: \(expectation) is expected.")
  }

  package static func missing(_ field: String) -> Self {
    Self(400, "MissingParameterValue", "A value for '\(field)' is missing.")
  }

  package static let unknownPath = Self(
    404, "ResourceNotFound", "The control API has no such request. `ferry sandbox --provider ID --help` lists them.")

  package var body: JSONValue { ["reasonCode": .string(reasonCode), "message": .string(message)] }
}

extension JSONValue {
  /// Reads a JSON text whose name the refusal tells: "The body".
  package init(parsing bytes: [UInt8], _ name: String) throws(ControlRefusal) {
    do throws(JSONSyntaxError) {
      try self.init(parsing: bytes)
    } catch {
      throw ControlRefusal(400, "InvalidRequestFormat", "\(name) is not JSON: \(error).")
    }
  }
}

package struct ControlRequest: Sendable {
  package let method: HTTPRequest.Method
  /// The segments after `/control`, or after the provider's prefix below it.
  package private(set) var segments: [String]
  private let contentType: String?
  private let bytes: [UInt8]

  init(_ request: HTTPRequest, _ body: [UInt8], segments: [String]) {
    method = request.method
    self.segments = segments
    contentType = request.headerFields[.contentType]
    bytes = body
  }

  func dropFirst() -> ControlRequest {
    var rest = self
    rest.segments.removeFirst()
    return rest
  }

  /// The body, which must be declared as JSON, because forms of foreign pages cannot do that.
  package func json() throws(ControlRefusal) -> JSONValue {
    let declared = (contentType ?? "").prefix { $0 != ";" }
    guard declared.lowercased() == "application/json" else {
      throw ControlRefusal(415, "InvalidHeaderValue", "Send application/json, and say so in Content-Type.")
    }
    return try JSONValue(parsing: bytes, "The body")
  }

  /// An act on an object, by `POST OBJECTS/ID/ACT`; nil for another request.
  package func act<Act: RawRepresentable<String>>(on objects: String, as _: Act.Type) -> (id: String, act: Act)? {
    guard method == .post, segments.count == 3, segments[0] == objects else { return nil }
    return Act(rawValue: segments[2]).map { (segments[1], $0) }
  }

  func fields(_ names: [String]) throws(ControlRefusal) -> ControlFields {
    let value = try json()
    guard let members = value.members else {
      throw ControlRefusal(400, "InvalidRequestFormat", "The body must be a JSON object.")
    }
    for member in members where !names.contains(member.name) {
      throw ControlRefusal(
        400, "UnrecognizedField",
        "The field '\(member.name)' is unknown. Known ones are \(names.joined(separator: ", ")).")
    }
    return ControlFields(value: value)
  }
}

struct ControlFields {
  let value: JSONValue

  func text(_ name: String) throws(ControlRefusal) -> String? {
    guard let member = value[name]?.unlessNull else { return nil }
    guard let text = member.text, text.count <= 2048 else { throw .invalid(name, "text of at most 2,048 characters") }
    return text
  }

  func choice(_ name: String, _ allowed: [String]) throws(ControlRefusal) -> String? {
    guard let text = try text(name) else { return nil }
    guard allowed.contains(text) else { throw .invalid(name, "one of \(allowed.joined(separator: ", "))") }
    return text
  }

  func number(_ name: String, _ range: ClosedRange<Int64>) throws(ControlRefusal) -> Int64? {
    guard let member = value[name]?.unlessNull else { return nil }
    guard let number = member.wholeNumber, range.contains(number) else {
      throw .invalid(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func milliseconds(_ name: String, upTo limit: Int64) throws(ControlRefusal) -> Duration? {
    try number(name, 0...limit).map { .milliseconds($0) }
  }

  func texts(_ name: String) throws(ControlRefusal) -> [String: String] {
    guard let member = value[name]?.unlessNull else { return [:] }
    guard let members = member.members else { throw .invalid(name, "an object of texts") }
    var texts: [String: String] = [:]
    for member in members {
      guard let text = member.value.text else { throw .invalid("\(name).\(member.name)", "text") }
      texts[member.name] = text
    }
    return texts
  }

  static func required<Value>(_ value: Value?, _ name: String) throws(ControlRefusal) -> Value {
    guard let value else { throw .missing(name) }
    return value
  }
}
