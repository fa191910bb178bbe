import FerryCore
import FerryTesting
import Testing

@_spi(Phone) @testable import Ferry

@Suite("A machine, situations by inputs")
struct FlowMachineTableTests {
  @Test("Whatever happens in whatever situation, the rules hold", arguments: Situation.all)
  func rules(_ situation: Situation) {
    for input in situation.inputs {
      for wait: Duration in [.zero, .seconds(4), .seconds(400)] {
        var machine = situation.machine
        let before = machine
        let effects = machine.receive(input, at: Situation.now + wait)
        let broken = Self.broken(before, input, effects, machine)
        #expect(broken.isEmpty, "\(situation.name), \(input.story) after \(wait): \(effects.map(\.story))")
      }
    }
  }

  @Test("Whatever happens twice more after it, the rules still hold", arguments: Situation.all)
  func longer(_ situation: Situation) {
    var generator = SplitMix64(seed: 11)
    for _ in 0..<40 {
      var machine = situation.machine
      var story: [String] = []
      for _ in 0..<8 {
        let inputs = Situation(name: "", machine: machine).inputs
        // Only the awaited numbers, because an input with another number changes nothing.
        guard let input = inputs.randomElement(using: &generator) else { break }
        let before = machine
        let effects = machine.receive(input, at: Situation.now + .seconds(Int.random(in: 0..<60, using: &generator)))
        story.append("\(input.story) → \(effects.map(\.story))")
        let broken = Self.broken(before, input, effects, machine)
        #expect(broken.isEmpty, "\(situation.name): \(story.joined(separator: "\n"))")
        if !broken.isEmpty { return }
      }
    }
  }

  /// The rules that a step has broken.
  static func broken(
    _ before: FlowMachine, _ input: FlowMachine.Input, _ effects: [FlowMachine.Effect], _ after: FlowMachine
  ) -> [String] {
    var broken: [String] = []
    if before.outcome != nil, !effects.isEmpty { broken.append("The dead act.") }
    broken += told(before, input, effects)
    broken += order(before, effects, after)
    if after.outcome == nil, before.outcome == nil, isBegun(after),
      !after.isCreating, after.asked == nil, after.timer == nil, after.question == nil
    {
      broken.append("It waits for nothing.")
    }
    if before.isGivenUp, effects.contains(where: \.isOpen), !asksToOpen(input) {
      broken.append("It opens the browser for a buyer who has given up.")
    }
    if isStale(before, input), !effects.isEmpty { broken.append("What is not waited for had an effect.") }
    if case .link = input, effects.contains(.close) { broken.append("A link alone closes the browser.") }
    if case .link = input, let first = before.memory.unclaimed.first, first != after.memory.unclaimed.first {
      broken.append("A link displaces one that came before it.")
    }
    if after.memory.unclaimed.count > FlowMachine.Memory.mostUnclaimed { broken.append("Links fill the memory.") }
    if before.setup.presence == .nobody {
      for effect in effects {
        switch effect {
        case .open, .review, .create: broken.append("\(effect.story) with nobody there")
        default: break
        }
      }
    }
    return broken
  }

  /// A request of the page, after the buyer's earlier decision.
  private static func asksToOpen(_ input: FlowMachine.Input) -> Bool {
    if case .open = input { true } else { false }
  }

  /// A final result comes only from the server.
  private static func told(_ before: FlowMachine, _ input: FlowMachine.Input, _ effects: [FlowMachine.Effect])
    -> [String]
  {
    guard case .finish(.result(let result)) = effects.last, result.isFinal else { return [] }
    if result == .nothingToPay, case .confirm? = before.asked?.call.call,
      case .answered(before.asked?.number, .failure(.refused(.nothingToPay, _, _))) = input
    {
      return effects.contains(.forget) ? [] : ["What is over stays kept."]
    }
    guard case .answered(let number, .success(let body)) = input, number == before.asked?.number,
      FlowMachine.final(body) == result, body.id == before.memory.checkout
    else { return ["It tells \(result) by itself."] }
    return effects.contains(.forget) ? [] : ["What is over stays kept."]
  }

  private static func order(_ before: FlowMachine, _ effects: [FlowMachine.Effect], _ after: FlowMachine) -> [String] {
    var broken: [String] = []
    var saved: FlowMachine.Memory?
    var isOpen = before.browser != nil
    var calls = 0
    for (index, effect) in effects.enumerated() {
      if effect.leavesTheApp, saved != after.memory, !isCreation(effect, before) {
        broken.append("\(effect.story) before it was saved")
      }
      switch effect {
      case .save(let memory): saved = memory
      case .close: isOpen = false
      case .open:
        if isOpen { broken.append("A browser over a browser") }
        isOpen = true
      case .call: calls += 1
      case .finish:
        if index != effects.count - 1 { broken.append("Something after the end") }
        if isOpen { broken.append("The browser stays open.") }
      case .forget, .create, .review, .wait, .tell: break
      }
    }
    if calls > 1 { broken.append("Two calls at once") }
    return broken
  }

  /// The same creation again is saved already.
  private static func isCreation(_ effect: FlowMachine.Effect, _ before: FlowMachine) -> Bool {
    if case .create = effect { before.isCreating } else { false }
  }

  @Test("A buyer who has given up is not sent to the provider by any answer that comes after", arguments: Situation.all)
  func givenUp(_ situation: Situation) {
    var generator = SplitMix64(seed: 12)
    for _ in 0..<40 {
      var machine = situation.machine
      var story: [String] = []
      var hasGivenUp = false
      for step in 0..<8 {
        let inputs = Situation(name: "", machine: machine).inputs.filter { !Self.asksToOpen($0) }
        guard let input = step == 0 ? .givenUp : inputs.randomElement(using: &generator) else { break }
        let effects = machine.receive(input, at: Situation.now)
        story.append("\(input.story) → \(effects.map(\.story))")
        // Unless the server refused the cancellation.
        hasGivenUp = machine.isGivenUp
        guard hasGivenUp else { break }
        let opens = effects.contains { $0.isOpen }
        #expect(!opens, "\(situation.name): \(story.joined(separator: "\n"))")
      }
    }
  }

  private static func isBegun(_ machine: FlowMachine) -> Bool { machine.isCreating || machine.memory.checkout != nil }

  private static func isStale(_ before: FlowMachine, _ input: FlowMachine.Input) -> Bool {
    switch input {
    case .answered(let number, _): number != before.asked?.number
    case .tick(let number): number != before.timer
    case .browserClosed(let number), .browserFailed(let number, _): number != before.browser?.number
    case .decided(let number, _): number != before.question
    case .begin, .created, .creationUnknown, .notCreated, .open, .link, .unreadableLink, .woken, .givenUp, .notSaved:
      false
    }
  }
}

extension FlowMachine.Effect {
  fileprivate var isOpen: Bool {
    if case .open = self { true } else { false }
  }
}
