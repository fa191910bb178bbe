import FerryCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Problems")
struct ProblemTests {
  @Test("Is the JSON of RFC 9457, with the fields that are wrong")
  func coding() throws {
    let problem = Problem(
      .invalidFields, "One field is wrong.",
      errors: [Problem.FieldError(pointer: "/order/lines/0/quantity", detail: "1 to 9,999.")])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(problem), as: UTF8.self)
    #expect(
      json
        == #"{"detail":"One field is wrong.","errors":[{"detail":"1 to 9,999.","pointer":"/order/lines/0/quantity"}],"#
        + #""help":"/docs/problems#invalid-fields","status":422,"title":"Invalid fields","type":"urn:ferry:problem:invalid-fields"}"#
    )
    #expect(try JSONDecoder().decode(Problem.self, from: Data(json.utf8)) == problem)
    #expect(problem.description == "422 Invalid fields: One field is wrong.")
  }

  @Test("Without wrong fields there is no list of them")
  func withoutErrors() throws {
    let json = String(decoding: try JSONEncoder().encode(Problem(.notFound, "No.", instance: "x")), as: UTF8.self)
    #expect(!json.contains("errors"))
    #expect(json.contains(#""instance":"x""#))
  }

  @Test("Only a kind of this version links to the documents")
  func help() {
    #expect(Problem.Kind.notFound.help == "/docs/problems#not-found")
    for type in ["about:blank", "urn:ferry:problem:new", "https://api.payex.com/psp/errordetail/mobilesdk/badrequest"] {
      #expect(Problem.Kind(rawValue: type).help == nil)
    }
  }

  @Test("An unknown type stays, and missing members have the defaults of RFC 9457")
  func foreign() throws {
    let unknown = try JSONDecoder().decode(
      Problem.self, from: Data(#"{"type":"urn:ferry:problem:new","status":418,"title":"New"}"#.utf8))
    #expect(unknown.type == Problem.Kind(rawValue: "urn:ferry:problem:new"))
    #expect(unknown.statusCode == 418 && unknown.title == "New" && unknown.detail.isEmpty && unknown.errors.isEmpty)
    let empty = try JSONDecoder().decode(Problem.self, from: Data("{}".utf8))
    #expect(empty.type.rawValue == "about:blank" && empty.statusCode == 500)
  }

  @Test("The type and status of a kind never change")
  func kinds() {
    let pinned: [(Problem.Kind, String, Int)] = [
      (.malformed, "malformed", 400), (.invalidFields, "invalid-fields", 422),
      (.unsupportedMediaType, "unsupported-media-type", 415), (.tooLarge, "too-large", 413),
      (.unauthorized, "unauthorized", 401), (.forbidden, "forbidden", 403), (.notFound, "not-found", 404),
      (.methodNotAllowed, "method-not-allowed", 405), (.wrongPhase, "wrong-phase", 409),
      (.reviewChanged, "review-changed", 409), (.attemptLive, "attempt-live", 409), (.inProgress, "in-progress", 409),
      (.keyReused, "idempotency-key-reused", 422), (.keyMissing, "idempotency-key-missing", 400),
      (.codeInvalid, "code-invalid", 410), (.tooManyRequests, "too-many-requests", 429),
      (.unavailable, "unavailable", 503), (.providerUnavailable, "provider-unavailable", 502),
      (.internalError, "internal", 500),
    ]
    for (kind, name, status) in pinned {
      #expect(kind.rawValue == "urn:ferry:problem:" + name)
      #expect(kind.statusCode == status)
    }
    #expect(Set(pinned.map(\.0)).isSubset(of: Problem.Kind.all))
  }
}
