#if PostgreSQL
  import Foundation
  import Subprocess

  /// A running PostgreSQL server of one's own, whose data are in a folder: for the demo and for tests. It is reached through
  /// a socket in a folder that nobody else may enter, and over the loopback interface if that is asked for.
  public struct LocalPostgres: Sendable {
    /// The folder of the socket.
    public let socketFolder: String
    /// The process id of the server.
    public let processID: Int32
    let programs: PostgresPrograms
    let options: LocalPostgresOptions

    /// The socket.
    public var socketPath: String { "\(socketFolder)/.s.PGSQL.\(options.port)" }

    /// The address of a database, through the socket.
    public func address(of database: String = "ferry") -> String {
      let folder = socketFolder.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? socketFolder
      return "postgres://ferry@/\(database)?host=\(folder)&port=\(options.port)"
    }

    /// Creates a database, empty or as a copy of another that nobody is connected to.
    /// - Throws: `LocalPostgresError.failed`.
    public func createDatabase(_ name: String, from template: String = "template0") async throws {
      try await run("createdb", ["--template", template, name])
    }

    /// Tidies a database up, and counts its rows for the planner (VACUUM, ANALYZE), as the server does by itself in time.
    /// - Throws: `LocalPostgresError.failed`.
    public func vacuum(_ name: String) async throws {
      try await run("vacuumdb", ["--analyze", "--quiet", name])
    }

    /// Makes the data of a standby that follows this server, for a server to be started in another folder.
    /// - Throws: `LocalPostgresError`.
    package func makeStandby(in folder: String) async throws {
      try programs.makeFolder(folder)
      try await run(
        "pg_basebackup", ["--pgdata", folder + "/data", "--write-recovery-conf", "--checkpoint", "fast", "--no-sync"])
    }

    /// Removes a database, and ends the connections to it.
    /// - Throws: `LocalPostgresError.failed`.
    public func removeDatabase(_ name: String) async throws {
      try await run("dropdb", ["--force", name])
    }

    /// Runs a program that connects to the server.
    private func run(_ program: String, _ arguments: [String]) async throws {
      try await programs.run(
        program, ["--host", socketFolder, "--port", "\(options.port)", "--username", "ferry"] + arguments)
    }
  }

  /// The settings of a server, for its creation and its start.
  public struct LocalPostgresOptions: Sendable {
    /// False to lose data with the machine, and to be fast.
    public var isDurable = true
    /// The port on 127.0.0.1, and the password that it asks for, made when the data are created.
    public var loopback: (port: Int, password: String)?
    /// Further settings, as in `postgresql.conf`.
    public var settings: [String: String] = [:]
    /// True to remove the folder at the end.
    public var isTemporary = false
    /// A program with arguments that starts the server, instead of the server itself.
    public var launcher: [String] = []

    public init() {}
  }

  /// Starts a server, creates its data if there are none, with an empty database `ferry`, and stops it when the body is
  /// done. It stops as well if this process ends in any other way.
  /// - Parameter folder: The server's own. It is made if needed, and then nobody else may enter it. A process of root runs
  ///   the server as the user `postgres`, who must be able to reach the folder.
  /// - Throws: `LocalPostgresError`; what the body throws.
  public func withLocalPostgres<Success: Sendable>(
    in folder: String, _ options: LocalPostgresOptions = LocalPostgresOptions(),
    _ body: (LocalPostgres) async throws -> Success
  ) async throws -> Success {
    let folder = URL(filePath: folder).standardizedFileURL.path
    let data = folder + "/data"
    let programs = try PostgresPrograms(data: data)
    try programs.makeFolder(folder)
    if !FileManager.default.fileExists(atPath: data) { try await programs.createData(data, options) }
    let sockets = try SocketFolder(near: folder, programs)
    defer { sockets.remove() }

    var platform = PlatformOptions()
    // An interrupt from the terminal is for the program alone: it still needs the server while it stops.
    platform.createSession = true
    let settings = options.serverSettings(sockets.path).flatMap { ["-c", "\($0)=\($1)"] }
    let guardScript = String(decoding: PackageResources.guard_sh, as: UTF8.self)
    let outcome = try await run(
      .name("sh"),
      arguments: Arguments(
        ["-c", guardScript, "ferry-postgres", folder, options.isTemporary ? folder : ""] + options.launcher
          + programs.command("postgres", ["-D", data] + settings)),
      environment: programs.environment, platformOptions: platform, input: .inputWriter, output: .sequence,
      error: .discarded
    ) { execution -> Swift.Result<Success, any Error> in
      var started: Int32?
      for try await line in execution.standardOutput.strings() {
        started = Int32(line.filter(\.isNumber))
        break
      }
      guard let processID = started else {
        let reason = programs.lastWords(in: folder + "/log")
        if options.isTemporary { try? FileManager.default.removeItem(atPath: folder) }
        throw LocalPostgresError.failed("postgres", reason: reason)
      }
      let server = LocalPostgres(
        socketFolder: sockets.path, processID: processID, programs: programs, options: options)
      let result: Swift.Result<Success, any Error>
      do { result = .success(try await body(server)) } catch { result = .failure(error) }
      try await execution.standardInputWriter.finish()
      return result
    }
    return try outcome.closureResult.get()
  }

  extension LocalPostgresOptions {
    /// It is part of the socket's name too.
    fileprivate var port: Int { loopback?.port ?? 5432 }

    fileprivate func serverSettings(_ socketFolder: String) -> [String: String] {
      var settings = [
        "unix_socket_directories": socketFolder, "unix_socket_permissions": "0700",
        "listen_addresses": loopback == nil ? "" : "127.0.0.1", "port": "\(port)",
        "max_connections": "200", "timezone": "UTC", "log_timezone": "UTC",
        // Without the details of errors, which quote values.
        "log_error_verbosity": "terse",
      ]
      if !isDurable {
        for setting in ["fsync", "synchronous_commit", "full_page_writes"] { settings[setting] = "off" }
      }
      return settings.merging(self.settings) { _, own in own }
    }
  }
#endif
