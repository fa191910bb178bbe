import PhoneDevice
import PhoneRules
import Testing

@Suite struct CommandTests {
  @Test("A line is read with what it needs")
  func reading() throws {
    let line = ##"{"id":7,"do":"tap","in":"secure","selector":"#pay","text":"Buy"}"##
    let command = try Command.read(line).get()
    #expect(command.id == 7)
    #expect(command.do == .tap)
    #expect(command.in == .secure)
    #expect(command.selector == "#pay")
    #expect(command.text == "Buy")
  }

  @Test("Switches that are left out keep their usual values")
  func rules() throws {
    let command = try Command.read(#"{"do":"rules","rules":{"redirect":"after-tap"}}"#).get()
    #expect(command.rules == LinkRules(redirect: .afterTap))
  }

  @Test(
    "What is no command is answered as such",
    arguments: [
      "", "{}", "[]", "tap", #"{"do":"dance"}"#, #"{"do":"tap","in":"kitchen"}"#,
      #"{"do":"rules","rules":{"redirect":"x"}}"#, #"{"do":"#,
    ])
  func unreadable(line: String) {
    #expect(throws: Command.Unreadable.self) { try Command.read(line).get() }
  }
}
