import FerryCore
import GMOPaymentGateway
import Testing

@Suite("Bodies of answers")
struct AnswerFieldsTests {
  private func fields(_ body: String, _ style: BodyStyle = .detected) throws -> AnswerFields {
    try #require(AnswerFields(answer: Array(body.utf8), style))
  }

  /// Every text of GMO's that a shop may meet, in the style in which plus and percent sign are escapes.
  @Test(
    "A percent-encoded body is Windows-31J, whoever escaped it",
    arguments: [
      // Every byte of a character is escaped.
      (
        "ShippingStateOrRegion=%93%8C%8B%9E%93%73&ShippingCity=%8F%61%92%4A%8B%E6&ShippingAddressLine3=",
        ["ShippingStateOrRegion": "東京都", "ShippingCity": "渋谷区"]
      ),
      // The second byte of a character is a letter of its own, which is not escaped.
      (
        "ShippingStateOrRegion=%93%8C%8B%9E%93s&ShippingAddressLine1=%83%5C%83t%83g%95%5C%8E%A6%94%5C%97%CD%83%7C%81%7C",
        ["ShippingStateOrRegion": "東京都", "ShippingAddressLine1": "ソフト表示能力ポ\u{FF0D}"]
      ),
      ("ShippingAddressLine2=%87%40%8D%86%93%8F+%87%8A%87%82%87%57%87%6F", ["ShippingAddressLine2": "①号棟 ㈱№Ⅳ㎜"]),
      ("ShippingName=%FB%FC%8B%B4+%FA%B1%8E%71", ["ShippingName": "髙橋 \u{FA11}子"]),
      ("ShippingName=%EE%E0%8B%B4+%ED%95%8E%71", ["ShippingName": "髙橋 \u{FA11}子"]),
      (
        "BillingAddressLine2=%82%50%81%60%82%52&ItemName=%81%61%81%7C%81%91%81%92%81%CA%81%5C%81%5F",
        [
          "BillingAddressLine2": "１\u{FF5E}３", "ItemName": "\u{2225}\u{FF0D}\u{FFE0}\u{FFE1}\u{FFE2}\u{2015}\u{FF3C}",
        ]
      ),
      (
        "ClientField1=%B6%BF%B3%BC%C3%DD&ShippingName=%D4%CF%C0%DE+%C0%DB%B3",
        ["ClientField1": "ｶｿｳｼﾃﾝ", "ShippingName": "ﾔﾏﾀ\u{FF9E} ﾀﾛｳ"]
      ),
      (
        "PaymentDescriptor=JCB+****1111+%28Amazon+Pay%29&AmazonMailAddress=a%2Bb%40example.com&ClientField2=100%25+%26+50%3D50",
        [
          "PaymentDescriptor": "JCB ****1111 (Amazon Pay)", "AmazonMailAddress": "a+b@example.com",
          "ClientField2": "100% & 50=50",
        ]
      ),
      (
        "A=%87%90&B=%81%E0&C=%FA%4A&D=%87%54&E=%EE%F9&F=%81%CA",
        ["A": "≒", "B": "≒", "C": "Ⅰ", "D": "Ⅰ", "E": "￢", "F": "￢"]
      ),
    ] as [(String, [String: String])])
  func percentEncoded(_ body: String, _ texts: [String: String]) throws {
    let fields = try fields(body)
    for (name, text) in texts {
      #expect(fields[name].map { Array($0.unicodeScalars) } == Array(text.unicodeScalars), "\(name)")
    }
    #expect(fields.malformed.isEmpty)
    #expect(fields.errors.isEmpty)
  }

  @Test("The token is read as it is, and an address may stand without escapes")
  func token() throws {
    let fields = try fields(Answers.started)
    #expect(fields["Token"] == "Ab+cd/EF+gh12==")
    #expect(fields["token"] == "Ab+cd/EF+gh12==")
    #expect(fields["StartURL"] == "https://pt01.mul-pay.jp/payment/AmazonpayStart.idPass")
    #expect(try self.fields("TOKEN=%2B+%2F=")["Token"] == "%2B+%2F=")
  }

  @Test("In a body with bytes above 0x7F, plus and percent sign stand for themselves")
  func raw() throws {
    let body: [UInt8] =
      Array("OrderID=order-0001&ClientField1=".utf8)
      + [0x81, 0x60, 0x81, 0x7C, 0x87, 0x40, 0x95, 0x5C, 0xB6, 0xC5]
      + Array("&ClientField2=&ClientField3=1+1=100%25".utf8)
    let fields = try #require(AnswerFields(answer: body))
    #expect(fields["OrderID"] == "order-0001")
    #expect(fields["ClientField1"] == "～－①表ｶﾅ")
    #expect(fields["ClientField2"] == nil)
    #expect(fields.has("ClientField2"))
    #expect(fields["ClientField3"] == "1+1=100%25")
    let forced = try #require(AnswerFields(answer: body, .percentEncoded))
    #expect(forced["ClientField3"] == "1 1=100%")
    #expect(forced["ClientField1"] == "～－①表ｶﾅ")
  }

  @Test("An account can say that answers are never escaped")
  func forcedRaw() throws {
    #expect(try fields("A=1+1%41", .raw)["A"] == "1+1%41")
    #expect(try fields("A=1+1%41")["A"] == "1 1A")
  }

  @Test("Line ends after the body are no text, and one inside is")
  func lineEnds() throws {
    #expect(try fields("A=1&OrderID=x\r\n")["OrderID"] == "x")
    #expect(try fields("OrderID=x\n\r\n")["OrderID"] == "x")
    #expect(try fields("OrderID=x\ny\n")["OrderID"] == "x\ny")
  }

