import AsyncHTTPClient
import FerryCore
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import Testing

@Suite("The demo over TLS")
struct TLSDemoTests {
  /// Passes a new folder and three free ports.
  private func withPlace(_ body: (_ folder: String, _ ports: [Int]) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-tls-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path, try await FreePorts.find(3))
  }

  private func arguments(_ folder: String, _ ports: [Int]) -> [String] {
    [
      "demo", "--provider", "amazon-pay", "--tls", "--data", folder, "--port", "\(ports[0])", "--sandbox-port",
      "\(ports[1])", "--link-port",
      "\(ports[2])",
    ]
  }

  @Test("A checkout is paid over TLS all the way, and the ledgers agree")
  func paid() async throws {
    try await withPlace { folder, ports in
      let outcome = try await FerryProgram().outcome(arguments(folder, ports) + ["--once"])
      #expect(outcome.status.isSuccess, "\(outcome.output)\(outcome.errors)")
      #expect(outcome.output.contains("they agree"))
    }
  }

  @Test("Its three hosts answer only clients that trust the folder's authority; the link host has nothing more")
  func hosts() async throws {
    try await withPlace { folder, ports in
      _ = try await FerryProgram().outcome(arguments(folder, ports)) {
        let health = "https://localhost:\(ports[0])/health"
        try await trusting(folder) { client in
          try await Patience.untilAnswers(health, client)
          for (url, status) in [
            (health, 200), ("https://127.0.0.1:\(ports[1])/checkout.js", 200), ("https://127.0.0.1:\(ports[2])/", 404),
            ("https://127.0.0.1:\(ports[2])/.well-known/apple-app-site-association", 200),
            ("https://localhost:\(ports[0])/.well-known/assetlinks.json", 200),
            ("https://localhost:\(ports[0])/doctor/accounts", 200),
            ("https://127.0.0.1:\(ports[2])/ferry/return/?checkout=co_1&code=abc", 200),
            // Moved by POST only.
            ("https://localhost:\(ports[0])/control/clock", 405),
            ("https://127.0.0.1:\(ports[2])/health", 404), ("https://127.0.0.1:\(ports[2])/v1/checkouts/x", 404),
          ] {
            let response = try await client.execute(HTTPClientRequest(url: url), timeout: .minutes(5))
            #expect(Int(response.status.code) == status, "\(url)")
          }
          // A native app reads problems.
          var request = HTTPClientRequest(url: "https://localhost:\(ports[0])/app/tablets-ios/checkouts")
          request.method = .POST
          let refused = try await client.execute(request, timeout: .minutes(5))
          #expect(refused.status.code == 400)
          #expect(refused.headers.first(name: "content-type") == "application/problem+json")
          let download = try await client.execute(
            HTTPClientRequest(url: "https://localhost:\(ports[0])/crt"), timeout: .minutes(5))
          let certificate = String(buffer: try await download.body.collect(upTo: 1 << 16))
          #expect(try certificate == String(contentsOfFile: folder + "/ferry-development-ca.crt", encoding: .utf8))
        }
        var connections = HTTPClient.Configuration()
        connections.connectionPool.retryConnectionEstablishment = false
        try await HTTPClient.withHTTPClient(configuration: connections) { stranger in
          _ = await #expect(throws: (any Error).self) {
            try await stranger.execute(HTTPClientRequest(url: health), timeout: .minutes(5))
          }
        }
      }
    }
  }

  @Test("HEAD gets a complete answer over HTTP/2 and HTTP/1.1, also for a missing page")
  func head() async throws {
    try await withPlace { folder, ports in
      _ = try await FerryProgram().outcome(arguments(folder, ports)) {
        try await trusting(folder) { client in
          try await Patience.untilAnswers("https://localhost:\(ports[0])/health", client)
          for (path, status) in [("/health", 200), ("/nothing", 404), ("/ferry/start", 200), ("/v1/checkouts/x", 401)] {
            var request = HTTPClientRequest(url: "https://localhost:\(ports[0])" + path)
            request.method = .HEAD
            let response = try await client.execute(request, timeout: .minutes(5))
            #expect(response.version == .http2)
            #expect(Int(response.status.code) == status)
            #expect(try await response.body.collect(upTo: 1).readableBytes == 0)
          }
        }
      }
    }
  }

  @Test("The doctor finds no fault while the demo runs, and reports it missing afterwards")
  func doctor() async throws {
    try await withPlace { folder, ports in
      let program = try FerryProgram()
      let arguments =
        ["doctor", "--demo"] + self.arguments(folder, ports).dropFirst() + ["--json"]
      let none = try await program.outcome(arguments)
      #expect(!none.status.isSuccess && none.errors.contains("No demo has run in "))
      _ = try await program.outcome(self.arguments(folder, ports)) {
        try await trusting(folder) { try await Patience.untilAnswers("https://127.0.0.1:\(ports[2])/", $0) }
        let outcome = try await program.outcome(arguments)
        #expect(outcome.status.isSuccess, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains(#""sound" : true"#))
        #expect(!outcome.output.contains(#""severity" : "warning""#), "\(outcome.output)")
        for area in ["provider", "clock", "server", "links", "tls", "database", "port"] {
          #expect(outcome.output.contains(#""area" : "\#(area)""#), "\(area)")
        }
      }
      let gone = try await program.outcome(arguments)
      #expect(!gone.status.isSuccess)
      #expect(gone.output.contains(#""sound" : false"#))
    }
  }
}
