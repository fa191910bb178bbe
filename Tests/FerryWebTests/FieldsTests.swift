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
      ("sku=a&sku=b", Problem(field: "sku", .repeated)),
      ("sku=a&%73ku=b", Problem(field: "sku", .repeated)),
      ("a=1&sku=%", Problem(field: "sku", .percentEncoding)),
      ("sku=%4", Problem(field: "sku", .percentEncoding)),
      ("sku=%zz", Problem(field: "sku", .percentEncoding)),
      ("sku=%+1", Problem(field: "sku", .percentEncoding)),
      ("sku=%FF", Problem(field: "sku", .notUTF8)),
      ("sku=%C0%AF", Problem(field: "sku", .notUTF8)),
      ("sku=a%00b", Problem(field: "sku", .nul)),
      ("a=1&%ZZ=b", Problem(field: "#2", .percentEncoding)),
    ])
  func refuses(text: String, expected: Problem) {
    #expect(throws: expected) { try Fields(parsing: text.utf8) }
  }

  @Test("Raw bytes that are not UTF-8 are refused")
  func rawBytes() {
    #expect(throws: Problem(field: "a", .notUTF8)) { try Fields(parsing: Array("a=".utf8) + [0xFF]) }
  }

  @Test("A form with a field for each line of the longest order is read, one field above the limit is refused")
  func tooMany() throws {
    #expect(Fields.limit > 220)
    let all = (1...Fields.limit).map { "f\($0)=x" }.joined(separator: "&")
    #expect(try Fields(parsing: all.utf8)["f\(Fields.limit)"] == "x")
    #expect(throws: Problem(field: "#\(Fields.limit + 1)", .tooMany)) { try Fields(parsing: (all + "&g=x").utf8) }
  }

  @Test("A missing or invalid required field is named")
  func required() throws {
    let fields = try Fields(parsing: "quantity=two".utf8)
    #expect(throws: Problem(field: "sku", .missing)) { try fields.required("sku") }
    #expect(throws: Problem(field: "quantity", .value)) { try fields.required("quantity", as: { Int($0) }) }
  }
}

@Suite("Queries of addresses to which other sites may have added parameters")
struct ReadableQueryTests {
  @Test(
    "A field is read whatever stands beside it",
    arguments: [
      "s=1&q=%E3%81", "s=1&x=100%", "name=%83e%83X&s=1", "utm_source=a&s=1&utm_source=b", "a[]=1&a[]=2&s=1", "s=1&s=1",
      "&&=&s=1&", "s=1&\u{FFFD}=%00", "s=1&" + (1...200).map { "f\($0)=x" }.joined(separator: "&"),
      "x=" + String(repeating: "x", count: 8_193) + "&s=1",
    ])
  func read(_ query: String) { #expect(Fields(readable: query.utf8)["s"] == "1") }

  @Test(
    "A field with two values, or with one that cannot be read, counts as not sent",
    arguments: ["s=1&s=2", "s=1&s=2&s=1", "s=%", "s=1&s=%", "s=%&s=1", "S=1", ""])
  func unclear(_ query: String) {
    #expect(Fields(readable: query.utf8)["s"] == nil)
    #expect(Fields(readable: (query + "&t=%20").utf8).all.map(\.name).contains("t"))
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

  private func request(_ bytes: [UInt8], _ type: String? = "application/json") -> Request {
    var head = HTTPRequest(method: .post, scheme: "http", authority: "shop.example", path: "/")
    head.headerFields[.contentType] = type
    return Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: bytes)))
  }

  @Test("One byte order mark before a body is ignored")
  func byteOrderMark() async throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body: PaymentOrderBody = try await request(mark + Array("{}".utf8)).json()
    #expect(body == PaymentOrderBody())
    let form = try await request(mark + Array("a=b".utf8), "application/x-www-form-urlencoded").form()
    #expect(form["a"] == "b")
    let two = await #expect(throws: Problem.self) {
      try await request(mark + mark + Array("{}".utf8)).json(PaymentOrderBody.self)
    }
    #expect(two?.type == .malformed)
    #expect(try await request([0xEF, 0xBB]).bodyBytes(limit: 9) == [0xEF, 0xBB])
  }

  @Test("Where a body has no meaning, it may be empty or say nothing, whatever its content type is")
  func noMembers() async throws {
    for text in ["", " { }\r\n", "null", "[]"] {
      try await request(Array(text.utf8), nil).requireNoMembers(limit: 99)
    }
    for (text, kind, pointer) in [
      (#"{"amount":{"amount":"1"},"b":null}"#, .invalidFields, "/amount"), ("[1]", .invalidFields, ""),
      ("x", .malformed, nil),
    ] as [(String, Problem.Kind, String?)] {
      let problem = await #expect(throws: Problem.self) {
        try await request(Array(text.utf8)).requireNoMembers(limit: 99)
      }
      #expect(problem?.type == kind && problem?.errors.first?.pointer == pointer, "\(text)")
    }
    let other = await #expect(throws: Problem.self) {
      try await request(Array("a=b".utf8), nil).requireNoMembers(limit: 99)
    }
    #expect(other?.type == .unsupportedMediaType)
  }

  @Test("A number with a fraction is answered in words about amounts, a large one in words about its size")
  func numbers() {
    for (number, words) in [
      ("1200.5", "amount as text"), ("1e3", "amount as text"), ("9223372036854775808", "64 bits"),
    ] {
      let problem = #expect(throws: Problem.self) {
        try Problem.decoding(PaymentOrderBody.self, from: Array(#"{"amount":{"amount":\#(number)}}"#.utf8))
      }
      #expect(problem?.errors.first?.pointer == "/amount/amount")
      #expect(problem?.detail.contains(words) == true, "\(number)")
    }
  }

  @Test("A body above the limit is refused as soon as it exceeds it, with a wrong length or without one")
  func tooLarge() async throws {
    let request = await request("12345", endingIn: Broken())
    let problem = await #expect(throws: Problem.self) { try await request.bodyBytes(limit: 4) }
    #expect(problem?.type == .tooLarge)
  }
}
