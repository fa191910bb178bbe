import FerryCore
package import HTTPTypes

/// The answer of a provider's API to one call, before a planned fault changes it.
package struct CallAnswer {
  package var status: Int
  package var body: [UInt8]
  package var mediaType: String
  /// The reason code of a refusal, for the console; nil for a success.
  package var reasonCode: String?
  /// The reason of a refusal, for people.
  package var message: String?

  package init(
    _ status: Int, _ body: [UInt8], mediaType: String = "application/json", reasonCode: String? = nil,
    message: String? = nil
  ) {
    self.status = status
    self.body = body
    self.mediaType = mediaType
    self.reasonCode = reasonCode
    self.message = message
  }
}

extension ProviderSandbox {
  /// Executes a call with its planned fault, and describes it for the log.
  /// - Parameters:
  ///   - operation: Nil for a call that the API does not have.
  ///   - failure: The answer of a server that fails with a status.
  ///   - unknownState: An answer with an undocumented state.
  ///   - otherAmount: An answer with other amounts.
  ///   - execute: Executes the call. It receives the code of a planned refusal, which it answers after its other checks.
  package func answer(
    _ request: HTTPRequest, operation: String?, _ fault: APIFault?, failure: (Int) -> CallAnswer,
    unknownState: (JSONValue) -> JSONValue, otherAmount: (JSONValue) -> JSONValue,
    execute: (_ simulation: String?) -> CallAnswer
  ) -> SandboxExchange {
    var simulation: String?
    if case .simulate(let code) = fault { simulation = code }
    var answer: CallAnswer
    switch fault {
    case .dropBeforeExecution: answer = failure(500)
    case .errorBeforeExecution(let status): answer = failure(status)
    default: answer = execute(simulation)
    }
    var delivery = SandboxExchange.Delivery.whole
    switch fault {
    case .dropBeforeExecution, .dropAfterExecution: delivery = .none
    case .errorAfterExecution(let status):
      let executed = answer
      answer = failure(status)
      // If the call was refused, the log has the reason of that.
      if executed.reasonCode != nil { (answer.reasonCode, answer.message) = (executed.reasonCode, executed.message) }
    case .cutOffBody: delivery = .cutOff(answer.body.count / 2)
    case .notJSON:
      (answer.body, answer.mediaType) = (Array("<html><body><h1>Please wait</h1></body></html>".utf8), "text/html")
    case .unknownState: answer.change(unknownState)
    case .otherAmount: answer.change(otherAmount)
    case .delay, .slow, .errorBeforeExecution, .simulate, nil: break
    }
    var record = RequestRecord(
      request, operation: operation, status: answer.status, reasonCode: answer.reasonCode, message: answer.message,
      wasStruck: fault != nil)
    record.simulationCode = simulation
    var exchange = PageAnswer(.document(.init(code: answer.status), answer.mediaType, answer.body))
      .exchange(at: state.timekeeper.now)
    exchange.delivery = delivery
    exchange.record = record
    return exchange
  }
}

extension CallAnswer {
  fileprivate mutating func change(_ change: (JSONValue) -> JSONValue) {
    if let value = try? JSONValue(parsing: body) { body = change(value).bytes }
  }
}

extension JSONValue {
  /// The value with other members, at every depth.
  /// - Parameter change: Returns the new value of a member; nil keeps the member, and changes those inside it.
  package func changingMembers(_ change: (_ name: String, JSONValue) -> JSONValue?) -> JSONValue {
    switch self {
    case .array(let elements): .array(elements.map { $0.changingMembers(change) })
    case .object(let members):
      .object(
        members.map { .init(name: $0.name, value: change($0.name, $0.value) ?? $0.value.changingMembers(change)) })
    default: self
    }
  }

  /// A number or a text with an additional first digit; nil for other values.
  package func with(firstDigit digit: Character) -> JSONValue? {
    switch self {
    case .number(let literal): .number("\(digit)\(literal)")
    case .string(let text): .string("\(digit)\(text)")
    default: nil
    }
  }
}
