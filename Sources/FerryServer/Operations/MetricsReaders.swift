import FerryCore
import FerryWeb
import HTTPTypes

/// Who may read `/metrics`, which tell how much a shop sells: whoever has their key, or without a key the machine itself.
struct MetricsReaders: Sendable {
  let key: SecretKeyDigest?

  /// - Parameter isOfThisMachine: Whether the connection began on this machine.
  /// - Throws: `ProblemResponse` 401 without the key; `Problem` 404, as where nothing is, for others.
  func require(_ headers: HTTPFields, isOfThisMachine: Bool) throws {
    if let key {
      guard let presented = headers.bearer, SecretKeyDigest(of: presented) == key else {
        throw ProblemResponse(
          Problem(.unauthorized, "Send the key of the metrics: \"Authorization: Bearer\" and the key."),
          headers: [.wwwAuthenticate: "Bearer"])
      }
    } else if !isOfThisMachine || headers.cameThroughProxy {
      throw Problem(.notFound, "There is nothing here; check the address.")
    }
  }
}

extension HTTPFields {
  /// A proxy on this machine connects from it, and says for whom (RFC 7239, and the field that was there before it).
  fileprivate var cameThroughProxy: Bool {
    contains { field in
      let name = field.name.canonicalName
      return name == "forwarded" || name == "via" || name.hasPrefix("x-forwarded-") || name == "x-real-ip"
    }
  }
}
