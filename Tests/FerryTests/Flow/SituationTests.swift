import FerryCore
import Testing

@testable import Ferry

@Suite("The situations of the table")
struct SituationTests {
  @Test("Each is what its name says")
  func statuses() {
    let expected: [String: FlowStatus] = [
      "creating": .starting, "creating again": .starting, "in the first selection": .away(.select),
      "selection closed": .checking, "waiting for a link": .checking, "claiming": .returning,
      "at the way back": .away(.resume), "reviewing": .reviewing, "choosing otherwise": .choiceRefused,
      "in a change": .away(.changeAddress), "change closed": .checking, "confirming": .openingPayment,
      "waiting for the payment page": .openingPayment, "paying": .away(.pay),
      "confirming the payment": .confirmingPayment, "cancelling": .cancelling, "a page's selection": .away(.select),
      "paid": .ended(.paid(ViewModelTests.receipt)), "given up on": .ended(.notFinished),
    ]
    let found = Dictionary(uniqueKeysWithValues: Situation.all.map { ($0.name, $0.passage.status) })
    for (name, status) in expected { #expect(found[name] == status, "\(name)") }
  }
}
