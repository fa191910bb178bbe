import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite("Forms and queries")
struct FieldsTests {
  @Test("Well-formed fields are read")
  func reads() throws {
    let fields = try Fields(parsing: "name=%E5%B1%B1%E7%94%B0+%E5%A4%AA%E9%83%8E&empty=&flag&plus=a%2Bb".utf8)
    #expect(fields["name"] == "山田 太郎")
    #expect(fields["empty"] == "")
    #expect(fields["flag"] == "")
    #expect(fields["plus"] == "a+b")
    #expect(fields["absent"] == nil)
  }

  @Test(
    "An ambiguous or broken field is refused with its name",
    arguments: [
      ("sku=a&sku=b", InvalidField("sku", .repeated)),
      ("sku=a&%73ku=b", InvalidField("sku", .repeated)),
      ("a=1&sku=%", InvalidField("sku", .percentEncoding)),
      ("sku=%4", InvalidField("sku", .percentEncoding)),
      ("sku=%zz", InvalidField("sku", .percentEncoding)),
      ("sku=%+1", InvalidField("sku", .percentEncoding)),
      ("sku=%FF", InvalidField("sku", .notUTF8)),
      ("sku=%C0%AF", InvalidField("sku", .notUTF8)),
      ("sku=a%00b", InvalidField("sku", .nul)),
      ("a=1&%ZZ=b", InvalidField("#2", .percentEncoding)),
    ])
  func refuses(text: String, expected: InvalidField) {
    #expect(throws: expected) { try Fields(parsing: text.utf8) }
  }

  @Test("Raw bytes that are not UTF-8 are refused")
  func rawBytes() {
    #expect(throws: InvalidField("a", .notUTF8)) { try Fields(parsing: Array("a=".utf8) + [0xFF]) }
  }

  @Test("A hundred fields are read, one more is refused")
  func tooMany() throws {
    let hundred = (1...100).map { "f\($0)=x" }.joined(separator: "&")
    #expect(try Fields(parsing: hundred.utf8)["f100"] == "x")
    #expect(throws: InvalidField("#101", .tooMany)) { try Fields(parsing: (hundred + "&g=x").utf8) }
  }

  @Test("A missing or invalid required field is named")
  func required() throws {
    let fields = try Fields(parsing: "quantity=two".utf8)
    #expect(throws: InvalidField("sku", .missing)) { try fields.required("sku") }
    #expect(throws: InvalidField("quantity", .value)) { try fields.required("quantity", as: { Int($0) }) }
  }
}

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

  @Test("A truncated body is the client's error, not the server's")
  func broken() async throws {
    let request = await request("{", endingIn: Broken())
    let problem = await #expect(throws: Problem.self) { try await request.bodyBytes(limit: 100) }
    #expect(problem?.type == .malformed)
  }

  @Test("A cancelled request is a separate error, not a bad body")
  func cancelled() async throws {
    let request = await request("{", endingIn: CancellationError())
    await #expect(throws: CancellationError.self) { try await request.bodyBytes(limit: 100) }
  }

  @Test("A body above the limit is refused as soon as it exceeds it, with a wrong length or without one")
  func tooLarge() async throws {
    let request = await request("12345", endingIn: Broken())
    let problem = await #expect(throws: Problem.self) { try await request.bodyBytes(limit: 4) }
    #expect(problem?.type == .tooLarge)
  }
}
