import FerryCore
import FerryTesting
import Testing

@Suite("Signatures of webhooks")
struct WebhookSignatureTests {
  /// A secret, and a message that was signed with it.
  struct Vector: Sendable {
    let secret: String
    let id: String
    let timestamp: Int64
    let body: String
    let signature: String
  }

  /// The examples that the reference libraries of Standard Webhooks are tested with.
  static let vectors = [
    Vector(
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      timestamp: 1_614_265_330, body: #"{"test": 2432232314}"#,
      signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="),
    Vector(
      secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", id: "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk",
      timestamp: 1_649_367_553, body: #"{"email":"test@example.com","username":"test_user"}"#,
      signature: "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw="),
  ]

  private static func moment(_ seconds: Int64) -> Moment { Moment(milliseconds: seconds * 1000) }

  @Test("The examples of Standard Webhooks get the published signatures, and are verified", arguments: vectors)
  func example(_ vector: Vector) throws {
    let secret = try #require(WebhookSecret(text: vector.secret))
    let moment = Self.moment(vector.timestamp)
    let signature = WebhookSignature(signing: vector.body.utf8, id: vector.id, at: moment, secrets: [secret])
    #expect(signature.signatures == vector.signature)
    #expect(signature.timestamp == "\(vector.timestamp)")
    let read = try WebhookSignature { name in
      ["webhook-id": vector.id, "webhook-timestamp": "\(vector.timestamp)", "webhook-signature": vector.signature][name]
    }
    #expect(read == signature)
    try read.verify(vector.body.utf8, secrets: [secret], at: moment)
  }

  private static let secret = WebhookSecret(SequentialRandomness(seed: 1))
  private static let other = WebhookSecret(SequentialRandomness(seed: 2))
  private static let now = Moment(milliseconds: 1_767_225_600_999)
  private static let body = Array(#"{"type":"checkout.paid"}"#.utf8)

  private static func signed(_ secrets: [WebhookSecret] = [secret]) -> WebhookSignature {
    WebhookSignature(signing: body, id: "msg_1", at: now, secrets: secrets)
  }

  /// The sent fields, with some changes.
  private static func read(
    _ signature: WebhookSignature = signed(), _ changes: [WebhookSignature.Field: String?] = [:]
  ) throws(WebhookSignature.Refusal) -> WebhookSignature {
    var fields = Dictionary(uniqueKeysWithValues: signature.fields.map { ($0.name, $0.value) })
    for (field, value) in changes { fields[field.rawValue] = value }
    return try WebhookSignature { fields[$0] }
  }

  @Test("A changed body, id, time or signature is refused")
  func changed() throws {
    let genuine = try Self.read()
    try genuine.verify(Self.body, secrets: [Self.secret], at: Self.now)
    for body in [Self.body + [0x20], Self.body.dropLast(), []] {
      #expect(throws: WebhookSignature.Refusal.wrongSignature) {
        try genuine.verify(body, secrets: [Self.secret], at: Self.now)
      }
    }
    let changes: [WebhookSignature.Field: String] = [
      .id: "msg_2", .timestamp: "1767225601", .signatures: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    ]
    for (field, value) in changes {
      let changed = try Self.read(Self.signed(), [field: value])
      #expect(throws: WebhookSignature.Refusal.wrongSignature) {
        try changed.verify(Self.body, secrets: [Self.secret], at: Self.now)
      }
    }
    #expect(throws: WebhookSignature.Refusal.wrongSignature) {
      try genuine.verify(Self.body, secrets: [Self.other], at: Self.now)
    }
    #expect(throws: WebhookSignature.Refusal.wrongSignature) {
      try genuine.verify(Self.body, secrets: [], at: Self.now)
    }
  }

  @Test(
    "A message is accepted within five minutes, in either direction",
    arguments: [(300, true), (301, true), (302, false), (-299, true), (-301, false), (86_400, false)])
  func time(_ seconds: Int, _ isBelieved: Bool) throws {
    // It was signed 999 ms into its second, and the timestamp is cut.
    let now = Moment(milliseconds: 1_767_225_600_000) + .seconds(seconds)
    let signature = try Self.read()
    if isBelieved {
      try signature.verify(Self.body, secrets: [Self.secret], at: now)
    } else {
      #expect(throws: WebhookSignature.Refusal.notInTime) {
        try signature.verify(Self.body, secrets: [Self.secret], at: now)
      }
    }
  }

  @Test("During the rotation of a secret, a message has a signature by each, and either secret verifies it")
  func rotation() throws {
    let both = try Self.read(Self.signed([Self.secret, Self.other]))
    #expect(both.signatures.split(separator: " ").count == 2)
    for secrets in [[Self.secret], [Self.other], [Self.other, Self.secret]] {
      try both.verify(Self.body, secrets: secrets, at: Self.now)
    }
    let old = try Self.read(Self.signed([Self.secret]))
    try old.verify(Self.body, secrets: [Self.other, Self.secret], at: Self.now)
  }

  @Test("The right signature is found among other versions, and another version alone is refused")
  func versions() throws {
    let own = Self.signed().signatures
    let wrong = "v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc="
    let listed = try Self.read(Self.signed(), [.signatures: "v1a,abc= \(wrong) \(own) v2,abc="])
    try listed.verify(Self.body, secrets: [Self.secret], at: Self.now)
    for signatures in ["v2," + own.dropFirst(3), String(own.dropFirst(3)), "v1,", "v1", String(own.dropLast(2))] {
      let signature = try Self.read(Self.signed(), [.signatures: signatures])
      #expect(throws: WebhookSignature.Refusal.wrongSignature) {
        try signature.verify(Self.body, secrets: [Self.secret], at: Self.now)
      }
    }
  }

  @Test(
    "A missing or invalid field is named",
    arguments: [
      (WebhookSignature.Field.id, nil), (.id, ""), (.id, "msg.1"), (.id, "msg 1"), (.timestamp, nil), (.timestamp, ""),
      (.timestamp, "-1"), (.timestamp, "1e9"), (.timestamp, "99999999999999999999"), (.signatures, nil),
      (.signatures, ""),
    ] as [(WebhookSignature.Field, String?)])
  func malformed(_ field: WebhookSignature.Field, _ value: String?) {
    #expect(throws: WebhookSignature.Refusal.malformed(field)) {
      _ = try Self.read(Self.signed(), [field: value])
    }
  }

  @Test("A time out of range is refused before any computation")
  func farTime() throws {
    let signature = try Self.read(Self.signed(), [.timestamp: "9223372036854775807"])
    #expect(throws: WebhookSignature.Refusal.notInTime) {
      try signature.verify(Self.body, secrets: [Self.secret], at: Self.now)
    }
  }

  @Test("A secret is whsec_ and 24 to 64 bytes in base64, and is never printed")
  func secrets() throws {
    let text = Self.secret.reveal()
    #expect(text.hasPrefix("whsec_"))
    #expect(WebhookSecret(text: text) == Self.secret)
    #expect(Self.secret != Self.other)
    #expect(
      "\(Self.secret) \(String(reflecting: Self.secret)) \(String(describing: [Self.secret]))".contains("redacted"))
    var dumped = ""
    dump(Self.secret, to: &dumped)
    #expect(!dumped.contains(text.dropFirst(6)))
    let bytes = { (count: Int) in String(repeating: "AAAA", count: count / 3) }
    for count in [24, 48, 63] { #expect(WebhookSecret(text: "whsec_" + bytes(count)) != nil) }
    for wrong in [
      "", "whsec_", bytes(24), "whsec_" + bytes(21), "whsec_" + bytes(66), "whsec_-_" + bytes(24), "whsec_A",
    ] {
      #expect(WebhookSecret(text: wrong) == nil, "\(wrong)")
    }
  }
}
