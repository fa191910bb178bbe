import Crypto
import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import PlacetoPaySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Authentication at PlacetoPay's sandbox")
struct AuthenticationTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let nonce, seed, secret, tranKey: String

    var testDescription: String { seed }
    var auth: JSONValue {
      [
        "login": .string(TestShop.login), "tranKey": .string(tranKey), "nonce": .string(nonce), "seed": .string(seed),
      ]
    }
  }

  /// Computed with another program.
  static let vectors = [
    Vector(
      nonce: "OTI3MzQyMTk3", seed: "2023-06-21T09:56:06-05:00", secret: "siteSecretKey",
      tranKey: "1HeFKdVDB63DIerOEcyoLWAVZj5OfwZPExqRLAKS2W4="),
    Vector(
      nonce: "NjE0OWVkODgwYjNhNw==", seed: "2023-10-17T16:22-0500", secret: "SANDBOX-secret-01",
      tranKey: "MOnaKXzHPjKr5KJUOxkEuw9RgbK/JoW2KHSaKM/K5aI="),
    Vector(
      nonce: "YzkwODVlODJkZWJiODJiMDk1NTU3OTA5OGJlM2Q3Y2E=", seed: "2026-01-15T14:30:00.000Z",
      secret: "SANDBOX-secret-01", tranKey: "vWrahG3p19pvMKNfAMgqFEMkyohNmNCOopr4e56uBGU="),
    Vector(
      nonce: "MA==", seed: "2026-01-15T14:30:00+00:00", secret: "k",
      tranKey: "RAq3+eK8MsF0qu8rGmxXk5IosskVuAVgU1AeptapN1o="),
    Vector(
      nonce: "AAECAwQFBgcICQoLDA0ODw==", seed: "2026-01-15T09:30:00-05:00", secret: "SANDBOX-secret-01",
      tranKey: "7lC1hsbwlFWx8z9ztzAo2X8daaFWKlM0aRtXkzBPpRM="),
    Vector(
      nonce: "++++/wD//v38+/r5+Pf29Q==", seed: "2026-12-31T23:59:59-05:00", secret: "clave-ñ-€",
      tranKey: "ZyHuJRAEtLpB8P0OLpQV/r37h8vqUftn2H5vKkb+cX4="),
    Vector(
      nonce: "aWZZRVBuQWNKYnBEVlIxdA==", seed: "2016-10-26T21:37:00+00:00", secret: "ABCD1234",
      tranKey: "NDlpEEAIe8sbKZ6mGWQrZwbyBB62J1LcyP/a/o7LRqY="),
    Vector(
      nonce: "Pz8/Pj4+", seed: "2026-02-28T00:00:00-03:00", secret: "SANDBOX-secret-02",
      tranKey: "WrDTMGUF0CefvQ4LgGaqwG/YPGunEhWwOur4j3zQFe0="),
  ]

  @Test("A known digest is accepted up to five minutes before and after its seed", arguments: vectors)
  func digests(_ vector: Vector) async throws {
    let seeded = try #require(Timestamp.moment(vector.seed))
    for (offset, expected) in [(-301, "103"), (-300, "NA"), (0, "NA"), (300, "NA"), (301, "103")] {
      let shop = try TestShop(secret: vector.secret, time: HandClock(seeded + .seconds(offset)))
      let answer = try await shop.call("/api/session/1", auth: vector.auth)
      // After authentication, the session is not there.
      #expect(expected == "103" ? answer.status == 401 : answer.status == 404, "\(offset)")
      #expect(answer.message.hasSuffix("103") == (expected == "103"))
    }
    let other = try TestShop(secret: vector.secret + "x", time: HandClock(seeded))
    #expect(try await other.call("/api/session/1", auth: vector.auth).message == "Autenticación fallida 102")
  }

  @Test(
    "A digest over the encoded nonce, a rewritten seed, or of hexadecimal text is refused, and the console explains it")
  func mistakes() async throws {
    let seeded = try #require(Timestamp.moment(Self.vectors[0].seed))
    let hexadecimal = Data(
      Hexadecimal.text(SHA256.hash(data: Array("9273421972023-06-21T09:56:06-05:00siteSecretKey".utf8))).utf8
    ).base64EncodedString()
    #expect(hexadecimal.hasPrefix("ZDQ3Nzg1Mjlk"))
    for (tranKey, name) in [
      ("tNviBOnMBNSLlf4P8jl5tvSzWTuAjVfooXpdyZwj3d0=", "encoded-nonce-hashed"),
      ("yGrCcYWc6n3yvPebEGbZ2OHXOn4wrjCqDXrdtRDg96E=", "seed-rewritten"),
      (hexadecimal, "hexadecimal-digest-encoded"),
    ] {
      let shop = try TestShop(secret: "siteSecretKey", time: HandClock(seeded))
      let vector = Vector(
        nonce: Self.vectors[0].nonce, seed: Self.vectors[0].seed, secret: "", tranKey: tranKey)
      let answer = try await shop.call("/api/session", auth: vector.auth)
      #expect(answer.status == 401)
      #expect(answer["status.reason"]?.integer == 401)
      let record = try #require(shop.sandbox.state.requests.last)
      #expect(record.reasonCode == "102")
      #expect(record.signing?.findings.map(\.name) == [name])
      #expect(!"\(record)".contains("siteSecretKey"))
    }
  }

  @Test("SHA-1 is accepted from a site that still uses it, and from no other", arguments: [true, false])
  func legacy(_ isLegacy: Bool) async throws {
    let vector = Self.vectors[6]
    let shop = try TestShop(
      secret: vector.secret, time: HandClock(try #require(Timestamp.moment(vector.seed))), isLegacy: isLegacy)
    let old = Vector(
      nonce: vector.nonce, seed: vector.seed, secret: vector.secret, tranKey: "Xi5xrRwrqPU21WE2JI4hyMaCvQ8=")
    #expect(try await shop.call("/api/session/1", auth: old.auth).status == (isLegacy ? 404 : 401))
    #expect(try await shop.call("/api/session/1", auth: vector.auth).status == 404)
  }

  /// As PlacetoPay's PHP library writes it, with the nonce, seed and digest of the third vector.
  static let libraryBody = #"""
    {"locale":"es_CO","buyer":{"name":"Ana","email":"ana@shop.example"},"payment":{"reference":"ORDER-1","description":\#
    "Pedido","amount":{"currency":"COP","total":119000}},"returnUrl":"https:\/\/shop.example\/return","ipAddress":\#
    "203.0.113.7","userAgent":"Mozilla\/5.0","expiration":"2026-11-25T15:18:24+00:00","captureAddress":false,"skipResult":\#
    false,"noBuyerFill":false,"auth":{"login":"test-site","tranKey":"vWrahG3p19pvMKNfAMgqFEMkyohNmNCOopr4e56uBGU=",\#
    "nonce":"YzkwODVlODJkZWJiODJiMDk1NTU3OTA5OGJlM2Q3Y2E=","seed":"2026-01-15T14:30:00.000Z","additional":[]}}
    """#

  @Test("The empty array that PHP makes of an empty map is taken as `additional`, and no other array is")
  func additional() async throws {
    let shop = try TestShop()
    #expect(try await shop.send("/api/session", Array(Self.libraryBody.utf8)).result == "OK/PC")
    for (additional, isTaken) in [("{}", true), (#"{"a":1}"#, true), ("null", true), ("[1]", false), ("0", false)] {
      let body = Self.libraryBody.replacing(#""additional":[]"#, with: #""additional":\#(additional)"#)
      #expect(try await shop.send("/api/session", Array(body.utf8)).status == (isTaken ? 200 : 401), "\(additional)")
    }
  }

  @Test("What is missing or malformed has its code, in the order of the checks")
  func codes() async throws {
    let shop = try TestShop()
    let good = TestShop.auth(TestShop.start)
    func with(_ name: String, _ value: JSONValue?) -> JSONValue {
      .object((good.members ?? []).filter { $0.name != name } + (value.map { [.init(name: name, value: $0)] } ?? []))
    }
    func message(_ auth: JSONValue) async throws -> String { try await shop.call("/api/session", auth: auth).message }
    #expect(try await message(.null) == "Autenticación fallida 100")
    for name in ["login", "tranKey", "nonce", "seed"] {
      #expect(try await message(with(name, nil)) == "Autenticación mal formada 100")
    }
    #expect(try await message(with("nonce", "not base64!")) == "Autenticación fallida 107")
    for seed in ["2026-01-15T14:30:00", "yesterday", "2026-02-30T14:30:00Z"] {
      #expect(try await message(with("seed", .string(seed))) == "Autenticación fallida 107")
    }
    #expect(try await message(with("login", "another")) == "Autenticación fallida 101")
    let body = TestShop.request(TestShop.payment()).members ?? []
    let sent = JSONValue.object([.init(name: "auth", value: good)] + body).bytes
    #expect(try await shop.send("/api/session", sent, contentType: nil).message == "Autenticación mal formada 100")
    #expect(try await shop.send("/api/session", sent, contentType: "text/plain").status == 401)
    #expect(try await shop.send("/api/session", Array("{".utf8)).status == 401)
    #expect(try await shop.send("/api/session", sent).status == 200)
  }

  @Test(
    "A site that may not call has the code of its state",
    arguments: [
      ("inactive", "104"), ("expired", "105"), ("credentialsExpired", "106"), ("active", ""),
    ])
  func states(_ state: String, _ code: String) async throws {
    let shop = try TestShop()
    let set = try await shop.send(
      "/control/placetopay/site", JSONValue.object([.init(name: "state", value: .string(state))]).bytes)
    #expect(set.status == 200)
    let answer = try await shop.call("/api/session/1")
    #expect(code.isEmpty ? answer.status == 404 : answer.message == "Autenticación fallida \(code)")
  }

  @Test("Unknown routes and methods are not found, without authentication")
  func routes() async throws {
    let shop = try TestShop()
    for path in ["/api", "/api/search", "/api/session/abc", "/api/session/1/pay", "/api/gateway/search"] {
      let answer = try await shop.send(path, Array("{}".utf8))
      #expect(answer.status == 404 && answer.result == "FAILED/NA", "\(path)")
    }
    #expect(try await shop.send("/api/session", [], method: .get).result == "FAILED/NA")
  }
}
