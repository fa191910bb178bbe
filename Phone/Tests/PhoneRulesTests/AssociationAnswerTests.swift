import PhoneRules
import Testing

@Suite struct AssociationAnswerTests {
  @Test(
    "A file that is served as iOS wants it is taken",
    arguments: ["application/json", "Application/JSON; charset=utf-8"])
  func good(type: String) {
    #expect(AssociationAnswer(status: 200, contentType: type, wasRedirected: false, bytes: 500).refusal == nil)
  }

  @Test(
    "A file that is missing, redirected, too large or of another type is not taken",
    arguments: [
      AssociationAnswer(status: 404, contentType: "application/json", wasRedirected: false, bytes: 10),
      AssociationAnswer(status: 200, contentType: "application/json", wasRedirected: true, bytes: 10),
      AssociationAnswer(status: 200, contentType: "text/html", wasRedirected: false, bytes: 10),
      AssociationAnswer(status: 200, contentType: nil, wasRedirected: false, bytes: 10),
      AssociationAnswer(status: 200, contentType: "application/json", wasRedirected: false, bytes: 131_073),
    ])
  func bad(answer: AssociationAnswer) {
    #expect(answer.refusal != nil)
  }
}
