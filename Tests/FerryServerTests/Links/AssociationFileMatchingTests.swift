import FerryLinks
import Testing

@Suite("Links that open an app")
struct AssociationFileMatchingTests {
  private static let app = "ABCDE12345.com.example.shop"
  private static let other = "ABCDE12345.com.example.help"

  private static func read(_ applinks: String) throws -> AssociationFile {
    try AssociationFile.read(Array(#"{"applinks":\#(applinks),"webcredentials":{"apps":[]}}"#.utf8)).file
  }

  /// One app with these components.
  private static func components(_ components: String, defaults: String = "{}") throws -> AssociationFile {
    try read(#"{"details":[{"appIDs":["\#(app)"],"components":\#(components),"defaults":\#(defaults)}]}"#)
  }

  /// The rule that decides about a link: its index if it opens the link; a negative number, from -1, if it excludes the
  /// link; nil if no rule matches.
  private static func rule(_ file: AssociationFile, _ url: String, app: String = app) -> Int? {
    switch file.decision(on: url, for: app) {
    case .opens(let place): place.rule
    case .excluded(let place): -1 - place.rule
    case .unmatched: nil
    }
  }

  private static let inOrder = #"""
    [{"#":"no_universal_links","exclude":true},
     {"/":"/buy/*"},
     {"/":"/help/website/*","exclude":true},
     {"/":"/help/*","?":{"articleNumber":"????"}}]
    """#

  @Test(
    "The first rule that matches decides, and an exclusion is one of them",
    arguments: [
      ("https://shop.example/buy/", 1),
      ("https://shop.example/buy/5?x=1#y", 1),
      ("https://shop.example/buy", nil),
      ("https://shop.example/buy/5#no_universal_links", -1),
      ("https://shop.example/help/website/5?articleNumber=1234", -3),
      ("https://shop.example/help/5?articleNumber=1234", 3),
      ("https://shop.example/help/5?articleNumber=12345", nil),
      ("https://shop.example/help/5?articleNumber=", nil),
      ("https://shop.example/help/5", nil),
      ("https://shop.example/help/5?a=1&articleNumber=1234&b", 3),
      ("https://shop.example/", nil),
    ] as [(String, Int?)])
  func order(url: String, rule: Int?) throws {
    #expect(Self.rule(try Self.components(Self.inOrder), url) == rule)
  }

  @Test(
    "A star matches any number of characters, a question mark exactly one",
    arguments: [
      ("*", "/", true), ("/*", "/", true), ("/*", "/a/b", true), ("/a*", "/a", true), ("/?*", "/", false),
      ("/?*", "/a", true), ("/a?c", "/abc", true), ("/a?c", "/ac", false), ("/a?c", "/abbc", false),
      ("/a*b*c", "/axxbyyc", true), ("/a*b*c", "/axxcyyb", false), ("/*/edit", "/a/b/edit", true),
      ("/a", "/a/", false), ("/a/", "/a", false), ("/A", "/a", false), ("", "/", false), ("/", "/", true),
      ("/ferry/return/*", "/ferry/return/", true), ("/ferry/return/*", "/ferry/return", false),
      ("/a.b", "/axb", false), ("/[ab]", "/a", false), ("/****", "/abc", true),
    ])
  func wildcards(pattern: String, path: String, isMatch: Bool) throws {
    let file = try Self.components(#"[{"/":"\#(pattern)"}]"#)
    #expect((Self.rule(file, "https://shop.example" + path) != nil) == isMatch)
  }

  @Test(
    "A query is matched as a whole, or item by item",
    arguments: [
      (#""a=1*""#, "?a=1&b=2", true), (#""a=1*""#, "?b=2&a=1", false), (#""""#, "", true), (#""?*""#, "", false),
      (#"{"a":"1"}"#, "?b=2&a=1", true), (#"{"a":"1"}"#, "?a=2", false),
      // Every item of the name has to match.
      (#"{"a":"1"}"#, "?a=1&a=2", false), (#"{"a":"?"}"#, "?a=1&a=2", true),
      // One that is not there, or has no value, is empty.
      (#"{"a":""}"#, "", true), (#"{"a":""}"#, "?a", true), (#"{"a":"*"}"#, "?b=1", true),
      (#"{"a":"?*"}"#, "?a=", false), (#"{"a":"1","b":"2"}"#, "?a=1&b=2", true),
      (#"{"a":"1","b":"2"}"#, "?a=1", false), (#"{"a":"x=y"}"#, "?a=x=y", true),
    ])
  func query(pattern: String, query: String, isMatch: Bool) throws {
    let file = try Self.components(#"[{"?":\#(pattern)}]"#)
    #expect((Self.rule(file, "https://shop.example/" + query) != nil) == isMatch)
  }

  @Test(
    "Case and encoding matter unless the file says otherwise; the innermost setting wins",
    arguments: [
      (#"{"/":"/Buy"}"#, "{}", "/buy", false),
      (#"{"/":"/Buy","caseSensitive":false}"#, "{}", "/bUY", true),
      (#"{"/":"/Buy"}"#, #"{"caseSensitive":false}"#, "/buy", true),
      (#"{"/":"/Buy","caseSensitive":true}"#, #"{"caseSensitive":false}"#, "/buy", false),
      (#"{"/":"/$(upper)","caseSensitive":false}"#, "{}", "/a", true),
      (#"{"/":"/茶"}"#, "{}", "/%E8%8C%B6", false),
      (#"{"/":"/%E8%8C%B6"}"#, "{}", "/%E8%8C%B6", true),
      (#"{"/":"/茶","percentEncoded":false}"#, "{}", "/%E8%8C%B6", true),
      (#"{"/":"/?","percentEncoded":false}"#, "{}", "/%E8%8C%B6", true),
      (#"{"/":"/?"}"#, "{}", "/%E8%8C%B6", false),
      (#"{"?":{"q":"茶"}}"#, #"{"percentEncoded":false}"#, "/?q=%e8%8c%b6", true),
      // An escape that encodes no character stays as it is.
      (#"{"/":"/%FF","percentEncoded":false}"#, "{}", "/%FF", true),
      (#"{"/":"/%4","percentEncoded":false}"#, "{}", "/%4", true),
    ])
  func comparison(component: String, defaults: String, url: String, isMatch: Bool) throws {
    let file = try Self.components("[\(component)]", defaults: defaults)
    #expect((Self.rule(file, "https://shop.example" + url) != nil) == isMatch)
  }

  @Test("The file's defaults apply if an entry has none")
  func globalDefaults() throws {
    let file = try Self.read(
      #"{"defaults":{"caseSensitive":false},"details":[{"appIDs":["\#(Self.app)"],"components":[{"/":"/A"}]}]}"#)
    #expect(Self.rule(file, "https://shop.example/a") == 0)
  }

  @Test(
    "Variables stand for their values, wildcards in them included",
    arguments: [
      ("/$(food)/", "/sushi/", true), ("/$(food)/", "/pizza-x/", true), ("/$(food)/", "/soup/", false),
      ("/$(lang)_$(region)/", "/ja_JP/", true), ("/$(lang)_$(region)/", "/JA_jp/", false),
      ("/$(digit)$(xdigit)$(alpha)$(lower)$(alnum)", "/1fZz9", true), ("/$(digit)", "/a", false),
      ("/$(digit)", "/٣", false), ("/$(unknown)", "/$(unknown)", false), ("/$x", "/$x", true),
    ])
  func variables(pattern: String, path: String, isMatch: Bool) throws {
    let file = try Self.read(
      #"{"substitutionVariables":{"food":["sushi","pizza*"]},"#
        + #""details":[{"appIDs":["\#(Self.app)"],"components":[{"/":"\#(pattern)"}]}]}"#)
    #expect((Self.rule(file, "https://shop.example" + path) != nil) == isMatch)
  }

  @Test(
    "The older form matches paths only, and NOT excludes them",
    arguments: [
      ("/videos/samples/1", -1), ("/videos/1", 1), ("/videos/1?x=1#y", 1), ("/VIDEOS/1", nil), ("/news/", 2),
      ("/news/1", nil),
    ] as [(String, Int?)])
  func olderForm(path: String, rule: Int?) throws {
    let file = try Self.read(
      #"{"apps":[],"details":[{"appID":"\#(Self.app)","#
        + #""paths":["NOT /videos/samples/*","/videos/*","/news/"]}]}"#)
    #expect(Self.rule(file, "https://shop.example" + path) == rule)
  }

  @Test("The older form is ignored if the newer one is present")
  func bothForms() throws {
    let file = try Self.read(
      #"{"details":[{"appID":"\#(Self.app)","paths":["*"],"components":[{"/":"/buy/*"}]}]}"#)
    #expect(Self.rule(file, "https://shop.example/buy/1") == 0)
    #expect(Self.rule(file, "https://shop.example/help") == nil)
  }

  @Test(
    "An address that is not a web page's opens nothing",
    arguments: [
      "", "shop.example/", "tablets://ferry/return/", "https:///buy", "https:", "javascript://x/%0a", "\u{0}",
    ])
  func noAddress(url: String) throws {
    #expect(try Self.components("[{}]").decision(on: url, for: Self.app) == .unmatched)
  }

  @Test("Of several installed apps the first in the file opens the link; an exclusion applies to its own app only")
  func severalApps() throws {
    let file = try Self.read(
      #"""
      {"details":[{"appIDs":["\#(Self.app)"],"components":[{"/":"/help/*","exclude":true},{"/":"*"}]},
                  {"appIDs":["\#(Self.other)"],"components":[{"/":"/help/*"},{"/":"/buy/*"}]}]}
      """#)
    let both = [Self.other, Self.app]
    #expect(file.destination(of: "https://shop.example/buy/1", among: both)?.app == Self.app)
    #expect(file.destination(of: "https://shop.example/help/1", among: both)?.app == Self.other)
    #expect(file.destination(of: "https://shop.example/buy/1", among: [Self.other])?.app == Self.other)
    #expect(file.destination(of: "https://shop.example/x", among: [Self.other]) == nil)
    #expect(Self.rule(file, "https://shop.example/x", app: "ABCDE12345.com.example.third") == nil)
    let place = try #require(file.destination(of: "https://shop.example/help/1", among: both)).place
    #expect(place.description == "applinks.details[1].components[0]")
  }

  @Test("A malicious slow pattern is matched at once")
  func hostilePattern() throws {
    let pattern = String(repeating: "*a", count: 1_500) + "b"
    let file = try Self.components(#"[{"/":"\#(pattern)"}]"#)
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(Self.rule(file, "https://shop.example/" + String(repeating: "a", count: 2_000)) == nil)
    }
    #expect(time < .seconds(20))
  }
}
