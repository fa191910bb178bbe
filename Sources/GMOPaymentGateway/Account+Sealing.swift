public import FerryCore
public import FerryHTTP
import HTTPTypes

extension GMOAccount {
  /// Adds ShopID and ShopPass to a call, and the transaction's AccessPass if it needs one.
  /// - Parameter accessPass: From the answer to `GMOCall.entry`, or from a search of the transaction.
  /// - Throws: `InvalidField` for an AccessPass that is missing or malformed, and for content that is not a JSON object of
  ///   texts, or has one of these fields.
  public func seal(_ call: GMOCall, accessPass: Secret<String>? = nil) throws(InvalidField) -> SealedRequest {
    guard let content = call.fields else { throw InvalidField("", "The content is not a JSON object of texts.") }
    var fields: [(name: String, value: String)] = [("ShopID", shopID), ("ShopPass", shopPass.reveal())]
    if call.operation.needsAccessPass {
      guard let pass = accessPass?.reveal() else {
        throw InvalidField("/AccessPass", "Send the AccessPass of the transaction.")
      }
      try FieldRules.accessPass(pass)
      fields.append(("AccessPass", pass))
    }
    for name in ["ShopID", "ShopPass", "AccessPass"] where content[name] != nil {
      throw InvalidField("/\(name)", "The content of a call does not have this field.")
    }
    fields += content.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    let flavour = flavour(of: call.operation)
    return SealedRequest(request(call, flavour), body: try body(fields, flavour))
  }

  private func body(
    _ fields: [(name: String, value: String)], _ flavour: Flavour
  ) throws(InvalidField) -> [UInt8] {
    var encoded: [(name: String, value: [UInt8])] = []
    for (name, value) in fields {
      do {
        encoded.append((name, try CP932.encode(value)))
      } catch {
        throw InvalidField("/\(name)", "\(error) Replace it.")
      }
    }
    switch flavour {
    case .idPass: return FormEncoding.body(encoded)
    case .json:
      // GMO stores Windows-31J: the text has the characters that the other flavour sends.
      var object: [String: String] = [:]
      for (name, value) in encoded { object[Self.jsonName(name)] = CP932.decode(value).text }
      return stableJSON(object)
    }
  }

  /// The name of a field in JSON: "shopID" for "ShopID".
  static func jsonName(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }

  private func request(_ call: GMOCall, _ flavour: Flavour) -> HTTPRequest {
    let path = url(of: call).dropFirst(origin.text.count)
    var request = HTTPRequest(
      method: .post, scheme: origin.scheme, authority: origin.authority, path: String(path))
    switch flavour {
    case .idPass:
      request.headerFields[.contentType] = "application/x-www-form-urlencoded;charset=windows-31j"
    case .json:
      request.headerFields[.contentType] = "application/json;charset=UTF-8"
      request.headerFields[.accept] = "application/json"
    }
    request.headerFields[.userAgent] = "ferry/0.1 (Swift)"
    return request
  }
}
