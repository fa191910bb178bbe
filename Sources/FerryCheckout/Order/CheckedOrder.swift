public import FerryCore

/// What a merchant states of an order, looked over once: nothing else becomes an order.
public struct CheckedOrder: Hashable, Sendable {
  /// The merchant's own name of the order.
  public let reference: String
  public let content: OrderContent

  /// - Parameter besides: What is wrong with the request otherwise, to be told together with the rest.
  /// - Throws: `OrderProblems` with all of them.
  public init(reference: String, content: OrderContent, besides: [OrderProblem] = []) throws(OrderProblems) {
    let problems = Self.problems(reference: reference, content: content) + besides
    guard problems.isEmpty else { throw OrderProblems(problems) }
    self.reference = reference
    self.content = content
  }

  /// Everything in it that cannot be.
  public static func problems(reference: String, content: OrderContent) -> [OrderProblem] {
    let wrongReference =
      WrittenText.isSound(reference, 1...64)
      ? [] : [OrderProblem("/orderReference", "Write 1 to 64 characters, without control characters.")]
    return wrongReference + content.problems
  }
}
