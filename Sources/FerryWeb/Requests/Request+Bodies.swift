public import FerryCore
import Foundation
public import HTTPTypes
public import Hummingbird

extension Request {
  /// The form in the request's body.
  /// - Parameter limit: The largest body in bytes.
  /// - Throws: `Problem` for another content type, a larger body, and a field that is not accepted.
  public func form(limit: Int = 16_384) async throws -> Fields {
    try requireContentType("application/x-www-form-urlencoded")
    return try Fields(parsing: try await bodyBytes(limit: limit), as: .form)
  }

  /// The query's fields; none when there is no query.
  /// - Throws: `Problem` for a field that is not accepted, and a query of more than 8 kB.
  public func queryFields() throws -> Fields {
    let query = (uri.query ?? "").utf8
    guard query.count <= 8192 else { throw Problem(.tooLarge, "The query is too long; send at most 8192 bytes.") }
    return try Fields(parsing: query, as: .query)
  }

  /// The query's fields. Other sites may have added some to the address: see `Fields.init(readable:)`.
  public var readableQuery: Fields { Fields(readable: (uri.query ?? "").utf8) }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The whole body, without a byte order mark at its beginning.
  /// - Throws: `Problem` if it is larger than `limit` bytes or compressed (it is not read then), if the connection breaks, or
  ///   if it does not arrive in time.
  public func bodyBytes(limit: Int) async throws -> [UInt8] {
    try requireNoCompression()
    let problem = Problem(.tooLarge, "The body is too large; send at most \(limit) bytes.")
    if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw problem }
    var bytes: [UInt8] = []
    do {
      for try await buffer in body {
        guard bytes.count + buffer.readableBytes <= limit else { throw problem }
        bytes.append(contentsOf: buffer.readableBytesView)
      }
      // Windows programs write the mark; nothing that is read here begins with it.
      if bytes.starts(with: Self.byteOrderMark) { bytes.removeFirst(Self.byteOrderMark.count) }
    } catch let error where error is Problem || error is CancellationError {
      throw error
    } catch is RequestOverdue {
      throw Problem(.requestTimeout, "The body did not arrive in time. Send it again.")
    } catch {
      // The stream fails because of the client: bad framing, or a broken connection.
      throw Problem(.malformed, "The body could not be read to its end. Send it again.")
    }
    return bytes
  }

  /// The content codings of HTTP that compress.
  private static let compressions: Set<String> = ["gzip", "x-gzip", "compress", "x-compress", "deflate", "br", "zstd"]

  /// RFC 9110 §8.4. Some clients compress bodies unasked.
  package func requireNoCompression() throws(Problem) {
    let codings = (headers[.contentEncoding] ?? "").split(separator: ",").map { $0.withoutBlanks.lowercased() }
    // Some send a charset here, which means nothing.
    guard let coding = codings.first(where: Self.compressions.contains) else { return }
    throw Problem(
      .unsupportedMediaType,
      "The body is compressed (Content-Encoding: \(coding.prefix(32))). Send it uncompressed, without Content-Encoding."
    )
  }

  /// - Throws: `Problem` unless `Content-Type` names the media type; parameters do not matter.
  func requireContentType(_ mediaType: String) throws(Problem) {
    let declared = (headers[.contentType] ?? "").prefix { $0 != ";" && $0 != " " }
    guard declared.lowercased() == mediaType else {
      throw Problem(.unsupportedMediaType, "Send the body as \(mediaType), and say so in Content-Type.")
    }
  }
}

extension Request {
  /// The JSON body, decoded strictly.
  /// - Parameters:
  ///   - limit: The largest body in bytes.
  ///   - refusingUnknown: True refuses members that the type does not know, at every depth.
  /// - Throws: `Problem`: 415 for another content type, 413 for a larger body, 400 for malformed JSON or a repeated name,
  ///   422 with a JSON Pointer for every missing and wrong field.
  public func json<Body: Decodable>(
    _ type: Body.Type = Body.self, limit: Int = 65_536, refusingUnknown: Bool = false
  ) async throws -> Body {
    try requireContentType("application/json")
    return try Problem.decoding(type, from: try await bodyBytes(limit: limit), refusingUnknown: refusingUnknown)
  }

  /// Refuses the members of a body where none has a meaning: what they say would be ignored.
  /// - Parameter limit: The largest body in bytes.
  /// - Throws: `Problem`, as `json` does, unless the body says nothing.
  public func requireNoMembers(limit: Int) async throws {
    let bytes = try await bodyBytes(limit: limit)
    let text = String(decoding: bytes.filter { !Self.blanks.contains($0) }, as: UTF8.self)
    guard !Self.sayNothing.contains(text) else { return }
    try requireContentType("application/json")
    _ = try Problem.decoding(NoMembers.self, from: bytes, refusingUnknown: true)
  }

  /// Bodies that clients send where they have none, some of them without a content type.
  private static let sayNothing: Set<String> = ["", "{}", "null", "[]"]
  /// Of JSON.
  private static let blanks = Set("\t\n\r ".utf8)

  private struct NoMembers: Decodable {
    private enum Names: CodingKey {}

    init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Names.self) }
  }
}

extension Problem {
  /// Decodes a JSON body that was read before, for instance to verify a signature over its bytes.
  /// - Parameter refusingUnknown: True refuses members that the type does not know, at every depth.
  /// - Throws: `Problem` as `Request.json` does.
  public static func decoding<Body: Decodable>(
    _ type: Body.Type, from bytes: [UInt8], refusingUnknown: Bool = false
  ) throws(Problem) -> Body {
    do {
      try StrictJSON.check(bytes)
      if refusingUnknown, let problem = FieldProblems.all(in: bytes, for: type, refusingUnknown: true) { throw problem }
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let problem as Problem {
      throw problem
    } catch let error as DecodingError {
      throw FieldProblems.all(in: bytes, for: type) ?? Problem(error)
    } catch {
      throw Problem(.malformed, "The body could not be read.")
    }
  }
}

extension Response {
  /// A body as JSON, its members in one order.
  public static func json(
    _ status: HTTPResponse.Status, _ body: some Encodable, headers: HTTPFields = [:],
    mediaType: StaticString = "application/json"
  ) throws -> Response {
    Response("\(mediaType)", try JSONEncoder.sorted.encode(body), status: status, headers: headers)
  }

  /// A whole body of a media type.
  package init(
    _ mediaType: String, _ bytes: some Sequence<UInt8> & Sendable, status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:]
  ) {
    var headers = headers
    headers[.contentType] = mediaType
    self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

extension HTTPField.Name {
  /// - Parameter name: A field's name from the program's source. Text that is no name ends the program.
  package init(known name: String) {
    guard let name = HTTPField.Name(name) else { preconditionFailure("Not a field name.") }
    self = name
  }

  /// `Idempotency-Key`, of the IETF draft "The Idempotency-Key HTTP Header Field".
  public static let idempotencyKey = HTTPField.Name(known: "Idempotency-Key")
}

extension HTTPFields {
  /// The token of an `Authorization: Bearer` (RFC 6750 §2.1).
  public var bearer: String? {
    // Some clients write more than one blank.
    let parts = (self[.authorization] ?? "").split(maxSplits: 1) { $0 == " " || $0 == "\t" }
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1].withoutBlanks)
  }
}
