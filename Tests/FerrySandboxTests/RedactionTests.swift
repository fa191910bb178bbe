import FerryCore
import HTTPTypes
import Testing

@testable import FerrySandbox

@Suite("Hidden values of the request log")
struct RedactionTests {
  private static let redaction = Redaction(
    names: ["payer", "buyers"], fields: ["code"], hexadecimalSecrets: [32], secrets: [Secret("pass-0001")])

  private static func logged(_ text: String, _ mediaType: String?) -> LoggedBody? {
    let bytes = Array(text.utf8)
    return redaction.body(redaction.read(bytes, mediaType: mediaType), size: bytes.count, mediaType: mediaType)
  }

  @Test(
    "A secret or a personal datum inside a text is found by its pattern",
    arguments: [
      ("Card 4111 1111 1111 1111.", "Card …."), ("4111111111111111", "…"), ("5500-0000-0000-0004", "…"),
      ("id-378282246310005", "id-…"), ("4111 1111 1111 1111 123", "… 123"),
      ("4111111111111111 12/30 987", "… 12/30 987"),
      ("id-4111111111111111-5500000000000004", "id-…-…"),
      ("write to ana@shop.example now", "write to … now"),
      ("https://u:p4ss@host.example/x", "https://u:…/x"), ("to=ana%40shop.example", "to=…"),
      ("call +46739000001", "call …"), ("eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln", "…"),
      ("Bearer abc-DEF-123", "Bearer …"), ("/spa/0123456789abcdef0123456789ABCDEF", "/spa/…"),
      ("https://shop.example/?a=1&access_token=x1&b=2", "https://shop.example/?a=1&access_token=…&b=2"),
      ("Signature: QUJDREVGR0hJSktMTU5PUA==\nMerchant: A1", "Signature: …\nMerchant: A1"),
      ("the pass-0001 came as a name", "the … came as a name"),
      ("-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----", "…"),
      (#"{"a":{"payer":{"name":"Ana","isNew":true}}}"#, #"{"a":{"payer":{"name":"…","isNew":true}}}"#),
    ])
  func patterns(_ text: String, _ expected: String) { #expect(Self.redaction.text(text) == expected) }

  @Test(
    "An id, a date, an amount or a sentence stays as it is",
    arguments: [
      "S03-0000000-0000000-C000000", "11111111-2222-4333-8444-555555555555", "20260115143000", "1768487400000",
      "4111111111111112", "64110000", "2026-01-15T14:30:00Z", "Send Authorization: Bearer and the token.",
      "https://shop.example/return?order=1001", "0123456789abcdef", "",
    ])
  func others(_ text: String) { #expect(Self.redaction.text(text) == text) }

  @Test(
    "The time of the search grows with the length alone", .timeLimit(.minutes(1)),
    arguments: ["a=", "a:", "token [", "Bearer "])
  func longText(_ part: String) {
    let text = String(repeating: part, count: 262_144 / part.utf8.count)
    #expect(Self.redaction.text("order=1 \(text)").hasPrefix("order=1 "))
  }

  @Test("Members are hidden by their names in any spelling, with all values inside, and the rest keeps its order")
  func members() throws {
    let text = """
      {"order":"1001","Access_Token":"a","amount":1500,"payer":{"name":"Ana","tags":[1,null,false]},"card":4111111111111111,\
      "note":"ana@shop.example","authorization":"000123"}
      """
    let expected = """
      {"order":"1001","Access_Token":"…","amount":1500,"payer":{"name":"…","tags":["…",null,false]},"card":"…",\
      "note":"…","authorization":"000123"}
      """
    let value = Self.redaction.json(try JSONValue(parsing: Array(text.utf8)))
    #expect(String(decoding: value.bytes, as: UTF8.self) == expected)
    #expect(Self.logged(text, "text/plain")?.content == .json(value.pretty), "JSON is known by its beginning.")
  }

  @Test(
    "A name that every sandbox hides is hidden in JSON, in forms and in headers",
    arguments: [
      "email", "emailAddress", "phone", "phone_number", "mobile", "msisdn", "ipAddress", "Forwarded", "X-Forwarded-For",
      "X-Real-IP", "cardNumber", "cvv", "cvc", "otp", "userPassword", "passwd", "clientSecret", "buyerToken",
      "X-Signature", "Set-Cookie", "X-API-Key", "private_key", "accessKeyId",
    ])
  func commonNames(_ name: String) throws {
    let shown = Self.redaction.json(.object([.init(name: name, value: "canary")]))
    #expect(shown == .object([.init(name: name, value: "…")]))
    let form = Self.logged("\(name)=canary", "application/x-www-form-urlencoded")
    #expect(form?.content == .fields([LoggedField(name: name, text: nil)]))
    #expect(Self.redaction.text("https://shop.example/?\(name)=canary") == "https://shop.example/?\(name)=…")
    guard let header = HTTPField.Name(name) else { return }
    #expect(Self.redaction.headers([header: "canary"]).map(\.text) == [nil])
  }

  @Test("The value of a pair is hidden by its keyword, and the media type of a body by its patterns")
  func pairs() {
    let pairs: JSONValue = [
      ["keyword": "buyer_token", "value": "canary", "displayOn": "none"], ["value": ["canary"], "keyword": "payer"],
      ["keyword": "color", "value": "red"],
    ]
    let shown: JSONValue = [
      ["keyword": "buyer_token", "value": "…", "displayOn": "none"], ["value": ["…"], "keyword": "payer"],
      ["keyword": "color", "value": "red"],
    ]
    #expect(Self.redaction.json(pairs) == shown)
    #expect(Self.logged("{}", "text/plain;from=ana@shop.example")?.mediaType == "text/plain;from=…")
    #expect(Self.logged("{}", String(repeating: "x", count: 1_000))?.mediaType?.count == 128)
  }

  @Test("Fields are hidden by their names, of which forms have more than JSON; headers of authorization always are")
  func fields() {
    let body = Self.logged(
      "order=1001&code=123&password=x&name=%E3%81%82&mail=a%40b.example",
      "application/x-www-form-urlencoded; charset=utf-8")
    guard case .fields(let fields)? = body?.content else {
      Issue.record("The form is not read.")
      return
    }
    #expect(fields.map(\.name) == ["order", "code", "password", "name", "mail"])
    #expect(fields.map(\.text) == ["1001", nil, nil, "あ", "…"])
    #expect(fields.map(\.bytes) == [nil, nil, nil, Array("あ".utf8), nil])
    let headers = Self.redaction.headers([
      .authorization: "AMZN x", .cookie: "a=b", .userAgent: "shop/1.0", .referer: "https://s.example/?token=1",
    ])
    #expect(headers.map(\.text) == [nil, nil, "shop/1.0", "https://s.example/?token=…"])
    #expect(Self.redaction.path("/v2/buyers/abc/access-tokens/def/x") == "/v2/buyers/…/access-tokens/…/x")
  }

  @Test("Of a body in which secrets cannot be found by name, only its size is kept; a long one is cut")
  func bodies() throws {
    #expect(Self.logged("", nil) == nil)
    for text in [#"{"password":"abc""#, "<html>abc</html>", "abc"] {
      let body = try #require(Self.logged(text, "application/json"))
      #expect(body.content == .omitted && body.size == text.utf8.count)
    }
    let long = try #require(Self.logged(#"["\#(String(repeating: "あ", count: 20_000))"]"#, nil))
    guard case .json(let text) = long.content else {
      Issue.record("The JSON is not read.")
      return
    }
    #expect(long.isCut && long.size == 60_004)
    #expect(text.utf8.count <= LoggedBody.limit && text.hasSuffix("あ"))
    let many = (0..<200).map { "f\($0)=1" }.joined(separator: "&")
    let form = try #require(Self.logged(many, "application/x-www-form-urlencoded"))
    #expect(form.isCut)
    if case .fields(let fields) = form.content { #expect(fields.count == LoggedBody.fieldLimit) }
  }
}
