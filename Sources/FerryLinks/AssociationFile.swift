/// The file `apple-app-site-association`. A site says in it which apps may open its links. iOS fetches it from
/// `/.well-known` of the site's host (Apple, "Supporting associated domains",
/// developer.apple.com/documentation/xcode/supporting-associated-domains).
///
/// Make one for your own apps and write it as `json`, or read the file of a site (`read`). `decision` and `destination` tell
/// what iOS does with a URL.
public struct AssociationFile: Hashable, Sendable {
  /// `applinks.details`: apps and the links that they open. iOS asks them in this order.
  public var details: [Details]
  /// `applinks.defaults`: the comparison of patterns, unless a rule has its own.
  public var defaults: Comparison
  /// `applinks.substitutionVariables`: the values of `$(name)` in a pattern.
  public var variables: [String: [String]]
  /// `webcredentials.apps`: apps that share the site's passwords. `ASWebAuthenticationSession` requires it too for an https
  /// callback (Apple, `ASWebAuthenticationSession.Callback.https(host:path:)`).
  public var credentials: [String]

  public static let path = "/.well-known/apple-app-site-association"

  public init(
    details: [Details], defaults: Comparison = Comparison(), variables: [String: [String]] = [:],
    credentials: [String] = []
  ) {
    self.details = details
    self.defaults = defaults
    self.variables = variables
    self.credentials = credentials
  }

  /// The file of a site whose links below one path open these apps, in the form of iOS 13 and in the earlier one. It shares
  /// the site's credentials with the apps.
  /// - Parameters:
  ///   - apps: Application identifiers, "TEAMID1234.com.example.shop": team or other prefix, a dot, and the bundle's id.
  ///   - path: A pattern of paths, "/ferry/return/*".
  public init(apps: [String], path: String) {
    self.init(
      details: apps.map { Details(apps: [$0], components: [Component(path: path)], paths: [path]) }, credentials: apps)
  }

  /// `applinks.Details`: some apps and the links that they open (Apple, "applinks.Details",
  /// developer.apple.com/documentation/bundleresources/applinks/details-swift.dictionary).
  public struct Details: Hashable, Sendable {
    /// `appIDs`, and `appID` of the older form.
    public var apps: [String]
    /// The form since iOS 13. Nil where only the older one is there.
    public var components: [Component]?
    /// The older form: patterns of paths; one that begins with "NOT " keeps links out. Read only if `components` is
    /// absent (Apple, WWDC 2019, "What's New in Universal Links").
    public var paths: [String]?
    public var defaults: Comparison

    public init(apps: [String], components: [Component]?, paths: [String]? = nil, defaults: Comparison = Comparison()) {
      self.apps = apps
      self.components = components
      self.paths = paths
      self.defaults = defaults
    }
  }

  /// `applinks.Details.Components`: a URL matches if all its parts match that are named here (Apple,
  /// "applinks.Details.Components",
  /// developer.apple.com/documentation/bundleresources/applinks/details-swift.dictionary/components-swift.dictionary).
  public struct Component: Hashable, Sendable {
    /// `/`
    public var path: String?
    /// `?`
    public var query: Query?
    /// `#`
    public var fragment: String?
    /// True if a match keeps the link out of the app. Rules below are not asked then.
    public var isExclusion: Bool
    public var comparison: Comparison

    public init(
      path: String? = nil, query: Query? = nil, fragment: String? = nil, isExclusion: Bool = false,
      comparison: Comparison = Comparison()
    ) {
      self.path = path
      self.query = query
      self.fragment = fragment
      self.isExclusion = isExclusion
      self.comparison = comparison
    }
  }

  /// The condition on a URL's query.
  public enum Query: Hashable, Sendable {
    /// A pattern of the whole.
    case whole(String)
    /// Patterns of items' values by the items' names. All items of a name must match; one that is not there, or has no
    /// value, counts as empty (Apple, WWDC 2019, "What's New in Universal Links").
    case items([String: String])
  }

  /// The comparison of patterns. Nil leaves it to the next wider rule.
  public struct Comparison: Hashable, Sendable {
    /// The default is true.
    public var isCaseSensitive: Bool?
    /// True if the patterns are percent-encoded, as URLs are. The default is true.
    public var isPercentEncoded: Bool?

    public init(isCaseSensitive: Bool? = nil, isPercentEncoded: Bool? = nil) {
      self.isCaseSensitive = isCaseSensitive
      self.isPercentEncoded = isPercentEncoded
    }

    func orElse(_ other: Comparison) -> Comparison {
      Comparison(
        isCaseSensitive: isCaseSensitive ?? other.isCaseSensitive,
        isPercentEncoded: isPercentEncoded ?? other.isPercentEncoded)
    }
  }
}
