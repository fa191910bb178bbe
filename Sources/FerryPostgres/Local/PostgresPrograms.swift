#if PostgreSQL
  import FerryCore
  import Foundation
  import Subprocess

  /// The reason why there is no local server.
  public enum LocalPostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// PostgreSQL is not installed.
    case missing
    /// The data in a folder are of a version that is not installed.
    case missingVersion(String, folder: String)
    /// A folder cannot be made, or not be given to the user who runs the server.
    case folder(String, reason: String)
    /// A program of PostgreSQL failed, with these as its last words.
    case failed(String, reason: String)

    public var description: String {
      switch self {
      case .missing:
        "PostgreSQL is not installed: its program initdb is not where Debian and Homebrew put it. "
          + "On Debian: apt-get install postgresql. On a Mac: brew install postgresql@15."
      case .missingVersion(let version, let folder):
        "The data in \(folder) are of PostgreSQL \(version), which is not installed. Install it, or remove the folder to "
          + "begin with none."
      case .folder(let folder, let reason):
        "The folder \(folder) cannot be used for PostgreSQL: \(reason). As root, name one that the user postgres can reach."
      case .failed(let program, let reason): "The program \(program) of PostgreSQL failed: \(reason)"
      }
    }
  }

  /// The programs of an installed PostgreSQL, and the user who runs them.
  struct PostgresPrograms: Sendable {
    private let folder: String
    /// PostgreSQL refuses to be run by root: the user who runs it then.
    private let user: (name: String, id: UInt32, group: UInt32)?

    /// - Parameter data: The folder of the data. If there are any, the programs have their version.
    /// - Throws: `LocalPostgresError`.
    init(data: String) throws(LocalPostgresError) {
      let version = try? String(contentsOfFile: data + "/PG_VERSION", encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let installed = Self.installed()
      guard !installed.isEmpty else { throw .missing }
      guard let chosen = installed.first(where: { version == nil || $0.version == version }) else {
        throw .missingVersion(version ?? "", folder: data)
      }
      folder = chosen.folder
      user = getuid() == 0 ? try Self.postgresUser() : nil
    }

    let environment = Environment.custom(["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C", "TZ": "UTC"])

    /// The whole command line of a program.
    func command(_ program: String, _ arguments: [String]) -> [String] {
      let own = ["\(folder)/\(program)"] + arguments
      guard let user else { return own }
      return ["setpriv", "--reuid=\(user.name)", "--regid=\(user.group)", "--init-groups"] + own
    }

    /// Runs a program to its end.
    /// - Throws: `LocalPostgresError.failed`.
    func run(_ program: String, _ arguments: [String], input: String = "") async throws {
      let command = command(program, arguments)
      let outcome = try await Subprocess.run(
        .name("env"), arguments: Arguments(command), environment: environment, input: .string(input),
        output: .discarded, error: .string(limit: 1 << 16))
      guard outcome.terminationStatus.isSuccess else {
        throw LocalPostgresError.failed(program, reason: Self.lastLines(of: outcome.standardError))
      }
    }

    /// Makes a folder that only the user of the programs may enter.
    func makeFolder(_ folder: String) throws(LocalPostgresError) {
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        if let user {
          attributes[.ownerAccountID] = NSNumber(value: user.id)
          attributes[.groupOwnerAccountID] = NSNumber(value: user.group)
        }
        try FileManager.default.setAttributes(attributes, ofItemAtPath: folder)
      } catch {
        throw .folder(folder, reason: error.localizedDescription)
      }
    }

    /// Creates the data of a server, with an empty database `ferry`: all of it, or nothing.
    func createData(_ data: String, _ options: LocalPostgresOptions) async throws {
      let draft = data + ".new"
      try? FileManager.default.removeItem(atPath: draft)
      // Without a password nobody gets in over the loopback interface.
      try await run(
        "initdb",
        [
          "--pgdata", draft, "--username", "ferry", "--encoding", "UTF8", "--no-locale", "--auth-local", "trust",
          "--auth-host", "scram-sha-256", "--no-instructions",
        ] + (options.isDurable ? [] : ["--no-sync"]))
      var statements = "CREATE DATABASE ferry\n"
      if let password = options.loopback?.password {
        statements += "ALTER ROLE ferry PASSWORD '\(password.replacing("'", with: "''"))'\n"
      }
      try await run("postgres", ["--single", "-D", draft, "postgres"], input: statements)
      try FileManager.default.moveItem(atPath: draft, toPath: data)
    }

    /// The end of a log.
    func lastWords(in log: String) -> String {
      (try? String(contentsOfFile: log, encoding: .utf8)).map(Self.lastLines) ?? "it said nothing"
    }

    private static func lastLines(of text: String) -> String {
      text.split(whereSeparator: \.isNewline).suffix(3).joined(separator: " ")
    }
  }

  // MARK: Looking for it

  extension PostgresPrograms {
    /// The newest first.
    private static func installed() -> [(version: String, folder: String)] {
      let parents = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"]
      let versions = parents.flatMap { parent -> [(version: String, folder: String)] in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        return names.compactMap { name in
          let version = name.hasPrefix("postgresql@") ? String(name.dropFirst("postgresql@".count)) : name
          return Int(version).map { _ in (version, "\(parent)/\(name)/bin") }
        }
      }
      return versions.filter { FileManager.default.isExecutableFile(atPath: $0.folder + "/initdb") }
        .sorted { ($0.version.count, $0.version) > ($1.version.count, $1.version) }
    }

    private static func postgresUser() throws(LocalPostgresError) -> (name: String, id: UInt32, group: UInt32) {
      guard let user = getpwnam("postgres") else {
        throw .failed("postgres", reason: "root may not run it, and there is no user postgres who could")
      }
      return ("postgres", user.pointee.pw_uid, user.pointee.pw_gid)
    }
  }

  /// A folder for the server's socket: the server's own, or one with a shorter and simpler name, for the names of sockets are
  /// limited and settings have lists of them.
  struct SocketFolder {
    let path: String
    private let isTemporary: Bool

    /// The system allows 103 bytes at least; the socket's own name takes up to 15 of them.
    private static let longest = 88

    init(near folder: String, _ programs: PostgresPrograms) throws(LocalPostgresError) {
      isTemporary = folder.utf8.count > Self.longest || folder.contains(where: { ",\"".contains($0) })
      path = isTemporary ? "/tmp/ferry-\(SystemRandomness().token(bytes: 9))" : folder
      if isTemporary { try programs.makeFolder(path) }
    }

    func remove() {
      if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }
  }
#endif
