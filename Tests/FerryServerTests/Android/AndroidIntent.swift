import Foundation

/// An intent that starts an activity.
struct AndroidIntent: Hashable, Sendable {
  /// The link, if it was started by one.
  var url: URL?
  var flags: Flags = []
  /// The icon was tapped.
  var isLauncher = false

  /// The flags of Android's `Intent` that affect the back stack.
  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: Int

    static let newTask = Flags(rawValue: 1)
    static let clearTop = Flags(rawValue: 2)
    static let singleTop = Flags(rawValue: 4)
    static let noHistory = Flags(rawValue: 8)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// The flags named in source code: "Intent.FLAG_ACTIVITY_NEW_TASK".
    init(in program: String) {
      let known: [(String, Flags)] = [
        ("NEW_TASK", .newTask), ("CLEAR_TOP", .clearTop), ("SINGLE_TOP", .singleTop), ("NO_HISTORY", .noHistory),
      ]
      self = Flags(known.filter { program.contains("FLAG_ACTIVITY_" + $0.0) }.map(\.1))
    }
  }
}

/// The parts of a page's link.
struct AndroidLink: Hashable, Sendable {
  /// The address that the app receives.
  let url: URL
  /// The only app that may open it.
  let package: String?
  /// The browser's target if the app is not installed.
  let fallback: String?

  /// An https address, a custom scheme's, or an `intent:` link (Chrome for Developers, "Android Intents with Chrome").
  init?(_ text: String) {
    guard text.hasPrefix("intent:") else {
      guard let url = URL(string: text), url.scheme != nil else { return nil }
      self.url = url
      package = nil
      fallback = nil
      return
    }
    guard let range = text.range(of: "#Intent;"), text.hasSuffix(";end") else { return nil }
    let pairs = text[range.upperBound...].split(separator: ";").dropLast().map {
      $0.split(separator: "=", maxSplits: 1)
    }
    let fields = Dictionary(
      pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }, uniquingKeysWith: { first, _ in first })
    guard let scheme = fields["scheme"],
      let url = URL(string: scheme + ":" + text[..<range.lowerBound].dropFirst("intent:".count))
    else { return nil }
    self.url = url
    package = fields["package"]
    fallback = fields["S.browser_fallback_url"]?.removingPercentEncoding
  }
}
