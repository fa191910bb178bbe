/// Why a command could not do its work, and what to do about it, in a sentence or two.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func noCheckout(_ id: String) -> CommandFailure {
    CommandFailure("There is no checkout \(id). `ferry checkouts list` shows the latest.")
  }
}
