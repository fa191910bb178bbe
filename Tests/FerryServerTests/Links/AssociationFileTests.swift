import FerryLinks
import Foundation
import Testing

@Suite("Association files")
struct AssociationFileTests {
  private static let ours = AssociationFile(
    apps: ["ABCDE12345.com.example.shop", "ABCDE12345.com.example.shop.beta"], path: "/ferry/return/*")

  @Test("A file of ours survives a round trip, and has no finding")
  func roundTrip() throws {
    let (file, findings) = try AssociationFile.read(Self.ours.json)
    #expect(file == Self.ours)
    #expect(findings.isEmpty)
  }

  @Test("A file of ours has both forms, and shares credentials")
  func bothForms() throws {
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(Self.ours.json)) as? [String: [String: Any]])
    let links = try #require(json["applinks"])
    #expect(links["apps"] as? [String] == [])
    let details = try #require(links["details"] as? [[String: Any]])
    #expect(details.count == 2)
    for (entry, app) in zip(details, Self.ours.credentials) {
      #expect(entry["appID"] as? String == app)
      #expect(entry["appIDs"] as? [String] == [app])
      #expect(entry["paths"] as? [String] == ["/ferry/return/*"])
      #expect(entry["components"] as? [[String: String]] == [["/": "/ferry/return/*"]])
    }
    #expect(json["webcredentials"]?["apps"] as? [String] == Self.ours.credentials)
  }

  @Test("Our links open our apps, and nothing else does")
  func decisions() {
    let app = "ABCDE12345.com.example.shop"
    guard case .opens = Self.ours.decision(on: "https://link.example/ferry/return/?checkout=a&code=b", for: app) else {
      Issue.record("The return link does not open the app.")
      return
    }
    #expect(Self.ours.decision(on: "https://link.example/ferry/start", for: app) == .unmatched)
  }

  @Test("A file with everything in it survives being written and read")
  func everything() throws {
    let file = AssociationFile(
      details: [
        AssociationFile.Details(
          apps: ["ABCDE12345.com.example.shop", "ABCDE12345.com.example.help"],
          components: [
            AssociationFile.Component(
              path: "/$(word)/*", query: .items(["a": "?*"]), fragment: "x", isExclusion: true,
              comparison: AssociationFile.Comparison(isCaseSensitive: false, isPercentEncoded: false)),
            AssociationFile.Component(query: .whole("a=*")),
          ], defaults: AssociationFile.Comparison(isCaseSensitive: false)),
        AssociationFile.Details(apps: ["ABCDE12345.com.example.old"], components: nil, paths: ["NOT /a", "*"]),
      ],
      defaults: AssociationFile.Comparison(isPercentEncoded: false), variables: ["word": ["a", "b*"]],
      credentials: ["ABCDE12345.com.example.shop"])
    let (read, findings) = try AssociationFile.read(file.json)
    #expect(read == file)
    #expect(findings.isEmpty)
  }

  @Test(
    "Each kind of invalid file is recognised",
    arguments: [
      ("", .empty), (" \n", .empty), ("<!doctype html>", .page), ("{", .notJSON), ("not found", .notJSON),
      ("[]", .notAnObject), ("\"applinks\"", .notAnObject), ("{\"applinks\":}", .notJSON),
    ] as [(String, AssociationFile.Unreadable)])
  func unreadable(text: String, reason: AssociationFile.Unreadable) {
    #expect(throws: reason) { try AssociationFile.read(Array(text.utf8)) }
  }

  @Test("A signed file and one that is too large are distinguished")
  func signedOrLarge() {
    #expect(throws: AssociationFile.Unreadable.signed) { try AssociationFile.read([0x30, 0x82, 0x10, 0x00]) }
    let large = [UInt8](repeating: UInt8(ascii: " "), count: AssociationFile.largest) + Array("{}".utf8)
    #expect(throws: AssociationFile.Unreadable.tooLarge(bytes: large.count)) { try AssociationFile.read(large) }
  }

  @Test(
    "A rule with an unintended effect is found, with its place",
    arguments: [
      (#"{}"#, ["applinks", "webcredentials"]),
      (#"{"applinks":[],"webcredentials":{"apps":[]}}"#, ["applinks"]),
      (#"{"applinks":{},"webcredentials":[]}"#, ["applinks.details", "webcredentials"]),
      (#"{"applinks":{"details":{"A.b":{"paths":["*"]}}},"webcredentials":{"apps":[]}}"#, ["applinks.details"]),
      (#"{"applinks":{"details":[]},"webcredentials":{}}"#, ["webcredentials.apps"]),
      (entry(#""components":[]"#, app: #""x":1"#), ["applinks.details[0]"]),
      (entry(""), ["applinks.details[0]"]),
      (entry(#""components":[]"#, app: #""appID":"com.example.shop""#), ["applinks.details[0].appID"]),
      (entry(#""components":[{"/":5}]"#), [#"applinks.details[0].components[0] "/""#]),
      (entry(#""components":["/a"]"#), ["applinks.details[0].components[0]"]),
      (entry(#""components":[{"/":"buy/*"}]"#), ["applinks.details[0].components[0]"]),
      (entry(#""components":[{"path":"/a"}]"#), ["applinks.details[0].components[0]"]),
      (entry(#""components":[{"exclude":"yes"}]"#), ["applinks.details[0].components[0].exclude"]),
      (entry(#""components":[{"/":"/$(nothing)"}]"#), [#"applinks.details[0].components[0] "/""#]),
      (entry(#""components":{"/":"*"}"#), ["applinks.details[0].components", "applinks.details[0]"]),
      (entry(#""paths":["a/*","NOT b"]"#), ["applinks.details[0].paths[0]", "applinks.details[0].paths[1]"]),
      (entry(#""paths":["/a"],"components":[{"/":"/a","comment":"x"}]"#), []),
    ])
  func findings(json: String, places: [String]) throws {
    #expect(try AssociationFile.read(Array(json.utf8)).findings.map(\.place) == places)
  }

  private static func entry(_ rest: String, app: String = #""appIDs":["ABCDE12345.com.example.shop"]"#) -> String {
    let members = [app, rest].filter { !$0.isEmpty }.joined(separator: ",")
    return #"{"applinks":{"details":[{\#(members)}]},"webcredentials":{"apps":[]}}"#
  }

  @Test("An unknown rule opens nothing, and the others keep their numbers")
  func notUnderstood() throws {
    let (file, _) = try AssociationFile.read(
      Array(Self.entry(#""components":[{"/":5},{"/":"/a"}]"#).utf8))
    let app = "ABCDE12345.com.example.shop"
    #expect(file.decision(on: "https://shop.example/b", for: app) == .unmatched)
    guard case .opens(let place) = file.decision(on: "https://shop.example/a", for: app) else {
      Issue.record("The second rule does not match.")
      return
    }
    #expect(place.description == "applinks.details[0].components[1]")
  }

  @Test("A truncated or changed file is read or refused, and never opens more links")
  func damage() {
    let json = Self.ours.json
    var readable = 0
    for index in json.indices {
      if (try? AssociationFile.read(Array(json[..<index]))) != nil { readable += 1 }
      var changed = json
      changed[index] ^= 0x11
      if let file = try? AssociationFile.read(changed).file {
        _ = file.decision(on: "https://link.example/ferry/return/?x", for: "ABCDE12345.com.example.shop")
        readable += 1
      }
    }
    #expect(readable > 0)
  }
}

@Suite("Asset links")
struct AssetLinksTests {
  private static let digits = String(repeating: "0aF9", count: 16)

  @Test("A fingerprint is read with and without colons, in either case, and has one written form")
  func fingerprint() throws {
    let fingerprint = try #require(CertificateFingerprint(Self.digits))
    #expect(fingerprint.text == String(repeating: "0A:F9:", count: 16).dropLast())
    #expect(CertificateFingerprint(fingerprint.text.lowercased()) == fingerprint)
  }

  @Test(
    "An invalid fingerprint is refused",
    arguments: [
      "", ":", "0a", String(digits.dropLast()), digits + "00", String(repeating: "0g", count: 32),
      String(repeating: "0:a:", count: 16), String(repeating: "٣", count: 64),
    ])
  func noFingerprint(text: String) {
    #expect(CertificateFingerprint(text) == nil)
  }

  @Test("An app is named with all its fingerprints")
  func json() throws {
    let fingerprints = [Self.digits, String(Self.digits.reversed())].compactMap { CertificateFingerprint($0) }
    let file = AssetLinks(apps: [AssetLinks.App(package: "com.example.shop", fingerprints: fingerprints)])
    let statements = try #require(
      try JSONSerialization.jsonObject(with: Data(file.json)) as? [[String: Any]])
    let statement = try #require(statements.first)
    #expect(statement["relation"] as? [String] == ["delegate_permission/common.handle_all_urls"])
    let target = try #require(statement["target"] as? [String: Any])
    #expect(target["namespace"] as? String == "android_app")
    #expect(target["package_name"] as? String == "com.example.shop")
    #expect(target["sha256_cert_fingerprints"] as? [String] == fingerprints.map(\.text))
    let read = try #require(AssetLinks.Statement.read(file.json)?.first)
    #expect(read.opensLinks)
    #expect(read.package == "com.example.shop")
    #expect(read.fingerprints == fingerprints.map(\.text))
  }

  private static let opening = #""relation":["delegate_permission/common.handle_all_urls"]"#
  private static let app = #"{"namespace":"android_app","package_name":"a"}"#

  @Test(
    "Statements with other relations or targets, or with missing members, are ignored",
    arguments: [
      (#"{"relation":["delegate_permission/common.get_login_creds"],"target":\#(app)}"#, false, "a"),
      (#"{\#(opening),"target":{"namespace":"web","package_name":"a"}}"#, true, nil),
      (#"{\#(opening),"target":{"namespace":"web","site":"https://a"}}"#, true, nil),
      (#"{\#(opening)}"#, true, nil),
      (#"{"target":\#(app)}"#, false, "a"),
      ("{}", false, nil),
    ] as [(String, Bool, String?)])
  func others(statement: String, opensLinks: Bool, package: String?) throws {
    let read = try #require(AssetLinks.Statement.read(Array("[\(statement)]".utf8))?.first)
    #expect(read.opensLinks == opensLinks)
    #expect(read.package == package)
    #expect(read.fingerprints.isEmpty)
  }

  @Test("A file that is no list of statements is refused", arguments: ["", "{}", "[1]", #"[{"relation":"a"}]"#])
  func noStatements(text: String) {
    #expect(AssetLinks.Statement.read(Array(text.utf8)) == nil)
  }

  @Test("Fingerprints are read in capitals")
  func capitals() {
    let text = #"[{"target":{"namespace":"android_app","sha256_cert_fingerprints":["0a:ff"]}}]"#
    #expect(AssetLinks.Statement.read(Array(text.utf8))?.first?.fingerprints == ["0A:FF"])
  }
}
