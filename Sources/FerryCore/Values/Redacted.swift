/// What prints as its `description` and nothing more, however it is printed, dumped or mirrored: as "redacted", unless it says
/// what of it may be seen.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  public var description: String { "redacted" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
