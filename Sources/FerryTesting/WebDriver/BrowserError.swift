/// The reason why a browser failed. It names the element and the page, but never the page's text, which may be personal data,
/// nor the URL's query values or fragment, which may be secrets.
public enum BrowserError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The page of the browser.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The URL with the names of its query's parameters and without their values and the fragment.
    public let url: String
    public let title: String

    /// - Parameters:
    ///   - url: A page that is a URL itself (`data:`) is left out.
    ///   - title: Kept to 80 characters.
    public init(url: String, title: String) {
      self.url = url.hasPrefix("data:") ? url.prefix { $0 != "," && $0 != ";" } + ",…" : Self.withoutValues(url)
      self.title = String(title.prefix(80))
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

  case driverMissing(executable: String, installation: String)
  /// The driver or the browser ended, or does not answer in the protocol.
  case driverFailed(String)
  /// The driver cannot do this at all.
  case unsupported(String)
  /// The browser refused a command with one of the protocol's error codes, such as "no such element".
  case refused(command: String, code: String, subject: String?, place: Place?)
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

  private static func at(_ place: Place?) -> String { place.map { ", at \($0)" } ?? "" }
}

/// A browser's error with the page that it showed.
public struct BrowserFailure: Error, CustomStringConvertible {
  public let error: BrowserError
  public let evidence: BrowserEvidence

  public var description: String { ([error.description] + evidence.lines).joined(separator: "\n") }
}

/// Files of the page at the time of a failure. A page is never printed.
public struct BrowserEvidence: Hashable, Sendable {
  /// Path of a PNG; nil when the browser gave none.
  public let screenshot: String?
  /// Path of the page's HTML; nil when the browser gave none.
  public let source: String?

  /// For a message.
  public var lines: [String] {
    [screenshot.map { "Screenshot: \($0)" }, source.map { "Page source: \($0)" }].compactMap(\.self)
  }
}
