/// The file by which a site says which apps may open its links: `apple-app-site-association`, as iOS fetches it from
/// `/.well-known` of the site's host (Apple, "Supporting associated domains",
/// developer.apple.com/documentation/xcode/supporting-associated-domains).
///
/// A value can be made for apps of one's own and written as `json`, or read from what a site serves (`read`). Either answers
/// what iOS would do with a URL: `decision`, `destination`.
public struct AssociationFile: Hashable, Sendable {
  /// `applinks.details`: who opens which links, in the order in which they are asked.
  public var details: [Details]
  /// `applinks.defaults`: how patterns are compared where nothing nearer says otherwise.
  public var defaults: Comparison
  /// `applinks.substitutionVariables`: what `$(name)` in a pattern stands for.
  public var variables: [String: [String]]
  /// `webcredentials.apps`: who shares the site's passwords. `ASWebAuthenticationSession` asks for it too before it hands an
  /// https callback over (Apple, `ASWebAuthenticationSession.Callback.https(host:path:)`).
  public var credentials: [String]

  /// Where sites keep the file.
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

  /// The file of a site whose links below one path open any of these apps, said both as iOS 13 and later reads it and as
  /// earlier versions did, and which shares its credentials with them.
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
    /// The older form: patterns of paths; one that begins with "NOT " keeps links out. Read only where `components` is not
    /// there (Apple, WWDC 2019, "What's New in Universal Links").
    public var paths: [String]?
    public var defaults: Comparison

    public init(
      apps: [String], components: [Component]?, paths: [String]? = nil, defaults: Comparison = Comparison()
    ) {
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
    /// What matches is not opened in the app, and nothing below is looked at.
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

  /// What a URL's query must be.
  public enum Query: Hashable, Sendable {
    /// A pattern of the whole.
    case whole(String)
    /// Patterns of items' values by the items' names. All items of a name must match; one that is not there, or has no
    /// value, counts as empty (Apple, WWDC 2019, "What's New in Universal Links").
    case items([String: String])
  }

  /// How patterns are compared; nil is said elsewhere.
  public struct Comparison: Hashable, Sendable {
    /// True unless said otherwise.
    public var isCaseSensitive: Bool?
    /// Whether the patterns are written percent-encoded, as URLs are. True unless said otherwise.
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
