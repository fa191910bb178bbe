import FerryCore
import FerryWeb
import Testing

@Suite("All fields that are missing or wrong are named at once")
struct FieldProblemsTests {
  private func problem<Body: Decodable>(_ json: String, _ type: Body.Type) -> Problem? {
    do {
      _ = try Problem.decoding(type, from: Array(json.utf8))
      return nil
    } catch {
      return error
    }
  }

  private func pointers<Body: Decodable>(_ json: String, _ type: Body.Type) -> [String] {
    problem(json, type)?.errors.map(\.pointer) ?? []
  }

  @Test("of an empty body, in the order of the documentation, with the same advice as for one")
  func empty() {
    let found = problem("{}", CreateCheckoutBody.self)
    #expect(
      found?.errors.map(\.pointer) == ["/orderReference", "/kind", "/provider", "/language", "/capture", "/order"])
    #expect(Set(found?.errors.map(\.detail) ?? []) == ["Add this field; it is required."])
    #expect(
      found?.detail.hasPrefix("6 fields cannot be accepted; errors names each. The first: /orderReference") == true)
  }

  @Test("at every depth, missing and wrong ones together")
  func nested() {
    let json = """
      {"orderReference":7,"kind":"desk","provider":"bank","language":null,"capture":"manual","buyer":{"email":[]},
       "app":{"id":"ios","challenge":"short"},"providerOptions":{"bank":3},
       "order":{"currency":"yen","tax":{"percent":-1,"included":"no"},
         "lines":[{"sku":"a","name":"A","quantity":"two","unitPrice":{"amount":"1.5","currency":"JPY"}},{},
           {"sku":"b","name":"B","quantity":1,"unitPrice":{"amount":"1","currency":"JPY"}}, 5]}}
      """
    #expect(
      pointers(json, CreateCheckoutBody.self) == [
        "/orderReference", "/kind", "/language", "/order/currency", "/order/lines/0/quantity",
        "/order/lines/0/unitPrice/amount", "/order/lines/1/sku", "/order/lines/1/name", "/order/lines/1/quantity",
        "/order/lines/1/unitPrice", "/order/lines/3", "/order/tax/percent", "/order/tax/rounding",
        "/order/tax/included",
        "/app/challenge", "/buyer/email", "/providerOptions/bank",
      ])
  }

  @Test("but nothing that only follows from a missing one")
  func consequences() {
    // Without the currency nobody knows if the amount has too many digits after the point.
    #expect(pointers(#"{"revision":1,"total":{"amount":"1.50"}}"#, ConfirmCheckoutBody.self) == ["/total/currency"])
    #expect(pointers(#"{"total":{}}"#, ConfirmCheckoutBody.self) == ["/revision", "/total/currency", "/total/amount"])
    #expect(pointers(#"{"total":5}"#, ConfirmCheckoutBody.self) == ["/revision", "/total"])
  }

  @Test("of a body that is no object, the body itself")
  func otherBody() {
    for json in ["[]", "5", "null", #""x""#] { #expect(pointers(json, ConfirmCheckoutBody.self) == [""], "\(json)") }
  }

  @Test("but never more than a hundred, with the number of all")
  func many() {
    let lines = Array(repeating: "{}", count: 500).joined(separator: ",")
    let json = #"{"currency":"JPY","tax":{"percent":"0","rounding":"down","included":true},"lines":[\#(lines)]}"#
    let found = problem(json, OrderContent.self)
    #expect(found?.errors.count == 100)
    #expect(found?.detail.hasPrefix("2000 fields cannot be accepted; errors names the first 100. ") == true)
  }

  @Test("Unknown members are named after all others, at every depth, with the nearest name, where they are refused")
  func unknownMembers() throws {
    let json = """
      {"orderReference":"A","kind":"browser","provider":"bank","language":"sv","capture":"manual","moon/phase":"full",
       "buyer":{"phone":"1"},"providerOptions":{"bank":{"moonPhase":1},"other":{}},
       "order":{"currency":"JPY","Lines":[],"tax":{"percent":"10","rounding":"down","included":true,"rate":1000},
         "lines":[{"sku":"a","name":"A","quantity":1,"unitprice":1,"unitPrice":{"amount":"1","currency":"JPY","unit":1}}]}}
      """
    #expect(problem(json, CreateCheckoutBody.self) == nil)
    let error = #expect(throws: Problem.self) {
      try Problem.decoding(CreateCheckoutBody.self, from: Array(json.utf8), refusingUnknown: true)
    }
    let found = try #require(error)
    #expect(found.type == .invalidFields)
    #expect(
      found.errors.map(\.pointer) == [
        "/moon~1phase", "/buyer/phone", "/order/Lines", "/order/lines/0/unitprice", "/order/lines/0/unitPrice/unit",
        "/order/tax/rate",
      ])
    #expect(
      found.errors.map { $0.detail.replacing("There is no member of this name. ", with: "") } == [
        "Correct its name, or remove it.", "Correct its name, or remove it.", "Did you mean lines?",
        "Did you mean unitPrice?", "Correct its name, or remove it.",
        "Write percent in its place, a text: \"10\" where rate was 1000.",
      ])
    let both = #expect(throws: Problem.self) {
      try Problem.decoding(
        ConfirmCheckoutBody.self, from: Array(#"{"revision":"1","Total":{}}"#.utf8), refusingUnknown: true)
    }
    #expect(both?.errors.map(\.pointer) == ["/revision", "/total", "/Total"])
    let many = "{" + (0..<500).map { #""x\#($0)":1"# }.joined(separator: ",") + "}"
    let first = #expect(throws: Problem.self) {
      try Problem.decoding(PaymentOrderBody.self, from: Array(many.utf8), refusingUnknown: true)
    }
    #expect(first?.errors.count == 100)
    #expect(first?.detail.hasPrefix("500 fields cannot be accepted; errors names the first 100. ") == true)
  }

  @Test("A body with every known member passes where unknown ones are refused")
  func knownMembers() throws {
    let json = """
      {"orderReference":"A","kind":"app","provider":"bank","account":"main","language":"sv","capture":"manual",
       "app":{"id":"ios","challenge":"E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM","review":"app"},
       "buyer":{"ipAddress":"192.0.2.7","userAgent":"A","documentType":"CC","document":"1","name":"A","surname":"B",
         "email":"a@b.example","mobile":null},
       "providerOptions":{"bank":{"note":{"deep":[1]}}},
       "order":{"currency":"JPY","tax":{"percent":"10","rounding":"down","included":true},
         "shipping":{"standard":{"amount":"1","currency":"JPY"},"countries":["JP"],
           "zones":[{"regions":["Hokkaido"],"postalCodes":["00"],"price":{"amount":"1","currency":"JPY"}}],
           "restrictions":{"allowed":null,"excluded":[{"country":"JP","regions":["Tokyo"],"postalCodes":["1"]}],
             "noPostOfficeBoxes":true,"noPackstations":false}},
         "lines":[{"sku":"a","name":"A","quantity":1,"unitPrice":{"amount":"1","currency":"JPY"}}]}}
      """
    let body = try Problem.decoding(CreateCheckoutBody.self, from: Array(json.utf8), refusingUnknown: true)
    #expect(body.order.lines.count == 1 && body.app?.id == "ios")
  }

  private struct Unknown: Decodable {
    struct Odd: Decodable {
      init(from decoder: any Decoder) throws {
        guard try String(from: decoder) == "odd" else {
          throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "Write odd."))
        }
      }
    }

    let first: String
    let second: Odd
    let third: String
  }

  @Test("as far as placeholders are known for the types before; the rest is named later")
  func withoutPlaceholder() {
    #expect(pointers("{}", Unknown.self) == ["/first", "/second"])
    #expect(pointers(#"{"second":"even"}"#, Unknown.self) == ["/first", "/second"])
    #expect(pointers(#"{"second":"odd"}"#, Unknown.self) == ["/first", "/third"])
  }
}
