import FerryCore
import FerryHTTP
import FerrySandbox
import FerryTesting
import Testing

@testable import GMOPaymentGatewaySandbox

@Suite("The wire of GMO's sandbox")
struct WireTests {
  @Test(
    "A CheckString is the known one",
    arguments: [
      (
        "order-0001", "0123456789abcdef0123456789abcdef", "tshop00000001", "pass0001", "S03-0000001-0000001",
        "1ce3b1c4c3a5fd25bc5b68fb7f21f79552295a7a2f41a612fd2f266984769069"
      ),
      (
        "9f3c1a7be2d04c558a16f0b7d2", "acdc7d53f7a78f488d8d0997eff99c6f", "tshop00000001", "pass0001",
        "S03-1234567-7654321", "eda7c5211b3e6bb3c2d9990080dc74c393ac5d871abcbfc4b64eaafedba74bbe"
      ),
      (
        "A", "ffffffffffffffffffffffffffffffff", "tshop99999999", "Zz9xYy8wVv", "P03-9999999-0000000",
        "fb14074b53e8a98b88461fe78d4831bd643a115e9afaaf7799ffe1e59720c08a"
      ),
      (
        "ORDER-20251121-000000000001", "00000000000000000000000000000000", "tshop00000002", "pass0002",
        "S03-0000002-0000002", "7d0b732ee507acc3e4de6673cd43fffc7e50964858d047833de1c4384af5a8a5"
      ),
      (
        "order-0001", "0123456789abcdef0123456789abcdef", "tshop00000001", "pass0001", "",
        "178ee0fdd1a3fa3b489decb994207684f26247315ec0564cb7bddf4bf711e26e"
      ),
      (
        "order-0001", "0123456789abcdef0123456789abcdef", "tshop00000001", "pass0002", "S03-0000001-0000001",
        "018f5bc5518c6e528cd950dba78fd7df74d634f52c43119195d2450d6d27a76d"
      ),
    ])
  func checkStrings(
    _ order: String, _ access: String, _ shop: String, _ pass: String, _ permission: String, _ expected: String
  ) throws {
    let shop = try GatewayShop(id: shop, password: Secret(pass), name: "")
    #expect(CheckString.text(order: order, access: access, shop: shop, permission: permission) == expected)
  }

  @Test("Dates are in Japan's time")
  func dates() {
    // A response of 06:22:28 GMT had the limit 152428: two minutes later, nine hours ahead.
    let answered = Moment(year: 2020, month: 5, day: 1, hour: 6, minute: 22, second: 28)
    #expect(answered.map { GatewayDate.text($0 + .seconds(120)) } == "20200501152428")
    #expect(GatewayDate.text(TestShop.start) == "20260115233000")
  }

  @Test("A request's bytes are read as Windows-31J, whatever style they are escaped in")
  func requests() throws {
    func text(_ body: String) throws -> String? { ReceivedFields(form: Array(body.utf8))?["A"]?.text }
    #expect(try text("A=%82%B2%8D%77%93%FC") == "ご購入")
    #expect(try text("A=%83%5C%83t%83g") == "ソフト", "A trail byte is a plain letter.")
    #expect(try text("A=%FB%FC+%EE%E0") == "髙 髙")
    #expect(try text("B=1&A=a=b%3D") == "a=b=")
    #expect(try text("A=first&A=second") == "first")
    #expect(try text("A=100%+%zz") == "100% %zz")
    #expect(ReceivedFields(form: Array("A=".utf8))?["A"] == nil)
    #expect(ReceivedFields(form: []) == nil)
    #expect(ReceivedFields(form: Array("A=".utf8) + [0x8D, 0x77])?["A"]?.text == "購", "Raw bytes are read too.")
    #expect(ReceivedFields(form: Array("A=%81%39".utf8))?["A"]?.isSound == false)
  }

  @Test("A text that a shop sends as UTF-8 shows as the gateway reads it, and the console knows why")
  func mojibake() throws {
    let body = "A=" + "ご購入".utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    let value = try #require(ReceivedFields(form: Array(body.utf8))?["A"])
    #expect(value.text == "縺碑ｳｼ蜈･")
    #expect(value.asUTF8 == "ご購入")
    #expect(ReceivedValue(windows31J: try CP932.encode("ご購入")).asUTF8 == nil)
    #expect(value.hexadecimal.hasPrefix("E3 81 94 E8"))
  }

