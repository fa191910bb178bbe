/// Why a sandbox cannot keep its state in a file.
public struct JournalError: Error, Hashable, CustomStringConvertible {
  public let path: String
  public let reason: String

  public var description: String { "The sandbox's journal \(path): \(reason)." }
}
