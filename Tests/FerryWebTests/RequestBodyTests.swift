import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite("Bodies of requests")
struct RequestBodyTests {
  private struct Broken: Error {}

  /// A request whose body ends with an error.
  private func request(_ text: String, endingIn error: any Error) async -> Request {
    let (body, source) = RequestBody.makeStream()
    await source.yield(ByteBuffer(string: text))
    source.finish(error)
    return Request(
      head: HTTPRequest(method: .post, scheme: "http", authority: "shop.example", path: "/"), body: body)
  }

  @Test("One that breaks off is the client's fault, and no failure of the server's")
  func broken() async throws {
    let request = await request("{", endingIn: Broken())
    let problem = await #expect(throws: Problem.self) { try await request.bodyBytes(limit: 100) }
    #expect(problem?.type == .malformed)
  }

  @Test("A cancelled request is an error of its own, and not a bad body")
  func cancelled() async throws {
    let request = await request("{", endingIn: CancellationError())
    await #expect(throws: CancellationError.self) { try await request.bodyBytes(limit: 100) }
  }

  @Test("One that is longer than it says, or says nothing, is refused as too large as soon as it is")
  func tooLarge() async throws {
    let request = await request("12345", endingIn: Broken())
    let problem = await #expect(throws: Problem.self) { try await request.bodyBytes(limit: 4) }
    #expect(problem?.type == .tooLarge)
  }
}
