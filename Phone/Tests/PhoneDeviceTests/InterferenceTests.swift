import PhoneDevice
import Testing

@Suite struct InterferenceTests {
  @Test("One answer is lost for each path that is named, and no other")
  func losing() {
    var interference = Interference(losesAnswers: ["/claim", "/confirm"])
    let lost = ["/v1/app/checkouts/co_1", "/x/claim", "/x/claim", "/x/confirm", "/x/confirm", "/x/claims"].map {
      interference.loses(answerTo: $0)
    }
    #expect(lost == [false, true, false, true, false, false])
  }

  @Test("A text is replaced in the bodies of the path that is named")
  func rewriting() {
    let interference = Interference(rewriting: .init(path: "/confirm", text: "9520", replacement: "1"))
    let body = Array(#"{"total":"9520"}"#.utf8)
    #expect(interference.body(body, to: "/x/confirm") == Array(#"{"total":"1"}"#.utf8))
    #expect(interference.body(body, to: "/x/claim") == body)
    #expect(Interference().body(body, to: "/x/confirm") == body)
  }
}
