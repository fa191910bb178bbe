/// A start that failed, told in its own words and nothing around them.
struct StartFailure: Error, CustomStringConvertible {
  let description: String

  init(_ error: any Error) { description = "\(error)" }
}