  @Test("Percent-encoded answers escape every byte of a character, and neither Token nor StartURL nor lists of errors")
  func percentEncoded() {
    var fields = AnswerFields([
      ("State", "東京都"), ("City", "渋谷区"), ("Line3", nil), ("Name", "髙橋 﨑子"), ("Tilde", "１～３"),
      ("Card", "JCB ****1111 (Amazon Pay)"), ("Mail", "a+b@example.com"), ("Free", "100% & 50=50"),
      ("Kana", "ﾔﾏﾀﾞ ﾀﾛｳ"), ("Emoji", "a😀b"),
    ])
    fields.append(literal: "Ab+cd/EF+gh12==", "Token")
    fields.append(literal: "http://127.0.0.1:3081/payment/AmazonpayStart.idPass", "StartURL")
    let expected = [
      "State=%93%8C%8B%9E%93%73", "City=%8F%61%92%4A%8B%E6", "Line3=", "Name=%FB%FC%8B%B4+%FA%B1%8E%71",
      "Tilde=%82%50%81%60%82%52", "Card=JCB+****1111+%28Amazon+Pay%29", "Mail=a%2Bb%40example.com",
      "Free=100%25+%26+50%3D50", "Kana=%D4%CF%C0%DE+%C0%DB%B3", "Emoji=a%3Fb", "Token=Ab+cd/EF+gh12==",
      "StartURL=http://127.0.0.1:3081/payment/AmazonpayStart.idPass",
    ]
    #expect(String(decoding: fields.idPass(.percentEncoded), as: UTF8.self) == expected.joined(separator: "&"))
  }

  @Test("Raw answers have the bytes of Windows-31J")
  func raw() {
    let fields = AnswerFields([
      ("OrderID", "order-0001"), ("ClientField1", "～－①表ｶﾅ"), ("ClientField2", nil), ("ClientField3", nil),
    ])
    let expected = """
      4f 72 64 65 72 49 44 3d 6f 72 64 65 72 2d 30 30 30 31 26 43 6c 69 65 6e 74 46 69 65 6c 64 31 3d 81 60 81 7c 87 40 95 \
      5c b6 c5 26 43 6c 69 65 6e 74 46 69 65 6c 64 32 3d 26 43 6c 69 65 6e 74 46 69 65 6c 64 33 3d
      """
    #expect(Hexadecimal.text(fields.idPass(.raw)) == expected.filter { $0 != " " })
  }

  @Test("Names in JSON begin with a small letter, and values are texts")
  func json() {
    let fields = AnswerFields([("StartURL", "x"), ("ErrCode", nil)])
    #expect(fields.json == ["startURL": "x", "errCode": ""])
    let received = ReceivedFields(json: Array(#"{"retURL":"https://a","amount":100,"tax":null,"shopID":""}"#.utf8))
    #expect(received?["RetURL"]?.text == "https://a" && received?["Amount"]?.text == "100")
    #expect(received?["Tax"]?.text == "null", "A null reaches the gateway as a text.")
    #expect(received?["ShopID"] == nil)
    #expect(ReceivedFields(json: Array("[]".utf8)) == nil)
    #expect(ReceivedFields(json: Array(#"{"a":{}}"#.utf8)) == nil)
  }

  @Test("The sandbox takes no shop id of a real shop", arguments: ["9101234567890", "tshop", "tshop0000000", "shop"])
  func shopIDs(_ id: String) {
    #expect(throws: GatewayConfigurationError(shopID: id)) {
      try GatewayShop(id: id, password: Secret("p"), name: "")
    }
    #expect(GatewayConfigurationError(shopID: id).description.contains("tshop"))
  }

  @Test("Codes of card companies are of three characters after 42, and each code has its status in JSON")
  func codes() {
    #expect(GatewayError.code("E01050002") == "E01" && GatewayError.code("42G120000") == "G12")
    let statuses = [
      "E01010001": 400, "M01004002": 400, "E61010001": 400, "E11010099": 502, "E91020001": 500, "E90010001": 200,
      "E92000001": 200, "E91099997": 200, "E82010001": 502,
    ]
    for (info, status) in statuses { #expect(GatewayError.httpStatus(info) == status, "\(info)") }
  }
}
