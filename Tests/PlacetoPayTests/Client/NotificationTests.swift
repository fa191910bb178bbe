import FerryCore
import FerryHTTP
import PlacetoPay
import Testing

@Suite("Notifications")
struct NotificationTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let requestId: String
    let state: String
    let date: String
    let secretKey: String
    let sha256: String
    let sha1: String

    init(
      _ name: String, _ requestId: String, _ state: String, _ date: String, _ secretKey: String, _ sha256: String,
      _ sha1: String
    ) {
      self.name = name
      self.requestId = requestId
      self.state = state
      self.date = date
      self.secretKey = secretKey
      self.sha256 = sha256
      self.sha1 = sha1
    }

    var testDescription: String { name }
  }

  static let vectors: [Vector] = [
    Vector(
      "N1", "1234", "APPROVED", "2019-01-01T12:00:00-05:00", "siteSecretKey",
      "97c40fef1ed74b710a6837d8014f931d41c7caeac333bffa4dc75ed178a6b0e3", "9f83f1efc8ace00aaca07b8750df1e261b95a1ab"),
    Vector(
      "N2", "83", "APPROVED", "2016-10-10T16:39:57-05:00", "024h1IlD",
      "1a0d78ea2fcc656c718d7fa3dc13d1aef9faea442017b20c705319cb33933454", "8fb4beea130ab3e75a1de956bd0213892e0f6839"),
    Vector(
      "N3", "126", "REJECTED", "2016-10-12T01:44:37-05:00", "024h1IlD",
      "589064d991bc927f0fbed761f3339eb95774ac41200bc97fb314c349708b31c2", "554fa6c36bd5d1376b192b8bc3a1e3dd9a01e448"),
    Vector(
      "N4", "2630139", "APPROVED", "2023-10-18T15:02:42-05:00", "SANDBOX-secret-01",
      "cc3ddf8e8cca2d5f8877dc96eb7d0a12bebddcfdca622750ab85cc6703213389", "2d8b9d103c23746a283a5114c72ffefab1f43622"),
    Vector(
      "N5", "2630140", "REJECTED", "2026-01-15T09:45:00-05:00", "SANDBOX-secret-01",
      "6ab5dc86b703832c5f3188d557936ccd7f25e6b3c8527b4a7c84f8ac23c44f27", "f37a42727e66e8961174cbbebffaf32d7960c8db"),
    Vector(
      "N6", "751", "PARTIAL_EXPIRED", "2023-03-09T17:10:34-05:00", "SANDBOX-secret-01",
      "f054fc0a6482ae3ba57fbed6a1cada26fc2157b9de501d7b613502ee4362d924", "16323ff99b7298598b3e46bd6cce22cb9dd1e0c3"),
    Vector(
      "N7", "9007199254740993", "APPROVED", "2026-01-15T14:30:00+00:00", "clave-ñ-€",
      "be186a50aa1ece04128d8acce730698eec9d606cdf529a1e77f03ea6ff8734ec", "dcd802a01e27e9d2c3fd9098017e4a5405fe9080"),
  ]

  private func body(
    _ id: String = "1234", _ state: String = "APPROVED", _ date: String = "2019-01-01T12:00:00-05:00",
    reference: String = "ORDER-1", signature: String?
  ) -> [UInt8] {
    let status = #"{"status":"\#(state)","reason":"00","message":"Aprobada","date":"\#(date)"}"#
    let end = signature.map { #","signature":"\#($0)""# } ?? ""
    return Array(#"{"status":\#(status),"requestId":\#(id),"reference":"\#(reference)"\#(end)}"#.utf8)
  }

  private func body(_ vector: Vector, signature: String) -> [UInt8] {
    body(vector.requestId, vector.state, vector.date, signature: signature)
  }

  @Test("A genuine notification is read, by SHA-256 always and by SHA-1 if the account accepts it", arguments: vectors)
  func genuine(_ vector: Vector) throws {
    let account = try PlacetoPayAccount.sample(secretKey: vector.secretKey)
    let notification = try PlacetoPayNotification(body(vector, signature: "sha256:\(vector.sha256)"), for: account)
    #expect(notification.requestId == vector.requestId)
    #expect(notification.status.state.text == vector.state)
    #expect(notification.reference == "ORDER-1")
    #expect(throws: PlacetoPayNotification.Refusal.oldSignature) {
      try PlacetoPayNotification(body(vector, signature: vector.sha1), for: account)
    }
    let lenient = try PlacetoPayAccount.sample(secretKey: vector.secretKey, acceptsSHA1: true)
    #expect(try PlacetoPayNotification(body(vector, signature: vector.sha1), for: lenient) == notification)
  }

  @Test("An id may be a text")
  func textId() throws {
    let vector = Self.vectors[6]
    let account = try PlacetoPayAccount.sample(secretKey: vector.secretKey)
    let quoted = body("\"\(vector.requestId)\"", vector.state, vector.date, signature: "sha256:\(vector.sha256)")
    #expect(try PlacetoPayNotification(quoted, for: account).requestId == "9007199254740993")
  }

  @Test("A changed id, status or date is refused, also a date that means the same")
  func changed() throws {
    let signature = "sha256:\(Self.vectors[0].sha256)"
    let account = try PlacetoPayAccount.sample()
    for changed in [
      body("1235", signature: signature), body("1234", "REJECTED", signature: signature),
      body("1234", "APPROVED", "2019-01-01T12:00:01-05:00", signature: signature),
      body("1234", "APPROVED", "2019-01-01T17:00:00+00:00", signature: signature),
    ] {
      #expect(throws: PlacetoPayNotification.Refusal.wrongSignature) {
        try PlacetoPayNotification(changed, for: account)
      }
    }
    let other = NotificationSignature(requestId: "1234", state: "APPROVED", date: "2019-01-01T17:00:00+00:00")
    #expect(
      other.sha256(account.secretKey) == "sha256:e9cfb416697820eb7d931dcd1711ae58ec5cf2b3b92863d51b815cc475cd98bf")
  }

  @Test("A changed reference is not noticed, because PlacetoPay does not sign it")
  func unsignedReference() throws {
    let changed = body(reference: "ORDER-2", signature: "sha256:\(Self.vectors[0].sha256)")
    #expect(try PlacetoPayNotification(changed, for: .sample()).reference == "ORDER-2")
  }

  @Test("A notification of another site is refused")
  func foreign() throws {
    #expect(throws: PlacetoPayNotification.Refusal.wrongSignature) {
      try PlacetoPayNotification(
        body(signature: "sha256:\(Self.vectors[0].sha256)"), for: .sample(secretKey: "anotherSecret"))
    }
  }

  @Test(
    "Only the two algorithms count",
    arguments: [
      ("md5:97c40fef1ed74b710a6837d8014f931d", PlacetoPayNotification.Refusal.unknownSignature),
      ("sha1:9f83f1efc8ace00aaca07b8750df1e261b95a1ab", .unknownSignature), ("", .unknownSignature),
      ("97c40fef1ed74b710a6837d8014f931d41c7caeac333bffa4dc75ed178a6b0e3", .unknownSignature),
      ("sha256:", .wrongSignature), ("sha256:9f83f1efc8ace00aaca07b8750df1e261b95a1ab", .wrongSignature),
      ("sha256:97C40FEF1ED74B710A6837D8014F931D41C7CAEAC333BFFA4DC75ED178A6B0E3", .wrongSignature),
      ("9f83f1efc8ace00aaca07b8750df1e261b95a1ac", .wrongSignature),
    ])
  func algorithms(_ signature: String, _ refusal: PlacetoPayNotification.Refusal) throws {
    #expect(throws: refusal) {
      try PlacetoPayNotification(body(signature: signature), for: .sample(acceptsSHA1: true))
    }
  }

  @Test(
    "Anything else is refused with its reason",
    arguments: [
      ("", PlacetoPayNotification.Refusal.unreadable), ("[]", .unreadable), ("{}", .unreadable),
      (#"{"status":{"status":"APPROVED"},"requestId":1,"signature":"sha256:"}"#, .unreadable),
      (#"{"status":{"status":"APPROVED","date":"x"},"requestId":1}"#, .unsigned),
      (#"{"status":{"status":"APPROVED","date":"x"},"internalReference":1598634446,"signature":"y"}"#, .noSession),
      (#"{"status":{"status":"APPROVED","date":"x"},"requestId":"../1","signature":"y"}"#, .noSession),
      (#"{"status":{"status":"APPROVED","date":"x"},"requestId":-1,"signature":"y"}"#, .noSession),
    ])
  func refused(_ text: String, _ refusal: PlacetoPayNotification.Refusal) {
    #expect(throws: refusal) { try PlacetoPayNotification(Array(text.utf8), for: .sample()) }
  }
}
