import GMOPaymentGateway
import Testing

@Suite("Error codes of GMO")
struct ErrorCodeTests {
  /// GMO's published codes, without the fixed part of their class.
  static let published: [(GMOErrorClass, [String])] = [
    (
      .input,
      [
        "E00000001", "E00000002", "E00000003", "E00000010", "E01010001", "E01010008", "E01010010", "E01020001",
        "E01020008", "E01030002", "M01002002", "E01040001", "E01040003", "E01040013", "M01004001", "M01004012",
        "M01004013", "M01004002", "E01050001", "E01050002", "E01050004", "M01054001", "M01054010", "E01060001",
        "E01060005", "E01060006", "M01005001", "M01005005", "M01005006", "M01005011", "E01060010", "M01055010",
        "E01070005", "E01070006", "M01006005", "M01006006", "E01090001", "E01090008", "E01100001", "E01100008",
        "M01007001", "M01007008", "M01008001", "M01008008", "E01110002", "M01058002", "M01073002", "M01058010",
        "M01530001", "M01530005", "M01056001", "M01056012", "M01059005", "M01081011", "M01081013", "M01085001",
        "M01085005", "M01085006", "M01085010", "M01085011", "M01086005", "M01086006", "M01057010", "M01060010",
        "E11010010", "E11010011", "E11010012", "E11010013", "E11010014", "E11010015", "E11010016", "E11010017",
        "E61010001", "E61010002", "E61010003", "E61020001", "E61030001", "E91099997", "E01320012", "E01330012",
        "E01340012", "M01039012", "M01051005", "M01051011",
      ]
    ),
    (.declined, ["M01074091"]), (.retryable, ["E92000001", "E92000002"]),
    (
      .unknown,
      [
        "E82010001", "E90010001", "E91019999", "E91020001", "E91029998", "E91029999", "E91060001", "E91099999",
        "M91099999", "E91099996", "E00000000",
      ]
    ),
    (
      .conflict,
      [
        "E01040010", "M01004010", "M01004014", "M01054004", "E01110010", "E11010002", "M11010099", "E11010001",
        "E11010999", "M11010999", "E11010003", "M01073004",
      ]
    ),
  ]

  @Test("Each published code has its class, and there are no others")
  func classes() {
    for (expected, infos) in Self.published {
      for info in infos {
        let error = GMOError(code: String(info.prefix(3)), info: info)
        #expect(error.errorClass == expected, "\(info)")
        #expect(error.meaning != nil, "\(info)")
      }
    }
    let known = Set(GMOErrorMeaning.allCases.flatMap(\.codes))
    #expect(known == Set(Self.published.flatMap(\.1)))
    #expect(GMOErrorMeaning.allCases.flatMap(\.codes).count == known.count)
  }

  @Test(
    "An unknown code can mean anything", arguments: ["", "unKnown", "E01010002", "e01010001", "E0101000", "Z99999999"])
  func unknown(_ info: String) {
    let error = GMOError(code: "E01", info: info)
    #expect(error.meaning == nil)
    #expect(error.errorClass == .unknown)
  }

  @Test("The code in front decides nothing")
  func front() { #expect(GMOError(code: "unKnown", info: "E92000001").errorClass == .retryable) }

  @Test("Each meaning has codes of nine characters, a cause and a remedy")
  func texts() {
    for meaning in GMOErrorMeaning.allCases {
      #expect(!meaning.codes.isEmpty)
      #expect(meaning.codes.allSatisfy { $0.utf8.count == 9 })
      #expect(meaning.cause.hasSuffix(".") && meaning.remedy.hasSuffix("."))
      // A setting cannot be at fault if GMO may have done it.
      #expect(!meaning.isMisconfiguration || meaning.errorClass == .input)
    }
  }
}
