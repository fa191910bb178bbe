import AsyncHTTPClient
import FerryEngine
import FerryHTTP
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Subprocess
import Testing

@Suite("A server that can open no more connections")
struct DescriptorTests {
  private static let limit = 256

  @Test(
    "It is not ready, logs that once, waits without work, and continues when descriptors are free",
    .timeLimit(.minutes(10)))
  func exhausted() async throws {
    try await ServedShop.with { shop in
      try await shop.createDatabase()
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        let outcome = try await shop.program.outcome(
          ["serve", "--config", shop.config], shop.environment, openFiles: Self.limit
        ) { process in
          try await Patience.untilAnswers(shop.address + "/ready", client) { $0 == .ok }
          var connections: [any Channel] = []
          // It accepts connections one by one, and answers on the existing one.
          for _ in 1..<Self.limit {
            connections.append(try await connect(shop))
            if try await shop.get("/ready", client).status == 503 { break }
          }
          #expect(try await shop.get("/health", client).status == 200)
          let answer = try await shop.get("/ready", client)
          #expect(answer.status == 503)
          #expect(answer.body.contains("files and connections"))
          while connections.count < Self.limit { connections.append(try await connect(shop)) }
          // Connections without a free descriptor wait.
          _ = try await Patience.until("a process without descriptors") {
            try openFiles(of: process).map { $0 >= Self.limit } ?? true ? true : nil
          }
          if let before = try processorTime(of: process) {
            try await Task.sleep(for: .seconds(2))
            let after = try #require(try processorTime(of: process))
            // Endless retries use a whole core.
            #expect(after - before < .milliseconds(400))
          }
          for connection in connections { try? await connection.close() }
          try await Patience.untilAnswers(shop.address + "/ready", client) { $0 == .ok }
        }
        #expect(outcome.status == .exited(0))
        #expect(outcome.errors.split(separator: "New connections wait").count == 2)
      }
    }
  }

  private func connect(_ shop: ServedShop) async throws -> any Channel {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: shop.port).get()
  }

  /// Nil on systems without this number.
  private func openFiles(of process: ProcessIdentifier) throws -> Int? {
    #if os(Linux)
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.value)/fd").count
    #else
      nil
    #endif
  }

  /// The process's share of all cores; nil on systems without this number.
  private func processorTime(of process: ProcessIdentifier) throws -> Duration? {
    #if os(Linux)
      // After the name in brackets: state, and as 12th and 13th the time in user and system mode, in hundredths (proc(5)).
      let status = try String(contentsOfFile: "/proc/\(process.value)/stat", encoding: .utf8)
      let fields = try #require(status.split(separator: ")").last).split(separator: " ")
      return .milliseconds(10 * (try #require(Int(fields[11])) + (try #require(Int(fields[12])))))
    #else
      nil
    #endif
  }
}
