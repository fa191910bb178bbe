import ArgumentParser

/// Which demo of this machine: its folder, and where its parts answer.
struct DemoPlaceOptions: ParsableArguments {
  @Option(help: "The folder for data and secrets.")
  var data = usualFolder

  static let usualFolder = "build/demo"

  @Flag(help: "Over https, with certificates of the folder's own authority, as apps and devices need it.")
  var tls = false

  @Option(help: "The port of shop and checkout server; 3080 unless given, and 3443 with --tls.")
  var port: Int?

  @Option(help: "The port of the sandbox; the one after the shop's unless given.")
  var sandboxPort: Int?

  @Option(help: "The port of the link host, with --tls; the one after the sandbox's unless given.")
  var linkPort: Int?

  func validate() throws {
    for port in [port, sandboxPort, linkPort].compactMap(\.self) where !(1...65_535).contains(port) {
      throw ValidationError("\(port) is no port. A port is 1 to 65535.")
    }
  }

  /// - Throws: For a number that is no port.
  func sites() throws -> DemoSites {
    try DemoSites(isSecure: tls, port: port, sandboxPort: sandboxPort, linkPort: linkPort)
  }

  /// Whether an option says where the parts answer.
  var namesSites: Bool { tls || port != nil || sandboxPort != nil || linkPort != nil }
}
