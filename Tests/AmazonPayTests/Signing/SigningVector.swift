/// A request to Amazon Pay with the form and hash that it is signed by, made with no code of ours.
struct SigningVector: Sendable, CustomStringConvertible {
  let name: String
  let about: String
  let url: String
  var body = ""
  /// Method, path, query, a line for each header, and the SHA-256 of the body.
  let canonical: String
  let sha256: String
  /// In base64, made with this vector's algorithm and `SigningTestKey` by another implementation.
  var signature: String?
  /// By Amazon's name.
  var algorithm = "AMZN-PAY-RSASSA-PSS-V2"

  /// The text that the signature is of.
  var stringToSign: String { "\(algorithm)\n\(sha256)" }
  var method: String { String(lines[0]) }

  /// The headers of the request. The signature covers all of them.
  var headers: [(name: String, value: String)] {
    lines.dropFirst(3).prefix { !$0.isEmpty }.map { line in
      (String(line.prefix { $0 != ":" }), String(line.drop { $0 != ":" }.dropFirst()))
    }
  }

  /// The SHA-256 of the body. The canonical form ends with it.
  var bodyHash: String { lines.last.map(String.init) ?? "" }

  private var lines: [Substring] { canonical.split(separator: "\n", omittingEmptySubsequences: false) }

  var description: String { "\(name): \(about)" }
}