  @Test("Names are equal in any case, an empty text is none, and unknown fields do no harm")
  func names() throws {
    let fields = try fields("orderid=x&TAX=&Some_New1=y")
    #expect(fields["OrderID"] == "x")
    #expect(fields["Tax"] == nil)
    #expect(fields.has("tax"))
    #expect(!fields.has("Amount"))
  }

  @Test("A percent sign without two digits stands for itself")
  func percentSigns() throws {
    #expect(try fields("A=100%&B=5%4&C=%zz&D=%4%41")["A"] == "100%")
    #expect(try fields("B=5%4")["B"] == "5%4")
    #expect(try fields("C=%zz")["C"] == "%zz")
    #expect(try fields("D=%4%41")["D"] == "%4A")
  }

  @Test("Bytes that are no character become U+FFFD, and the field is named")
  func malformed() throws {
    let fields = try fields("ShippingName=%81&ShippingCity=%81%39&ShippingDistrict=%82%A0&BillingCity=%FCL")
    #expect(fields["ShippingName"] == "\u{FFFD}")
    #expect(fields["ShippingCity"] == "\u{FFFD}9")
    #expect(fields["BillingCity"] == "\u{FFFD}L")
    #expect(fields.malformed == ["ShippingName", "ShippingCity", "BillingCity"])
  }

  @Test(
    "A body that is no list of fields is not read, nor JSON of another shape",
    arguments: [
      "", "\r\n", "<html><body>502</body></html>", "<a href=\"x\">", "OrderID", "OrderID=x&Stat", "=x", "OrderID=x&",
      "&OrderID=x", "OrderID=x&&Tax=1", "A-B=1", " A=1", "Ａ=1", "%4F=1", "OrderID=x&OrderID=y", "orderID=x&OrderID=y",
      "{", "[]", "[1]", "[null]", #"[{"orderID":"x"}]"#, #"[{"errCode":"E01","errInfo":"E01050002"},5]"#,
      #"{"orderID":"x","OrderID":"y"}"#, #"{"orderID":"#,
    ])
  func unreadable(_ body: String) { #expect(AnswerFields(answer: Array(body.utf8)) == nil) }

  @Test("A field that is repeated with the same text, or without one, is read once")
  func repeated() throws {
    #expect(try fields("Tax=&Tax=5&tax=5&TAX=")["Tax"] == "5")
  }

  @Test(
    "Errors are pairs of two lists; in JSON they are an object, or an array of objects",
    arguments: [
      ("ErrCode=E01|E01&ErrInfo=E01050002|E01060006", [("E01", "E01050002"), ("E01", "E01060006")]),
      ("ErrCode=E01%7CE01&ErrInfo=E01050002%7cE01060006", [("E01", "E01050002"), ("E01", "E01060006")]),
      ("ErrCode=E01&ErrInfo=E01010001|E01040001", [("E01", "E01010001"), ("unKnown", "E01040001")]),
      ("ErrCode=E01|M01&ErrInfo=E01010001", [("E01", "E01010001"), ("M01", "unKnown")]),
      ("ErrCode=E92|&ErrInfo=E92000001|", [("E92", "E92000001")]),
      ("ErrCode=E91", [("E91", "unKnown")]), ("errinfo=E91099999", [("unKnown", "E91099999")]),
      (
        "ErrCode=E01||E01&ErrInfo=E01010001||E01040001",
        [("E01", "E01010001"), ("unKnown", "unKnown"), ("E01", "E01040001")]
      ),
      ("ErrCode=&ErrInfo=", []), ("OrderID=x", []), ("ErrCode=|&ErrInfo=", [("unKnown", "unKnown")]),
      (#"{"errCode":"E01","errInfo":"E01050002"}"#, [("E01", "E01050002")]),
      (#"{"errCode":"E01|E01","errInfo":"E01050002|E01060006"}"#, [("E01", "E01050002"), ("E01", "E01060006")]),
      (
        #"[{"errCode":"E01","errInfo":"E01050002"},{"errCode":"E01","errInfo":"E01060006"}]"#,
        [("E01", "E01050002"), ("E01", "E01060006")]
      ),
    ] as [(String, [(String, String)])])
  func errors(_ body: String, _ pairs: [(String, String)]) throws {
    #expect(try fields(body).errors == pairs.map { GMOError(code: $0.0, info: $0.1) })
  }

  @Test("A JSON object has the same fields, whose names begin with a small letter")
  func json() throws {
    let fields = try fields(
      #" {"orderID":"x","amount":"1000","tax":100,"cancelTax":null,"name":"髙橋 +%41","token":"a+b=","list":[1],"is":true}"#
    )
    #expect(fields.isJSON)
    #expect(fields["OrderID"] == "x")
    #expect(fields["Amount"] == "1000")
    #expect(fields["Tax"] == "100")
    #expect(fields["CancelTax"] == nil)
    #expect(fields["Name"] == "髙橋 +%41")
    #expect(fields["Token"] == "a+b=")
    #expect(!fields.has("list"))
    #expect(try !self.fields("A=1").isJSON)
  }

  @Test("A form is percent-encoded, and fields of others in it do no harm")
  func form() throws {
    let body = Array("OrderID=order-0001&fbclid[]=1&&x&Status=AUTH&Note=%82%A0+b".utf8)
    let fields = try #require(AnswerFields(form: body))
    #expect(fields["OrderID"] == "order-0001")
    #expect(fields["Status"] == "AUTH")
    #expect(fields["Note"] == "あ b")
    #expect(AnswerFields(form: Array("OrderID=a&OrderID=b".utf8)) == nil)
    #expect(AnswerFields(answer: body) == nil)
  }
}
