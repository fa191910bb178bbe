import PhoneDevice
import PhoneRules
import Testing

@Suite struct CommandTests {
  @Test("A line is read with its members")
  func reading() throws {
    let line = ##"{"id":7,"do":"tap","in":"secure","selector":"#pay","text":"Buy"}"##
    let command = try Command.read(line).get()
    #expect(command.id == 7)
    #expect(command.do == .tap)
    #expect(command.in == .secure)
    #expect(command.selector == "#pay")
    #expect(command.text == "Buy")
  }

  @Test("Missing switches keep their default values")
  func rules() throws {
    let command = try Command.read(#"{"do":"rules","rules":{"redirect":"after-tap"}}"#).get()
    #expect(command.rules == LinkRules(redirect: .afterTap))
  }

  @Test(
    "An invalid command is unreadable",
    arguments: [
      "", "{}", "[]", "tap", #"{"do":"dance"}"#, #"{"do":"tap","in":"kitchen"}"#,
      #"{"do":"rules","rules":{"redirect":"x"}}"#, #"{"do":"#,
    ])
  func unreadable(line: String) {
    #expect(throws: Command.Unreadable.self) { try Command.read(line).get() }
  }
}

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
