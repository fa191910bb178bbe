public import HTTPTypes
public import Hummingbird

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Response {
  /// A body as JSON, its members in one order.
  public static func json(
    _ status: HTTPResponse.Status, _ body: some Encodable, headers: HTTPFields = [:]
  ) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var headers = headers
    headers[.contentType] = "application/json"
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(body))))
  }
}
