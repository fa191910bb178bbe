public import FerryCore
public import Hummingbird

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Request {
  /// The JSON body, decoded strictly.
  /// - Parameter limit: The largest body in bytes.
  /// - Throws: `Problem`: 415 for another content type, 413 for a larger body, 400 for malformed JSON or a repeated name, 422 with the
  ///   field's JSON Pointer for a missing or wrong field.
  public func json<Body: Decodable>(_ type: Body.Type = Body.self, limit: Int = 65_536) async throws -> Body {
    try requireContentType("application/json")
    return try Problem.decoding(type, from: try await bodyBytes(limit: limit))
  }
}

extension Problem {
  /// Decodes a JSON body that was read before, for instance because its bytes were needed to check a signature.
  /// - Throws: `Problem` as `Request.json` does.
  public static func decoding<Body: Decodable>(_ type: Body.Type, from bytes: [UInt8]) throws(Problem) -> Body {
    do {
      try StrictJSON.check(bytes)
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let fault as StrictJSON.Fault {
      throw Problem(fault)
    } catch let error as DecodingError {
      throw Problem(error)
    } catch {
      throw Problem(.malformed, "The body could not be read.")
    }
  }
}
