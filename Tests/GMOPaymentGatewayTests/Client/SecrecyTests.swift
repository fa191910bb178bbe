import FerryCore
import FerryHTTP
import GMOPaymentGateway
import Testing

/// Everything that may not appear in a log.
@Suite("Secrets and personal data of GMO's API are never printed")
struct SecrecyTests {
  private func isSilent(_ value: Any) -> Bool {
    var dumped = ""
    dump(value, to: &dumped)
    let texts = [String(describing: value), String(reflecting: value), dumped]
    return !texts.contains { $0.contains("hidden") || $0.contains(Transaction.accessPass) }
  }

  @Test("The account, and requests")
  func requests() throws {
    let account = try GMOAccount.sample(shopPass: "hidden1")
    #expect(isSilent(account))
    for call in try GMOCall.samples() {
      #expect(!String(decoding: call.content, as: UTF8.self).contains("Pass"))
      #expect(call.description == call.operation.rawValue)
      #expect(Mirror(reflecting: call).children.isEmpty)
      let sealed = try account.seal(call, accessPass: Secret(Transaction.accessPass))
      #expect(isSilent(sealed))
      #expect(sealed.description == "redacted")
    }
  }

  @Test("Answers")
  func answers() throws {
    let entered: EnteredTransaction = try GMOCall.sampleEntry().read(Answers.entered)
    #expect(isSilent(entered))
    let started: ExecutedTransaction = try GMOCall.sampleExec().read(Answers.started.replacing("Ab+cd", with: "hidden"))
    #expect(isSilent(started))
    let found: TradeInformation = try GMOCall.sampleSearch().read(Answers.found)
    #expect(isSilent(found))
    #expect(found.description == "transaction SALES")
    let buyer: BuyerDetails = try GMOCall.sampleAddress().read(
      "ShippingName=hidden-1&BillingCity=hidden-2&AmazonMailAddress=hidden-3&PaymentDescriptor=hidden-4")
    #expect(isSilent(buyer))
    #expect(isSilent(buyer.shipping as Any))
    let fields = try #require(AnswerFields(answer: Array("ShippingName=hidden-1".utf8)))
    #expect(isSilent(fields))
  }

  @Test("A CheckString, because with it anybody could forge a return")
  func checkString() throws {
    let checkString = try #require(try CheckStringTests.first.checkString())
    #expect(checkString.description == "redacted")
    #expect(Mirror(reflecting: checkString).children.isEmpty)
  }

  @Test("A notification, whose secrets may not be masked")
  func notifications() throws {
    let form = "ShopID=tshop00000001&ShopPass=hidden1&AccessPass=\(Transaction.accessPass)&OrderID=order-0001"
    #expect(isSilent(try ResultNotification(form: Array(form.utf8), for: try .sample())))
  }
}
