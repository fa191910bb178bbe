import AsyncHTTPClient
import FerryCore
import FerryHTTP
import FerrySQLite
import FerryTesting
import Foundation
import Subprocess

/// The demo under load at several providers, killed at times that follow from a seed, and restarted on the same data.
struct CrashRun: Sendable {
  enum Sandbox: Sendable {
    /// In the server's process, and killed with it.
    case inside
    /// In a process of their own, which keeps running.
    case beside
  }

  /// The seed of a course to be repeated, or the usual one.
  static let seed = ProcessInfo.processInfo.environment["FERRY_CRASH_SEED"].flatMap { UInt64($0) } ?? 20_260_101

  let sandbox: Sandbox
  let seed: UInt64
  /// The number of kills, at least.
  let rounds: Int
  let buyers: Int
  let tally = CrashTally()
  private let program: FerryProgram
  private let folder: CrashFolder
  private let port: Int
  private let sandboxPort: Int
  private let secretKey = Secret("sk_test_" + SystemRandomness().token(bytes: 32))
  private let time = SystemTime()

  init(_ sandbox: Sandbox, seed: UInt64, rounds: Int, buyers: Int) async throws {
    self.sandbox = sandbox
    self.seed = seed
    self.rounds = rounds
    self.buyers = buyers
    program = try FerryProgram()
    port = try await FreePorts.find(1)[0]
    sandboxPort = try await FreePorts.row(6)
    folder = CrashFolder()
  }

  func reckoning() async throws -> CrashReckoning {
    try folder.make()
    defer { folder.remove() }
    _ = try folder.secret("shop-secret-key") { secretKey.reveal() }
    let orders = try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
      let sandboxes = CrashSandboxes(port: sandboxPort, client: client)
      switch sandbox {
      case .inside: return try await killAndRecover(sandboxes)
      case .beside:
        return try await program.run(sandboxArguments, endingBy: .terminate) {
          try await sandboxes.untilTheyAnswer()
          try await sandboxes.planFaults(seed: seed)
          return try await killAndRecover(sandboxes)
        }
      }
    }
    return try await CrashReckoning(try books(), orders: orders)
  }

  private func books() throws -> SQLiteReader { try SQLiteReader(path: folder.path("ferry.sqlite")) }

  private func killAndRecover(_ sandboxes: CrashSandboxes) async throws -> [CrashLedger.Order] {
    let load = CrashLoad(
      server: address, secretKey: secretKey, sandboxes: sandboxes, seed: seed, buyers: buyers, tally: tally)
    try await load.during {
      var moments = SeededNumbers(seed)
      var round = 0
      // A slow machine needs more of them.
      while round < rounds || !(await tally.isEnough) {
        let life = Duration.milliseconds(moments.next(in: 300...1500))
        try await program.run(demoArguments, endingBy: .kill) {
          try await Patience.untilAnswers("\(address)/health", sandboxes.client)
          if sandbox == .inside { try await sandboxes.planFaults(seed: seed, round: round) }
          try await time.sleep(for: life)
          if sandbox == .inside { await tally.struck((try? await sandboxes.struck()) ?? 0) }
        }
        await tally.killed()
        round += 1
      }
    }
    return try await program.run(demoArguments, endingBy: .terminate) {
      try await Patience.untilAnswers("\(address)/health", sandboxes.client)
      if sandbox == .beside { await tally.struck(try await sandboxes.struck()) }
      try await sandboxes.clearFaults()
      try await load.finish(try books())
      return try await sandboxes.orders()
    }
  }

  // MARK: Programs

  private var address: String { "http://localhost:\(port)" }

  private var demoArguments: [String] {
    let whole = shared + ["--quiet-schedule", "1,2,3"]
    return switch sandbox {
    case .inside: whole
    case .beside: whole + ["--only", "shop"]
    }
  }

  private var sandboxArguments: [String] { shared + ["--only", "sandbox"] }

  private var shared: [String] {
    ["demo", "--data", folder.path(""), "--port", "\(port)", "--sandbox-port", "\(sandboxPort)"]
  }
}

/// Numbers that follow from a seed.
struct SeededNumbers {
  private let randomness: SequentialRandomness

  init(_ seed: UInt64) { randomness = SequentialRandomness(seed: seed) }

  mutating func next(in range: ClosedRange<Int>) -> Int {
    let number = randomness.bytes(4).reduce(0) { $0 << 8 | Int($1) }
    return range.lowerBound + number % range.count
  }

  /// The elements in another order.
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var left = elements
    return elements.map { _ in left.remove(at: next(in: 0...left.count - 1)) }
  }
}
