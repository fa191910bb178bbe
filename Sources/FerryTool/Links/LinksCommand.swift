import ArgumentParser
import FerryServer
import FerryWeb
import Foundation

struct LinksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "links", abstract: "Writes the files that links into apps need.", subcommands: [ExportLinks.self])
}

struct ExportLinks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a link host as static files, with a README of how to serve them.",
    discussion: "Files of the same names are overwritten; others are left alone.")

  @Argument(help: "The folder; made if it is missing.") var folder: String

  @Option(help: "The link host, if the apps have several: https://link.shop.example") var host: String?

  @OptionGroup var config: ConfigOptions

  func run() async throws {
    let server = try config.configuration(try config.sources()).server
    let host = try Self.host(host, of: server.apps)
    let files = LinkHostFiles(of: host, apps: server.apps, base: server.base).files
    do {
      try files.write(to: folder)
    } catch {
      throw CommandFailure("The folder \(folder) cannot be written. Name another one, or correct its permissions.")
    }
    for file in files { print(folder + "/" + file.path) }
  }

  /// The link host of the option, or the only one.
  /// - Throws: `CommandFailure` if there is none, or several.
  static func host(_ text: String?, of apps: [RegisteredApp]) throws -> Origin {
    let hosts = apps.linkHosts
    let list = hosts.map(\.text).joined(separator: ", ")
    guard let first = hosts.first else {
      throw CommandFailure("No app is registered, so there are no links. `ferry config --example` shows how.")
    }
    guard let text else {
      if hosts.count == 1 { return first }
      throw CommandFailure("The apps have several link hosts: \(list). Choose one with --host.")
    }
    guard let origin = Origin(text), hosts.contains(origin) else {
      throw CommandFailure("No app has the link host \(text). The apps have: \(list).")
    }
    return origin
  }
}

extension [LinkHostFiles.File] {
  /// - Throws: The file system's error.
  func write(to folder: String) throws {
    for file in self {
      let url = URL(filePath: folder).appending(path: file.path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.content).write(to: url, options: .atomic)
    }
  }
}
