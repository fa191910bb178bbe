import AsyncHTTPClient
import FerryEngine
import FerryHTTP
import Foundation
import Subprocess
import Testing

@Suite("The database of a server: made, updated and examined")
struct StoreCommandTests {
  @Test("Without a database every command but create says so and makes none", arguments: ["migrate", "status"])
  func missing(_ command: String) async throws {
    try await ServedShop.with { shop in
      let end = try await shop.program.outcome(["store", command, "--config", shop.config], shop.environment)
      #expect(end.status == .exited(1))
      #expect(end.errors.hasPrefix("Error: There is no database \(shop.database)."), "\(end.errors)")
      #expect(end.errors.contains("run `ferry store create` once"), "\(end.errors)")
      #expect(!FileManager.default.fileExists(atPath: shop.database))
    }
  }

  @Test("Its status can be read beside the server, and only a stopped server's database is updated")
  func besideServer() async throws {
    try await ServedShop.with { shop in
      func ferry(_ command: String) async throws -> FerryProgram.Outcome {
        try await shop.program.outcome(["store", command, "--config", shop.config], shop.environment)
      }
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        let outcome = try await shop.serving {
          try await Patience.untilAnswers(shop.address + "/health", client)
          let status = try await ferry("status")
          #expect(status.status.isSuccess, "\(status.errors)")
          #expect(status.output.hasPrefix("Database  \(shop.database)\n"), "\(status.output)")
          let refused = try await ferry("migrate")
          #expect(refused.status == .exited(1))
          #expect(refused.errors.hasPrefix("Error: Another Ferry process uses the database"), "\(refused.errors)")
        }
        #expect(outcome.status.isSuccess)
      }
      let updated = try await ferry("migrate")
      #expect(updated.status.isSuccess, "\(updated.errors)")
      #expect(updated.output.hasPrefix("The database \(shop.database) is up to date for Ferry "), "\(updated.output)")
    }
  }

  @Test("A copy needs the address of a PostgreSQL database")
  func copyToNowhere() async throws {
    try await ServedShop.with { shop in
      try await shop.createDatabase()
      let end = try await shop.program.outcome(["store", "copy", "--config", shop.config], shop.environment)
      #expect(end.status == .exited(1))
      #expect(
        end.errors.hasPrefix(
          "Error: The settings have no PostgreSQL database. Set its address with ferry.store (FERRY_STORE)."),
        "\(end.errors)")
    }
  }
}
