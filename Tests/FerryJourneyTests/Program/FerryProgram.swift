import AsyncHTTPClient
import FerryCore
import FerryWeb
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Subprocess
import Synchronization
import Testing

/// The built `ferry`, run as a separate process.
struct FerryProgram: Sendable {
  /// The folder that holds the program.
  private let folder: String

  struct Missing: Error, CustomStringConvertible {
    let path: String
    var description: String { "There is no program at \(path). Build it: swift build --product ferry" }
  }

  /// Looks beside the tests, where the package's other products are built.
  /// - Throws: `Missing`.
  init() throws {
    let own = CommandLine.arguments.first { $0.contains(".xctest") } ?? Bundle.main.bundlePath
    let parts = URL(filePath: own).path.split(separator: "/", omittingEmptySubsequences: false)
    folder = parts.prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/")
    let path = folder + "/ferry"
    guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing(path: path) }
  }

  /// The result of a finished program.
  struct Outcome: Sendable {
    let status: TerminationStatus
    let output: String
    let errors: String
  }

  /// Runs the program to its own end.
  func outcome(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> Outcome {
    try await outcome(arguments, environment, by: .name("ferry"), endingBy: nil) { _ in }
  }

  /// Runs the program to its own end, with a text as standard input.
  func outcome(_ arguments: [String], input: String) async throws -> Outcome {
    let result = try await Subprocess.run(
      .name("ferry"), arguments: Arguments(arguments), environment: .inherit.updating(["PATH": folder]),
      input: .string(input), output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
    return Outcome(
      status: result.terminationStatus, output: result.standardOutput, errors: result.standardError)
  }

  /// Runs the program until the body is done, and then asks it to end.
  func outcome(
    _ arguments: [String], _ environment: [String: String] = [:], endingBy signal: Signal = .terminate,
    until body: () async throws -> Void
  ) async throws -> Outcome {
    try await outcome(arguments, environment, by: .name("ferry"), endingBy: signal) { _ in try await body() }
  }

  /// Runs the program to its own end; a task that is cancelled kills it.
  /// - Parameters:
  ///   - preparation: Commands of the shell before it.
  ///   - started: Gets the running process.
  func outcome(
    _ arguments: [String], _ environment: [String: String], after preparation: String = "",
    started: (ProcessIdentifier) async throws -> Void
  ) async throws -> Outcome {
    // A shell becomes the program. A preloaded library that adds to the environment does it in the shell: in the program it
    // would hide the arguments from Swift, which finds them beside the environment.
    try await outcome(
      ["-c", preparation + "exec \"$0\" \"$@\"", folder + "/ferry"] + arguments, environment, by: .name("sh"),
      endingBy: nil
    ) { try await started($0) }
  }

  /// Runs the program to its own end on a terminal, by `script` of util-linux.
  func outcomeOnTerminal(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> Outcome {
    let line = ([folder + "/ferry"] + arguments).map { "'\($0)'" }.joined(separator: " ")
    return try await outcome(
      ["--quiet", "--return", "--command", line, "/dev/null"], environment, by: .name("script"), endingBy: nil
    ) { _ in }
  }

  /// The same for a program with a limit on open files and connections.
  /// - Parameter body: Gets the running process.
  func outcome(
    _ arguments: [String], _ environment: [String: String], openFiles: Int,
    until body: (ProcessIdentifier) async throws -> Void
  ) async throws -> Outcome {
    // A shell lowers its own limit and becomes the program.
    let script = "ulimit -n \(openFiles) && exec \"$0\" \"$@\""
    return try await outcome(
      ["-c", script, folder + "/ferry"] + arguments, environment, by: .name("sh"), endingBy: .terminate, body)
  }

  private func outcome(
    _ arguments: [String], _ environment: [String: String], by executable: Executable, endingBy signal: Signal?,
    _ body: (ProcessIdentifier) async throws -> Void
  ) async throws -> Outcome {
    var changes: [Environment.Key: String?] = ["PATH": folder + ":/bin:/usr/bin"]
    for name in ProcessInfo.processInfo.environment.keys where name.hasPrefix("FERRY_") {
      changes[try #require(Environment.Key(rawValue: name))] = .some(nil)
    }
    for (name, value) in environment { changes[try #require(Environment.Key(rawValue: name))] = value }
    let result = try await Subprocess.run(
      executable, arguments: Arguments(arguments), environment: .inherit.updating(changes), input: .none,
      output: .string(limit: 1 << 20), error: .string(limit: 1 << 20)
    ) { execution in
      do {
        try await body(execution.processIdentifier)
        if let signal { try execution.send(signal: signal) }
      } catch {
        try? execution.send(signal: .kill)
        throw error
      }
    }
    return Outcome(
      status: result.terminationStatus, output: result.standardOutput, errors: result.standardError)
  }

  /// Starts the program, and ends it by a signal when the body is done.
  /// - Returns: The body's result, after the process has ended.
  func run<Success: Sendable>(
    _ arguments: [String], endingBy signal: Signal, _ body: () async throws -> Success
  ) async throws -> Success {
    let outcome = try await Subprocess.run(
      .name("ferry"), arguments: Arguments(arguments),
      environment: .inherit.updating(["PATH": folder, "FERRY_LOG_LEVEL": "critical"]), input: .none,
      output: .discarded, error: .discarded
    ) { execution in
      do {
        let result = try await body()
        try execution.send(signal: signal)
        return result
      } catch {
        try? execution.send(signal: .kill)
        throw error
      }
    }
    return outcome.closureResult
  }
}

/// The timeout for other processes in real time, long enough for a slow and busy machine.
enum Patience {
  static let limit = Duration.seconds(360)

  struct Exhausted: Error, CustomStringConvertible {
    let description: String
  }

  /// Polls until there is a value.
  /// - Parameter what: The name in the failure: "an answer of …".
  static func until<Value>(_ what: String, _ look: () async throws -> Value?) async throws -> Value {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while true {
      if let value = try await look() { return value }
      guard clock.now < end else { throw Exhausted(description: "\(what) did not come within \(limit).") }
      try await clock.sleep(for: .milliseconds(50))
    }
  }

  /// Polls until there is an answer.
  /// - Parameter isWanted: True for the expected answer.
  static func untilAnswers(
    _ url: String, _ client: HTTPClient, _ isWanted: (HTTPResponseStatus) -> Bool = { _ in true }
  ) async throws {
    var last = "nothing"
    let clock = ContinuousClock()
    let end = clock.now + limit
    while true {
      do {
        let status = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(30)).status
        if isWanted(status) { return }
        last = "\(status.code)"
      } catch {
        last = "\(error)"
      }
      guard clock.now < end else { throw Exhausted(description: "\(url) did not answer, at last with \(last).") }
      try await clock.sleep(for: .milliseconds(50))
    }
  }
}

/// Ports that nothing listens on. They lie below those that systems give to outgoing connections, so that none is taken
/// while a server that is to have it again is down; and none is given, or tried, twice, for another test's server may be
/// about to listen there.
enum FreePorts {
  struct None: Error {}

  private static let tried = Mutex<Set<Int>>([])

  /// - Returns: Ports that have the next three for themselves: a demo's operations page takes one of those.
  static func find(_ count: Int) async throws -> [Int] {
    var found: [Int] = []
    for port in stride(from: 20_000, to: 30_000, by: 4).shuffled() {
      guard tried.withLock({ $0.isDisjoint(with: port..<port + 4) }), try await take(port) else { continue }
      tried.withLock { $0.formUnion(port + 1..<port + 4) }
      found.append(port)
      if found.count == count { return found }
    }
    throw None()
  }

  /// - Returns: The first of so many ports in a row.
  static func row(_ count: Int) async throws -> Int {
    search: for first in (20_000..<30_000 - count).shuffled() {
      for port in first..<first + count {
        guard try await take(port) else { continue search }
      }
      return first
    }
    throw None()
  }

  /// - Returns: False if somebody listens on the port, or it was tried before.
  private static func take(_ port: Int) async throws -> Bool {
    guard tried.withLock({ $0.insert(port).inserted }),
      let channel = try? await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .bind(host: "127.0.0.1", port: port).get()
    else { return false }
    try await channel.close().get()
    return true
  }
}

/// A client with the anchor of the authority in a demo's folder, when that has been made.
func trusting(_ folder: String, _ body: (HTTPClient) async throws -> Void) async throws {
  let text = try await Patience.until("The authority") {
    let text = try? String(contentsOfFile: folder + "/development-ca.pem", encoding: .utf8)
    return text.flatMap { $0.contains("END CERTIFICATE") ? $0 : nil }
  }
  let authority = try DevelopmentAuthority(pem: Secret(text))
  let anchor = try authority.anchor(now: SystemTime().now, randomness: SystemRandomness())
  var tls = TLSConfiguration.makeClientConfiguration()
  tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(anchor.utf8)))
  try await HTTPClient.withHTTPClient(configuration: HTTPClient.Configuration(tlsConfiguration: tls), body)
}
