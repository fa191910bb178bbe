/// Why a browser did not do what a test asked. Says which element and on which page; never what the page says, for that may
/// be a person's data, nor what stands in its URL's query or fragment, for that may be a secret.
public enum BrowserError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where the browser was.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The URL with the names of its query's parameters and without their values and the fragment.
    public let url: String
    public let title: String

    public init(url: String, title: String) {
      self.url = Self.withoutValues(url)
      self.title = title
    }

    public var description: String { "\(url) (\"\(title)\")" }

    private static func withoutValues(_ url: String) -> String {
      let beforeFragment = url.prefix { $0 != "#" }
      let parts = beforeFragment.split(separator: "?", maxSplits: 1)
      guard parts.count == 2 else { return String(beforeFragment) }
      let names = parts[1].split(separator: "&").map { $0.prefix { $0 != "=" } + "=…" }
      return parts[0] + "?" + names.joined(separator: "&")
    }
  }

  /// The driver's program is not installed.
  case driverMissing(executable: String, installation: String)
  /// The driver or the browser ended, or does not answer in the protocol.
  case driverFailed(String)
  /// The driver cannot do this at all.
  case unsupported(String)
  /// The browser refused a command with one of the protocol's error codes, such as "no such element".
  case refused(command: String, code: String, subject: String?, place: Place?)
  /// What was waited for did not come.
  case timedOut(waitingFor: String, within: Duration, place: Place?)
  /// A screenshot's name is not made of small letters, digits and hyphens.
  case badName(String)

  public var description: String {
    switch self {
    case .driverMissing(let executable, let installation):
      "The browser cannot be driven: \(executable) is not installed. \(installation)."
    case .driverFailed(let what): what
    case .unsupported(let what): what
    case .refused(let command, let code, let subject, let place):
      "The browser could not \(command)\(subject.map { " \($0)" } ?? ""): \(code)\(Self.at(place))."
    case .timedOut(let subject, let limit, let place):
      "Waited \(limit) for \(subject), in vain\(Self.at(place))."
    case .badName(let name): "\"\(name)\" is no name for a screenshot; use small letters, digits and hyphens."
    }
  }

  private static func at(_ place: Place?) -> String {
    place.map { ", at \($0)" } ?? ""
  }
}
