import ArgumentParser
import FerryServer
import FerryWeb
import Foundation

struct LinksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "links", abstract: "Write the files that links into apps need.", subcommands: [ExportLinks.self])
}

struct ExportLinks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a link host as static files, with a README that explains how to serve them.",
    discussion: "The command overwrites files of the same names and leaves other files alone.")

  @Argument(help: "The folder to write to. The command creates it if it is missing.") var folder: String

  @Option(
    help: ArgumentHelp(
      "The link host, if the apps have several, such as https://link.shop.example.", valueName: "url"))
  var host: String?

  @OptionGroup var config: ConfigOptions

  func run() async throws {
    let server = try config.configuration(try config.sources()).server
    let host = try Self.host(host, of: server.apps)
    let files = LinkHostFiles(of: host, apps: server.apps, base: server.base).files
    do {
      try files.write(to: folder)
    } catch {
      throw CommandFailure("Cannot write to the folder \(folder). Choose another one, or correct its permissions.")
    }
    for file in files { print(folder + "/" + file.path) }
  }

  /// The link host of the option, or the only one.
  static func host(_ text: String?, of apps: [RegisteredApp]) throws -> Origin {
    let hosts = apps.linkHosts
    let list = hosts.map(\.text).joined(separator: ", ")
    guard let first = hosts.first else {
      throw CommandFailure("The settings register no app. `ferry config --example` shows how to register one.")
    }
    guard let text else {
      if hosts.count == 1 { return first }
      throw CommandFailure("The apps have several link hosts. Choose one with --host: \(list).")
    }
    guard let origin = Origin(text), hosts.contains(origin) else {
      throw CommandFailure("No app has the link host \(text). Use one of: \(list).")
    }
    return origin
  }
}

extension [LinkHostFiles.File] {
  func write(to folder: String) throws {
    for file in self {
      let url = URL(filePath: folder).appending(path: file.path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.content).write(to: url, options: .atomic)
    }
  }
}
