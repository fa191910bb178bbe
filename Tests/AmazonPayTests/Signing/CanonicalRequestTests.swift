import AmazonPay
import FerryTesting
import HTTPTypes
import Testing

@Suite("Canonical request")
struct CanonicalRequestTests {
  @Test("Equals the official library's canonical form", arguments: SigningVector.all)
  func vectors(_ vector: SigningVector) throws {
    let canonical = CanonicalRequest(
      try vector.request(), body: Array(vector.body.utf8), signing: try vector.signedNames())
    #expect(canonical.text == vector.canonical)
    #expect(canonical.sha256 == vector.sha256)
    #expect(canonical.signedHeaders == vector.headers.map(\.name).joined(separator: ";"))
    let algorithm = try #require(AmazonPayAlgorithm(rawValue: vector.algorithm))
    #expect(canonical.stringToSign(algorithm) == vector.stringToSign)
  }

  @Test(
    "Equals the hash in the official Java library's test data",
    arguments: [
      (HTTPRequest.Method.get, "/", "bb49552975c396f1e49d5510e1555b8b0627dc491bc61aaefdb561f202ad8020"),
      (.get, "", "bb49552975c396f1e49d5510e1555b8b0627dc491bc61aaefdb561f202ad8020"),
      (.get, "/%E1%88%B4", "77f6544c8fb336d430895659da1e30415a1558b4b013f4d7926bb3a6275f701d"),
      (.get, "/?foo=a&foo=b", "a33266ec31c7f0ca8a0738eb49fb8c81319f14374a0b86d52e6911a9748a6d42"),
      (.get, "/?foo=b&foo=a", "a33266ec31c7f0ca8a0738eb49fb8c81319f14374a0b86d52e6911a9748a6d42"),
      (.get, "/?A.2=foo&A.10=foo&A.1=foo", "29d908d70c4bb50d62272976787245b52ed52e569fdae56ef3aa6d8979978ee7"),
      (.get, "/?foo=aha&foo=Zoo", "f379cbd2e2fc9d5d50667a07ec22996335f731b474bb8bd366647d05d958c9d5"),
      (.post, "/?f%20oo=b%20ar", "99be3aeb19b5a1aebafc807d59f3740d3e604ae31cf928592fa70739ea64bb32"),
    ])
  func javaHashes(_ method: HTTPRequest.Method, _ path: String, _ sha256: String) throws {
    var request = HTTPRequest(method: method, scheme: "https", authority: "pay-api.amazon.eu", path: path)
    request.headerFields[.accept] = "application/json"
    request.headerFields[.contentType] = "application/json"
    request.headerFields[.amazonPayDate] = "20180524T223710Z"
    request.headerFields[.amazonPayHost] = "pay-api.amazon.eu"
    request.headerFields[.amazonPayRegion] = "EU"
    #expect(CanonicalRequest(request, body: [], signing: RequestSigner.signedHeaders).sha256 == sha256)
  }

  @Test("Trims header values and collapses runs of blanks")
  func headerBlanks() throws {
    var request = HTTPRequest(method: .get, scheme: "https", authority: "host", path: "/")
    let name = try #require(HTTPField.Name("X-Note"))
    request.headerFields[name] = "a   b \t c"
    let canonical = CanonicalRequest(request, body: [], signing: [name])
    #expect(canonical.text.contains("\nx-note:a b c\n"))
  }

  @Test("Does not sign absent headers")
  func absentHeaders() {
    let request = HTTPRequest(method: .get, scheme: "https", authority: "host", path: "/")
    #expect(CanonicalRequest(request, body: [], signing: [.accept]).signedHeaders.isEmpty)
  }

  @Test("Adds an equals sign to a parameter without a value")
  func emptyParameter() {
    let request = HTTPRequest(method: .get, scheme: "https", authority: "host", path: "/?b&a=1=2")
    #expect(CanonicalRequest(request, body: [], signing: []).text.hasPrefix("GET\n/\na=1=2&b=\n"))
  }
}

extension SigningVector {
  func request() throws -> HTTPRequest {
    let method = try #require(HTTPRequest.Method(method))
    let parts = url.dropFirst("https://".count).split(separator: "/", maxSplits: 1)
    var request = HTTPRequest(
      method: method, scheme: "https", authority: String(parts[0]), path: "/" + String(parts[1]))
    for (name, value) in zip(try signedNames(), headers.map(\.value)) { request.headerFields[name] = value }
    return request
  }

  func signedNames() throws -> [HTTPField.Name] {
    try headers.map { try #require(HTTPField.Name($0.name)) }
  }
}
