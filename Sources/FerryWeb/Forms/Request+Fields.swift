import FerryCore
import HTTPTypes
public import Hummingbird

extension Request {
  /// The form in the request's body.
  /// - Parameter limit: The largest body in bytes.
  /// - Throws: `Problem` for another content type or a larger body; `InvalidField` for what is wrong inside.
  public func form(limit: Int = 16_384) async throws -> Fields {
    try requireContentType("application/x-www-form-urlencoded")
    return try Fields(parsing: try await bodyBytes(limit: limit), as: .form)
  }

  /// The query's fields; none when there is no query.
  /// - Throws: `InvalidField`, `Problem` for a query of more than 8 kB.
  public func queryFields() throws -> Fields {
    let query = (uri.query ?? "").utf8
    guard query.count <= 8192 else {
      throw Problem(.tooLarge, "The query is too long; send at most 8192 bytes.")
    }
    return try Fields(parsing: query, as: .query)
  }

  /// The body, whole.
  /// - Throws: `Problem` when it is larger than `limit` bytes, for what is larger is not read; when what the client sends
  ///   is no body, and when it does not come in time.
  public func bodyBytes(limit: Int) async throws -> [UInt8] {
    let problem = Problem(.tooLarge, "The body is too large; send at most \(limit) bytes.")
    if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw problem }
    var bytes: [UInt8] = []
    do {
      for try await buffer in body {
        guard bytes.count + buffer.readableBytes <= limit else { throw problem }
        bytes.append(contentsOf: buffer.readableBytesView)
      }
    } catch let problem as Problem {
      throw problem
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch is RequestOverdue {
      throw Problem(.requestTimeout, "The body did not arrive in time. Send it again.")
    } catch {
      // What the stream fails with is the client's doing: its framing, or a connection that broke.
      throw Problem(.malformed, "The body could not be read to its end. Send it again.")
    }
    return bytes
  }

  /// - Throws: `Problem` unless the body is declared to be of a media type; its parameters do not matter.
  func requireContentType(_ mediaType: String) throws(Problem) {
    let declared = (headers[.contentType] ?? "").prefix { $0 != ";" && $0 != " " }
    guard declared.lowercased() == mediaType else {
      throw Problem(.unsupportedMediaType, "Send the body as \(mediaType), and say so in Content-Type.")
    }
  }
}
