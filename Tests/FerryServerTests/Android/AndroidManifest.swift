import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The declarations of an app's activities that links and the back stack depend on (Android Developers, "<activity>" and
/// "Tasks and the back stack").
struct AndroidManifest: Hashable, Sendable {
  /// By default the affinity of an activity is the app's package.
  var package: String
  var activities: [Activity]

  struct Activity: Hashable, Sendable {
    var name: String
    var launchMode = LaunchMode.standard
    var taskAffinity: String
    var noHistory = false
    /// True if the icon starts it.
    var isLauncher = false
    var filters: [LinkFilter] = []
  }

  enum LaunchMode: String, Hashable, Sendable {
    case standard, singleTop, singleTask
  }

  /// Links that an activity declares, and that browsers may open in it.
  struct LinkFilter: Hashable, Sendable {
    var scheme: String
    var host: String?
    var pathPrefix = ""

    func takes(_ url: URL) -> Bool {
      url.scheme == scheme && (host == nil || url.host() == host)
        && url.path(percentEncoded: true).hasPrefix(pathPrefix)
    }
  }

  /// The activity that the icon starts.
  var launcher: Activity? { activities.first(where: \.isLauncher) }

  /// The activity that links lead to.
  var linked: Activity? { activities.first { !$0.filters.isEmpty } }

  /// The activity that receives a link.
  func activity(for url: URL) -> Activity? {
    activities.first { activity in activity.filters.contains { $0.takes(url) } }
  }

  /// The same with another activity for links.
  func changing(_ name: String, _ change: (inout Activity) -> Void) -> AndroidManifest {
    var changed = self
    for index in changed.activities.indices where changed.activities[index].name == name {
      change(&changed.activities[index])
    }
    return changed
  }
}

extension AndroidManifest {
  /// Reads an `AndroidManifest.xml`.
  init(_ xml: String, package: String) {
    let reader = Reader(package)
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = reader
    self.init(package: package, activities: parser.parse() ? reader.activities : [])
  }

  private final class Reader: NSObject, XMLParserDelegate {
    let package: String
    var activities: [Activity] = []
    private var names: Set<String> = []
    private var filters: [LinkFilter] = []

    init(_ package: String) { self.package = package }

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      func attribute(_ name: String) -> String? { attributes["android:" + name] }
      switch element {
      case "activity":
        activities.append(
          Activity(
            name: attribute("name") ?? "", launchMode: attribute("launchMode").flatMap(LaunchMode.init) ?? .standard,
            taskAffinity: attribute("taskAffinity") ?? package, noHistory: attribute("noHistory") == "true"))
      case "intent-filter": (names, filters) = ([], [])
      case "action", "category": names.insert(attribute("name") ?? "")
      case "data":
        filters.append(
          LinkFilter(
            scheme: attribute("scheme") ?? "", host: attribute("host"), pathPrefix: attribute("pathPrefix") ?? ""))
      default: break
      }
    }

    func parser(
      _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
    ) {
      guard element == "intent-filter", !activities.isEmpty else { return }
      if names.contains("android.intent.category.LAUNCHER") { activities[activities.count - 1].isLauncher = true }
      // Browsers start only activities with all three.
      let link: Set = [
        "android.intent.action.VIEW", "android.intent.category.DEFAULT", "android.intent.category.BROWSABLE",
      ]
      if names.isSuperset(of: link) { activities[activities.count - 1].filters += filters }
    }
  }
}
