import AsyncHTTPClient
import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import DemoShop

@Suite("The network transport")
struct NetworkTransportTests {
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
      let ferry = NetworkTransport(client: HTTPClient.shared)
      let answer = try await ferry.send(
        ShopRequest(
          "POST", "http://localhost:\(try #require(client.port))/v1/echo",
          headers: [(name: "idempotency-key", value: "key")],
          body: Array("abc".utf8)))
      #expect(answer.status == 409)
      #expect(answer.fields("retry-after") == ["3"])
      #expect(answer.fields("content-type") == ["key"])
      #expect(answer.body == Array("cba".utf8))
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
      let request = ShopRequest("GET", "http://localhost:\(try #require(client.port))/v1/slow")
      let short = NetworkTransport(client: HTTPClient.shared, limit: .milliseconds(50))
      let usual = NetworkTransport(client: HTTPClient.shared)
      var limited = request
      limited.limit = .milliseconds(50)
      for (ferry, request) in [(short, request), (usual, limited)] {
        await #expect(throws: (any Error).self) { try await ferry.send(request) }
      }
      over.finish()
    }
  }
}
