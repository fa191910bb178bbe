import FerryCore
import PlacetoPay
import Testing

@Suite("The signature of a request")
struct RequestSignatureTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let nonce: [UInt8]
    let seed: String
    let secretKey: String
    let wireNonce: String
    let tranKey: String

    init(_ name: String, _ nonce: [UInt8], _ seed: String, _ secretKey: String, _ wireNonce: String, _ tranKey: String)
    {
      self.name = name
      self.nonce = nonce
      self.seed = seed
      self.secretKey = secretKey
      self.wireNonce = wireNonce
      self.tranKey = tranKey
    }

    var testDescription: String { name }
    var signature: RequestSignature { RequestSignature(seed: seed, nonce: nonce, Secret(secretKey)) }
  }

  static let vectors: [Vector] = [
    Vector(
      "T1", Array("927342197".utf8), "2023-06-21T09:56:06-05:00", "siteSecretKey", "OTI3MzQyMTk3",
      "1HeFKdVDB63DIerOEcyoLWAVZj5OfwZPExqRLAKS2W4="),
    Vector(
      "T2", Array("6149ed880b3a7".utf8), "2023-10-17T16:22-0500", "SANDBOX-secret-01", "NjE0OWVkODgwYjNhNw==",
      "MOnaKXzHPjKr5KJUOxkEuw9RgbK/JoW2KHSaKM/K5aI="),
    Vector(
      "T3", Array("c9085e82debb82b0955579098be3d7ca".utf8), "2026-01-15T14:30:00.000Z", "SANDBOX-secret-01",
      "YzkwODVlODJkZWJiODJiMDk1NTU3OTA5OGJlM2Q3Y2E=", "vWrahG3p19pvMKNfAMgqFEMkyohNmNCOopr4e56uBGU="),
    Vector(
      "T4", Array("0".utf8), "2026-01-15T14:30:00+00:00", "k", "MA==", "RAq3+eK8MsF0qu8rGmxXk5IosskVuAVgU1AeptapN1o="),
    Vector(
      "T5", Array(0...15), "2026-01-15T09:30:00-05:00", "SANDBOX-secret-01", "AAECAwQFBgcICQoLDA0ODw==",
      "7lC1hsbwlFWx8z9ztzAo2X8daaFWKlM0aRtXkzBPpRM="),
    Vector(
      "T6", [0xFB, 0xEF, 0xBE, 0xFF, 0x00] + Array((0xF5...0xFF).reversed()), "2026-12-31T23:59:59-05:00", "clave-ñ-€",
      "++++/wD//v38+/r5+Pf29Q==", "ZyHuJRAEtLpB8P0OLpQV/r37h8vqUftn2H5vKkb+cX4="),
    Vector(
      "T7", Array("ifYEPnAcJbpDVR1t".utf8), "2016-10-26T21:37:00+00:00", "ABCD1234", "aWZZRVBuQWNKYnBEVlIxdA==",
      "NDlpEEAIe8sbKZ6mGWQrZwbyBB62J1LcyP/a/o7LRqY="),
    Vector(
      "T8", Array("???>>>".utf8), "2026-02-28T00:00:00-03:00", "SANDBOX-secret-02", "Pz8/Pj4+",
      "WrDTMGUF0CefvQ4LgGaqwG/YPGunEhWwOur4j3zQFe0="),
  ]

  @Test("Nonce and digest have the known values", arguments: vectors)
  func known(_ vector: Vector) {
    #expect(vector.signature.nonce == vector.wireNonce)
    #expect(vector.signature.tranKey == vector.tranKey)
    #expect(vector.signature.seed == vector.seed)
  }

  @Test("The digest is over the nonce's bytes, not over their Base64")
  func encodedNonce() {
    let vector = Self.vectors[0]
    let wrong = RequestSignature(seed: vector.seed, nonce: Array(vector.wireNonce.utf8), Secret(vector.secretKey))
    #expect(wrong.tranKey == "tNviBOnMBNSLlf4P8jl5tvSzWTuAjVfooXpdyZwj3d0=")
    #expect(wrong.tranKey != vector.signature.tranKey)
  }

  @Test("The digest is over the seed's text, not over its instant")
  func seedAsText() {
    let vector = Self.vectors[0]
    let wrong = RequestSignature(seed: "2023-06-21T14:56:06Z", nonce: vector.nonce, Secret(vector.secretKey))
    #expect(wrong.tranKey == "yGrCcYWc6n3yvPebEGbZ2OHXOn4wrjCqDXrdtRDg96E=")
    #expect(wrong.tranKey != vector.signature.tranKey)
  }

  @Test("The digest's bytes are encoded, not their hexadecimal text", arguments: vectors)
  func rawDigest(_ vector: Vector) {
    #expect(vector.signature.tranKey.utf8.count == 44)
    #expect(!vector.signature.tranKey.hasPrefix("ZDQ3Nzg1Mjlk"))
  }

  @Test(
    "Times are written with a numeric offset, and read in every form in use",
    arguments: [
      ("2026-01-15T14:30:00+00:00", 0), ("2026-01-15T09:30:00-05:00", 0), ("2026-01-15T09:30-0500", 0),
      ("2026-01-15T14:30:00.25Z", 250), ("2026-01-15T14:30:00.123999Z", 123), ("2026-01-16T00:00:00+09:30", 0),
    ])
  func times(_ text: String, _ milliseconds: Int64) {
    #expect(PlacetoPayTime.moment(text) == .sample + .milliseconds(milliseconds))
    #expect(PlacetoPayTime.text(.sample) == "2026-01-15T14:30:00+00:00")
  }

  @Test(
    "A time without a zone, or of no calendar, is no time",
    arguments: [
      "", "2026-01-15T14:30:00", "2026-01-15", "2026-02-30T00:00:00Z", "2026-01-15T14:30:00Z ", "2026-01-15T25:00:00Z",
      "2026-01-15T14:30:00.Z", "2026-01-15 14:30:00Z", "2026-01-15T14:30:00+5", "hoy",
    ])
  func noTimes(_ text: String) { #expect(PlacetoPayTime.moment(text) == nil) }
}
