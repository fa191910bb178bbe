/// A field of an order that cannot be, and what to write there.
public struct OrderProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A JSON Pointer into the request body.
  public let pointer: String
  public let detail: String

  public init(_ pointer: String, _ detail: String) {
    self.pointer = pointer
    self.detail = detail
  }

  public var description: String { "\(pointer): \(detail)" }
}

/// Everything in an order that cannot be, at once.
public struct OrderProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// Each field once: what is said of it first counts.
  public let problems: [OrderProblem]

  public init(_ problems: [OrderProblem]) {
    var named: Set<String> = []
    self.problems = problems.filter { named.insert($0.pointer).inserted }
  }

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