extension SigningVector {
  /// Made by the official Node.js library with a fixed clock. They sign `user-agent` too.
  static let all: [SigningVector] = [
    SigningVector(
      name: "V1", about: "GET, no body, prefixed key id",
      url: "https://pay-api.amazon.jp/v2/checkoutSessions/11111111-2222-4333-8444-555555555555",
      canonical: canonical(
        "GET", "/v2/checkoutSessions/11111111-2222-4333-8444-555555555555", ["x-amz-pay-region:jp"],
        bodyHash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      sha256: "a63d2c1c0cd836c73cae3dc0308a58ca7b83c718601b6ff5a81741392954a3ee"),
    SigningVector(
      name: "V2", about: "GET with query values that need encoding (space, +, /, =, &, ~, %, あ)",
      url: #"""
        https://pay-api.amazon.jp/v2/reports?createdSince=20241201T000000Z&nextToken=a%20b%2Bc%2Fd%3De%26f~g\#
        %25h%E3%81%82&reportTypes=_GET_FLAT_FILE_OFFAMAZONPAYMENTS_REFUND_DATA_%2C_GET_FLAT_FILE_OFFAMAZONPA\#
        YMENTS_AUTHORIZATION_DATA_
        """#,
      canonical: canonical(
        "GET", "/v2/reports",
        query: #"""
          createdSince=20241201T000000Z&nextToken=a%20b%2Bc%2Fd%3De%26f~g%25h%E3%81%82&reportTypes=_GET_F\#
          LAT_FILE_OFFAMAZONPAYMENTS_REFUND_DATA_%2C_GET_FLAT_FILE_OFFAMAZONPAYMENTS_AUTHORIZATION_DATA_
          """#, ["x-amz-pay-region:jp"], bodyHash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      sha256: "d7eda82e0722d1bd36e929eed391b553ae0c212cb91fc0dd63af1242aa7c72fb"),
    SigningVector(
      name: "V3", about: "POST JSON with idempotency header",
      url: "https://pay-api.amazon.jp/v2/checkoutSessions",
      body: #"""
        {"webCheckoutDetails":{"checkoutReviewReturnUrl":"https://shop.example.test/review","checkoutCancelU\#
        rl":"https://shop.example.test/cancel?client=iosApp"},"storeId":"amzn1.application-oa2-client.000000\#
        00000000000000000000000000"}
        """#,
      canonical: canonical(
        "POST", "/v2/checkoutSessions",
        ["x-amz-pay-idempotency-key:0123456789abcdef0123456789abcdef", "x-amz-pay-region:jp"],
        bodyHash: "12b9405511f3bf1104d20b238419a70b53fb521e33174eb9676dda90fc45f5af"),
      sha256: "7bb61f92357b6d3f201df9a9ca48c1f4588eae3fb63da49f7969e66e917eb001",
      signature: #"""
        rGiejbDHyODzh3fSOVf+g4+8oQ3LYoV4CkVR570MYD3HWtDFa0MbEGMEq2hetNdnfhJzutmLTSTin7cUdgDLDTFNwgYBwpcu4Zd9\#
        YKfcTaJXoWkYsxw6JCywgxapAHQS2hwyv78e4YmkAY4AQzm43J82um9i3dh/822yQjm6Ag1XPAp+65MViz4krpjlJ2mLc4pViGcK\#
        z9/7YdBalZ+X65Amc7VplNMFxw5C7MBbv4wGftO0nrxi7z2WhBUH2vMUprNWklNQ4F0TUC7hyPj9i4otcNsO0Tg7rdLnoe2yZjkF\#
        2kocsivow5aHBhVvrRMwZYw+kjhxHqrRPi23abBSyg==
        """#),
    SigningVector(
      name: "V4", about: "PATCH with Unicode body (Japanese and an emoji outside the BMP)",
      url: "https://pay-api.amazon.jp/v2/checkoutSessions/11111111-2222-4333-8444-555555555555",
      body: #"""
        {"webCheckoutDetails":{"checkoutResultReturnUrl":"https://shop.example.test/result"},"paymentDetails\#
        ":{"paymentIntent":"Authorize","canHandlePendingAuthorization":false,"chargeAmount":{"amount":"9878"\#
        ,"currencyCode":"JPY"}},"merchantMetadata":{"merchantReferenceId":"ORDER-1","merchantStoreName":"テスト\#
        店","noteToBuyer":"ご購入ありがとうございます 🎁"}}
        """#,
      canonical: canonical(
        "PATCH", "/v2/checkoutSessions/11111111-2222-4333-8444-555555555555", ["x-amz-pay-region:jp"],
        bodyHash: "b459487863fb3526730031aa37cdca56c3618a90d5f8805101367c56dce92765"),
      sha256: "d7d18efeb55282a318f24c3f013bb84c39e160f4f0b948f196e690eb1e0955b9"),
    SigningVector(
      name: "V5", about: "POST complete, key id without prefix: /sandbox path",
      url: #"""
        https://pay-api.amazon.jp/sandbox/v2/checkoutSessions/11111111-2222-4333-8444-555555555555/complete
        """#,
      body: #"{"chargeAmount":{"amount":"9878","currencyCode":"JPY"}}"#,
      canonical: canonical(
        "POST", "/sandbox/v2/checkoutSessions/11111111-2222-4333-8444-555555555555/complete",
        ["x-amz-pay-idempotency-key:fedcba9876543210fedcba9876543210", "x-amz-pay-region:jp"],
        bodyHash: "d4dec237fe908b3011459b8992ec13c95f5bde02b19e92c0a6d98bbe5ddb9b7b"),
      sha256: "e1bb1556cc54f85f26a18a3451d3f0a6d3828dc74a032286c9ad0fddca9c86b8"),
    SigningVector(
      name: "V6", about: "POST charges with idempotency and simulation headers",
      url: "https://pay-api.amazon.jp/v2/charges",
      body: #"""
        {"chargePermissionId":"S03-0000000-0000000","chargeAmount":{"amount":"500","currencyCode":"JPY"},"ca\#
        ptureNow":true,"canHandlePendingAuthorization":false}
        """#,
      canonical: canonical(
        "POST", "/v2/charges",
        [
          "x-amz-pay-idempotency-key:00000000000000000000000000000001", "x-amz-pay-region:jp",
          "x-amz-pay-simulation-code:HardDeclined",
        ], bodyHash: "01a1b33ae06d1476465f78345e4c298121d6c1c424aabe7675902cee039cbcb7"),
      sha256: "867a443f84986877f6285538d0f1d944492721112dc8223227b9f6a29e53d683"),
    SigningVector(
      name: "V7", about: "DELETE with body",
      url: "https://pay-api.amazon.jp/v2/charges/S03-0000000-0000000-C000000/cancel",
      body: #"{"cancellationReason":"buyer asked"}"#,
      canonical: canonical(
        "DELETE", "/v2/charges/S03-0000000-0000000-C000000/cancel", ["x-amz-pay-region:jp"],
        bodyHash: "ebb4cbd43dcf94c5a6b2517eb850eb25d5e40794862f26f2329afd9f4d79f32d"),
      sha256: "9e8f200027e9b753446b542e34c18e1da99d0c470d0a28070e1def8a54aee5d4"),
    SigningVector(
      name: "V8", about: "POST refunds, default algorithm (salt 20)",
      url: "https://pay-api.amazon.jp/v2/refunds",
      body: #"""
        {"chargeId":"S03-0000000-0000000-C000000","refundAmount":{"amount":"100","currencyCode":"JPY"}}
        """#,
      canonical: canonical(
        "POST", "/v2/refunds", ["x-amz-pay-idempotency-key:00000000000000000000000000000002", "x-amz-pay-region:jp"],
        bodyHash: "1e111160ce3282079c510960f6104ee0a212d781ed6c59d484c43b5b717a8974"),
      sha256: "090548bb0d1c36e2c34fc4b84ab9553280d1a2a389d977dc4e20be42c3015d0c",
      signature: #"""
        c9+5O9qdIygfRHGnFTfq6sxwQib994iaw29AtZKpjNKPKwB1J1oiQ2nBhKhmfF8lSnnDpKDHmWk8ddGFpk39W3regNzQp22prv/x\#
        ecyh5m+yhQ2a2xr886EtQZVAFJGULDQ3HjArOpCcbodH8zQ3CYQ0CRAv3CHauRq7vihL47ON7Eh8POqClkrq/8Bcute0nPLuW5Tt\#
        jm8H4Txt/uVBwE2tzXbL5IId93hcoo6IMFQLj5mJV16kzS8abb1Tx7Ek4rt9/8smYAIfL/MkzMvZjzFvPFynsVkDdTBU7nn5fIxs\#
        TgzQj8dSTy/83RqfK3h9vR2951yjaKSyZIv96ipkbQ==
        """#,
      algorithm: "AMZN-PAY-RSASSA-PSS"),
    SigningVector(
      name: "V9", about: "GET, EU, live path, extended ISO date",
      url: "https://pay-api.amazon.eu/live/v2/charges/P02-0000000-0000000-C000000",
      canonical: canonical(
        "GET", "/live/v2/charges/P02-0000000-0000000-C000000", date: "2025-01-02T03:04:05Z", host: "pay-api.amazon.eu",
        ["x-amz-pay-region:eu"], bodyHash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      sha256: "173328bc0e1332216995bb3e6d4eea071f517b8f01ef0d722d6774241bda223c"),
    SigningVector(
      name: "V10", about: "GET, Node-only quirk: ! ' ( ) * left raw (RFC 3986 encoders differ: avoid these)",
      url: "https://pay-api.amazon.jp/v2/report-schedules?reportTypes=a!b'c(d)e*f",
      canonical: canonical(
        "GET", "/v2/report-schedules", query: "reportTypes=a!b'c(d)e*f", ["x-amz-pay-region:jp"],
        bodyHash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      sha256: "1ada4da0225d15ed29b5dd441d0decf2b4cefce8853d7a0c7680623c653c1fa1"),
  ]

  /// Every vector signs the same first headers.
  /// - Parameter others: The other headers, as lines.
  private static func canonical(
    _ method: String, _ path: String, query: String = "", date: String = "20250102T030405Z",
    host: String = "pay-api.amazon.jp", _ others: [String], bodyHash: String
  ) -> String {
    let headers =
      [
        "accept:application/json", "content-type:application/json",
        "user-agent:amazon-pay-api-sdk-nodejs/2.3.3 (JS/20.20.2; linux)", "x-amz-pay-date:\(date)",
        "x-amz-pay-host:\(host)",
      ] + others
    let names = headers.map { String($0.prefix { $0 != ":" }) }.joined(separator: ";")
    return ([method, path, query] + headers + ["", names, bodyHash]).joined(separator: "\n")
  }
}

/// The button's payload is the body of vector V3, signed with each algorithm.
struct ButtonVector: Sendable, CustomStringConvertible {
  let stringToSign: String
  let signature: String

  var description: String { String(stringToSign.prefix { $0 != "\n" }) }

  /// Salt of 20 bytes.
  static let salt20 = ButtonVector(
    stringToSign: """
      AMZN-PAY-RSASSA-PSS
      12b9405511f3bf1104d20b238419a70b53fb521e33174eb9676dda90fc45f5af
      """,
    signature: """
      WFRPUVtpWem7uB78bAoUR6UfILvHhR+59m1CGxlF/peyf21ZBVYyZQgFlS3BRMOhVvzeSoaxVCUCST9OoTkJdaLKzodtHzctNXzs5Khn4h\
      cmC/mDmeGbJnG9MMejbSG7IdaSM6qQa7hqxgc2KobSkYmz8DBTuXNRGkJii5pacTcCNmrfswyd5UymPuenAIFyV5og5nfLSXifebBiTNFg\
      ATRGLFJa6SuhMpGSzkEZI/AADxvC3hCQkd4E8hCnhcKLoE4Di6AVryTYqqZlAXRVX9qILNr46qlb+UhXDFqeQQi2K0ZlqEFgE1P5eMj9qB\
      rgcxg+DDX9PDfyyS032mIhFQ==
      """)

  /// Salt of 32 bytes.
  static let v2 = ButtonVector(
    stringToSign: """
      AMZN-PAY-RSASSA-PSS-V2
      12b9405511f3bf1104d20b238419a70b53fb521e33174eb9676dda90fc45f5af
      """,
    signature: """
      g1EJjVBu6uhXNZ3scMJW1YPuByBq9PUJ1GrnU2/wiuryF4pFG0/eVDTgLDjaKx09jlxad9qSlNd+gG4BRKPCGzAgcUYwXQLpPY2ebSe6uM\
      JH0UHicEwaPb9qnLJAp/C/KhPFk1uvIRZgPlS/JrOd1JNSpBdvBU5dhpE/AvKWiP0PqvN52v+4G51xA5AdVlzwmGUgGx+eIEK9qJatYXBO\
      Qq4JfZVIIeTILeNZXTkMEarlDAdfXWD9AI8UWHBl5seKYZzeXq58p5/AihhZrmaGXNRZeyuGUpgY8IBTCWdBD12lhf0QPBSuWSigyY3lfm\
      2Wo6iFypZDKCMF7fqfm2QX1A==
      """)

  static let all = [salt20, v2]
}
