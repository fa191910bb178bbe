import AsyncHTTPClient
import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import DemoShop

@Suite("Ferry over HTTP")
struct FerryOverHTTPTests {
  @Test("Requests and answers arrive complete and unchanged")
  func exchange() async throws {
    let router = Router()
    router.post("/v1/echo") { request, _ in
      let bytes = try await request.bodyBytes(limit: 1000)
      return Response(
        status: .conflict,
        headers: [.retryAfter: "3", .contentType: request.headers[.idempotencyKey] ?? ""],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes.reversed())))
    }
    try await Application(router: router).test(.live) { client in
      let ferry = FerryOverHTTP(client: HTTPClient.shared)
      let (response, body) = try await ferry.send(
        HTTPRequest(
          method: .post, scheme: "http", authority: "localhost:\(try #require(client.port))", path: "/v1/echo",
          headerFields: [.idempotencyKey: "key"]),
        body: Array("abc".utf8))
      #expect(response.status == .conflict)
      #expect(response.headerFields[.retryAfter] == "3")
      #expect(response.headerFields[.contentType] == "key")
      #expect(body == Array("cba".utf8))
    }
  }

  @Test("A late answer is a timeout")
  func timeout() async throws {
    let (isOver, over) = AsyncStream.makeStream(of: Void.self)
    let router = Router()
    router.get("/v1/slow") { _, _ in
      for await _ in isOver {}
      return ""
    }
    try await Application(router: router).test(.live) { client in
      let ferry = FerryOverHTTP(client: HTTPClient.shared, limit: .milliseconds(50))
      let request = HTTPRequest(
        method: .get, scheme: "http", authority: "localhost:\(try #require(client.port))", path: "/v1/slow")
      await #expect(throws: (any Error).self) { try await ferry.send(request, body: []) }
      over.finish()
    }
  }
}
