#if PostgreSQL
  import AsyncHTTPClient
  import FerryCheckout
  import FerryCore
  import FerryHTTP
  import FerryPostgres
  import Foundation
  import Logging
  import NIOCore
  import NIOHTTP1
  import Subprocess
  import Testing

  @Suite("ferry reconcile with a PostgreSQL database", .timeLimit(.minutes(10)))
  struct SharedReconciliationTests {
    private static let proxyKey = "key-of-the-identity-proxy-0123456789abc"

    /// A database with tables, and the settings that name it.
    private static func with(
      _ body: (ServedShop, _ address: String, _ settings: [String: String]) async throws -> Void
    ) async throws {
      try await withTemporaryDatabase(like: "empty", prepare: { _ in }) { database in
        try await ServedShop.with { shop in
          let settings = shop.environment.merging(["FERRY_STORE": database.address]) { $1 }
          _ = try await shop.program.outcome(["store", "create", "--config", shop.config], settings)
          try await body(shop, database.address, settings)
        }
      }
    }

    @Test("A server on another machine shows the report, with the time of the database's clock")
    func shown() async throws {
      try await Self.with { shop, _, settings in
        let port = try await FreePorts.find(1)[0]
        let server = settings.merging([
          "FERRY_DATA": shop.path("server"), "FERRY_OPERATIONS_BASE_URL": "https://operations.shop.example",
          "FERRY_OPERATIONS_PORT": "\(port)", "FERRY_OPERATIONS_IDENTITY_HEADER": "X-Forwarded-Email",
          "FERRY_OPERATIONS_PROXY_KEY": Self.proxyKey, "FERRY_OPERATORS": "anna", "FERRY_OPERATOR_ANNA_ROLE": "look",
          "FERRY_OPERATOR_ANNA_IDENTITY": "anna@shop.example",
        ]) { $1 }
        let other = settings.merging(["FERRY_DATA": shop.path("elsewhere")]) { $1 }
          .merging(try ThreeServers.hourAhead()) { $1 }
        try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
          let served = try await shop.program.outcome(["serve", "--config", shop.config], server) {
            let page = "http://127.0.0.1:\(port)/"
            try await Patience.untilAnswers(page, client)
            #expect(try await Self.overview(page, client).contains("No reconciliation yet."))
            let compared = try await shop.program.outcome(
              ["reconcile", "--config", shop.config, "--json"], other, started: { _ in })
            #expect(compared.status == .exited(0), "\(compared.errors)")
            let report = try JSONDecoder().decode(ReconciliationReport.self, from: Data(compared.output.utf8))
            let difference = try #require(Moment(iso8601: report.comparedAt)).since(SystemTime().now)
            #expect(abs(difference.wholeMilliseconds) < 600_000, "\(report.comparedAt)")
            #expect(try await Self.overview(page, client).contains("All books agree."))
          }
          #expect(served.status == .exited(0), "\(served.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: shop.path("elsewhere")))
      }
    }

    @Test("While an account is compared, another run says so, compares nothing, and ends with 3")
    func underWay() async throws {
      try await Self.with { shop, address, settings in
        func reconcile() async throws -> FerryProgram.Outcome {
          try await shop.program.outcome(["reconcile", "--config", shop.config], settings)
        }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let account = ProviderAccountID(provider: "amazon-pay", mode: .test)
        let begun = try await PostgresReconciliation.begin(
          of: account, in: try PostgresAddress(address), logger: logger)
        let first = try #require(begun)
        let second = try await reconcile()
        #expect(second.status == .exited(3) && second.output == "", "\(second)")
        #expect(second.errors.contains("Another comparison of amazon-pay/main/test is running"), "\(second.errors)")
        await first.end()
        // The database frees the lock a moment after the connection has ended.
        let third = try await Patience.until("The end of the first comparison") {
          let outcome = try await reconcile()
          return outcome.status == .exited(3) ? nil : outcome
        }
        #expect(third.status == .exited(0) && third.output.hasSuffix("Nothing differs.\n"), "\(third)")
      }
    }

    /// The first page of an operator whom the identity proxy names.
    private static func overview(_ page: String, _ client: HTTPClient) async throws -> String {
      var request = HTTPClientRequest(url: page)
      request.headers.add(name: "x-forwarded-email", value: "anna@shop.example")
      request.headers.add(name: "ferry-proxy-key", value: proxyKey)
      request.headers.add(name: "accept-language", value: "en")
      let response = try await client.execute(request, timeout: .minutes(5))
      return String(buffer: try await response.body.collect(upTo: 1 << 20))
    }
  }
#endif
