import AsyncHTTPClient
import DemoShop
import FerryCore
import FerryEngine
import FerryHTTP
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Subprocess
import Testing

@Suite("The server as an operator starts it")
struct ServeTests {
  /// A whole checkout of an app over HTTP.
  private static func pay(as kind: AppKind, _ shop: ServedShop, _ client: HTTPClient) async throws {
    let app = ScriptedApp(
      ScriptedCheckout.Target(ferry: shop.address, sandbox: shop.sandboxAddress, secretKey: shop.secretKey),
      app: "tablets-ios", linkHost: shop.linkHost, review: kind == .firstGeneration ? .browser : .app,
      transport: NetworkTransport(client: client))
    let buyer = AppBuyer(kind, app)
    let reviewing = try await buyer.review("served-app-1")
    try await buyer.pay(reviewing)
    try await app.act(reviewing.session, "approve")
    #expect(try await buyer.end(reviewing, SystemTime()).phase == .paid)
    // The link host's page, for links that the system leaves in the browser.
    let page = try await app.browser.get(shop.linkHost + AppReturnLink.path + "?checkout=co_x&code=y")
    #expect(page.status == 200)
    #expect(String(decoding: page.body, as: UTF8.self).contains(shop.address))
  }

  /// A refund over HTTP, its retry, and a second one at the same time.
  private static func refund(_ checkout: CheckoutBody, _ shop: ServedShop, _ client: HTTPClient) async throws {
    for (key, status) in [("return-1", 202), ("return-1", 202), ("return-2", 409)] {
      var request = HTTPClientRequest(url: shop.address + "/v1/checkouts/\(checkout.id)/refund")
      request.method = .POST
      request.headers.add(name: "authorization", value: "Bearer \(shop.secretKey.reveal())")
      request.headers.add(name: "idempotency-key", value: key)
      request.headers.add(name: "content-type", value: "application/json")
      request.body = .bytes(Array(#"{"amount":{"amount":"1000","currency":"JPY"}}"#.utf8))
      let response = try await client.execute(request, timeout: .minutes(5))
      #expect(Int(response.status.code) == status)
      let body = Data(try await response.body.collect(upTo: 1 << 20).readableBytesView)
      if status == 202 {
        let result = try JSONDecoder().decode(OperationResultBody.self, from: body)
        #expect(result.operation.state == .pending)
        #expect(result.operation.reference?.contains("-R") == true)
        #expect(result.payment.refundable == .yen(8_520))
      } else {
        #expect(try JSONDecoder().decode(Problem.self, from: body).type == .inProgress)
      }
    }
  }

  @Test("It handles a whole checkout, answers its operators, and stops cleanly", .timeLimit(.minutes(10)))
  func wholeCheckout() async throws {
    try await ServedShop.with { shop in
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        try await shop.withSandbox(client) {
          let outcome = try await shop.serving {
            try await Patience.untilAnswers(shop.address + "/health", client)
            #expect(try await shop.get("/health", client).status == 200)
            #expect(try await shop.get("/ready", client).status == 200)
            let checkout = try await ScriptedCheckout(
              ScriptedCheckout.Target(ferry: shop.address, sandbox: shop.sandboxAddress, secretKey: shop.secretKey),
              client: client
            ).run(reference: "served-1")
            #expect(checkout.phase == .paid)
            try await Self.refund(checkout, shop, client)
            // At once, because the sandbox decides about a refund after half a minute.
            let payments = try await shop.program.outcome(
              ["payments", "list", "--pending"], shop.environment.merging(["FERRY_CONFIG": shop.config]) { $1 })
            #expect(payments.output.contains("refund pending"), "\(payments.errors)")
            try await Self.pay(as: .firstGeneration, shop, client)
            let metrics = try await shop.get("/metrics", client).body
            #expect(metrics.contains(#"ferry_claims_total{result="claimed"}"#))
            #expect(metrics.contains(#"ferry_provider_calls_total{provider="amazon-pay""#))
            // The tool finds address and key in the server's settings.
            let list = try await shop.program.outcome(["checkouts", "list", "--config", shop.config], shop.environment)
            #expect(list.output.contains("paid"), "\(list.errors)")
          }
          #expect(outcome.status == .exited(0))
          #expect(outcome.errors.contains("Test payments go to a sandbox"))
          #expect(!outcome.errors.contains(shop.secretKey.reveal()))
        }
      }
    }
  }

  @Test("It serves the file of a provider's account byte for byte", .timeLimit(.minutes(10)))
  func domainFile() async throws {
    try await ServedShop.with { shop in
      let content = [0xEF, 0xBB, 0xBF] + Array("7B2270737049\r\n".utf8) + [0x00, 0xFF]
      try Data(content).write(to: shop.folder.appending(path: "association"))
      try await shop.createDatabase()
      let account = [
        "PAYEE_ID": "5cabf558-5283-482f-b252-4d58e06f6f3b", "ACCESS_TOKEN": "a1b2c3d4", "API_URL": shop.sandboxAddress,
        "PAYER_URLS": shop.sandboxAddress, "APPLE_PAY_FILE": shop.path("association"),
      ].map { ("FERRY_SWEDBANK_PAY_TEST_\($0.key)", $0.value) }
      let environment = shop.environment.merging(account) { $1 }
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        _ = try await shop.program.outcome(["serve", "--config", shop.config], environment) {
          try await Patience.untilAnswers(shop.address + "/health", client)
          let path = "/.well-known/apple-developer-merchantid-domain-association"
          let answer = try await client.execute(HTTPClientRequest(url: shop.address + path), timeout: .minutes(5))
          let body = try await answer.body.collect(upTo: 1 << 20)
          #expect(answer.status == .ok && Array(body.readableBytesView) == content)
        }
      }
    }
  }

  @Test(
    "A half-sent request delays the shutdown by seconds only, and gets a timeout", .timeLimit(.minutes(10)))
  func halfRequest() async throws {
    try await ServedShop.with { shop in
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        let (answers, answer) = AsyncStream.makeStream(of: String.self)
        let outcome = try await shop.serving {
          try await Patience.untilAnswers(shop.address + "/health", client)
          let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
              channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(FirstBytes(answer))
              }
            }
            .connect(host: "127.0.0.1", port: shop.port).get()
          let head = "POST /v1/checkouts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          let key = "Authorization: Bearer \(shop.secretKey.reveal())\r\nIdempotency-Key: half\r\n"
          try await channel.writeAndFlush(ByteBuffer(string: head + key + "Content-Length: 500\r\n\r\n{"))
          // An answer to somebody else shows that the server has had time to read it.
          #expect(try await shop.get("/ready", client).status == 200)
        }
        #expect(outcome.status == .exited(0))
        // The provider's sandbox does not run, as the log says at the start.
        let errors = outcome.errors.split(separator: "\n").filter { $0.contains(" error ") }
        #expect(errors.allSatisfy { $0.contains("does not answer") })
        let first = await answers.first { _ in true }
        #expect(first?.hasPrefix("HTTP/1.1 408 ") == true)
      }
    }
  }

  /// The server's first bytes; empty if it closes without an answer.
  private final class FirstBytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let told: AsyncStream<String>.Continuation

    init(_ told: AsyncStream<String>.Continuation) { self.told = told }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { told.yield(String(buffer: unwrapInboundIn(data))) }

    func channelInactive(context: ChannelHandlerContext) { told.finish() }
  }

  @Test("A second server on the same port or the same data says which setting to change", .timeLimit(.minutes(10)))
  func second() async throws {
    try await ServedShop.with { shop in
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        let outcome = try await shop.serving {
          try await Patience.untilAnswers(shop.address + "/health", client)
          let samePort = try await shop.program.outcome(["serve", "--config", shop.config], shop.environment)
          #expect(samePort.status == .exited(1))
          #expect(samePort.errors.contains("Port \(shop.port) is in use."))
          #expect(samePort.errors.contains("ferry.listen.port (FERRY_LISTEN_PORT)"))

          let other = shop.environment.merging(["FERRY_LISTEN_PORT": "\(shop.sandboxPort)"]) { $1 }
          let sameData = try await shop.program.outcome(["serve", "--config", shop.config], other)
          #expect(sameData.status == .exited(1))
          #expect(sameData.errors.contains("Another Ferry process uses the database"))
          #expect(sameData.errors.contains("ferry.data (FERRY_DATA)"))
        }
        #expect(outcome.status == .exited(0))
      }
    }
  }

  @Test("It does not create a database without permission, and uses an existing one", .timeLimit(.minutes(10)))
  func missingDatabase() async throws {
    try await ServedShop.with { shop in
      func ferry(_ words: String...) async throws -> FerryProgram.Outcome {
        try await shop.program.outcome(words + ["--config", shop.config], shop.environment)
      }
      let refused = try await ferry("serve")
      #expect(refused.status == .exited(1))
      #expect(refused.errors.contains("There is no database \(shop.database). If there was one, its disk may not be"))
      #expect(refused.errors.contains("`ferry store create`") && refused.errors.contains("ferry.data (FERRY_DATA)"))
      #expect(!FileManager.default.fileExists(atPath: shop.path("data")))
      let made = try await ferry("store", "create")
      #expect(made.status == .exited(0), "\(made.errors)")
      let again = try await ferry("store", "create")
      #expect(again.errors.hasPrefix("Error: The database \(shop.database) already exists."), "\(again.errors)")
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        let outcome = try await shop.serving { try await Patience.untilAnswers(shop.address + "/health", client) }
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
      }
    }
  }

  @Test(
    "A private key that everybody may read causes a warning, with the setting and the remedy", .timeLimit(.minutes(10)))
  func openKeyFile() async throws {
    try await ServedShop.with { shop in
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        for permissions in [0o600, 0o644] {
          try shop.setPermissions(of: "private.pem", permissions)
          let outcome = try await shop.serving { try await Patience.untilAnswers(shop.address + "/health", client) }
          let isWarned = outcome.errors.contains("Every user of this machine can read a private key.")
          #expect(isWarned == (permissions == 0o644), "\(outcome.errors)")
          guard isWarned else { continue }
          #expect(outcome.errors.contains("chmod 600"))
          #expect(
            outcome.errors.contains(
              "ferry.amazonPay.test.privateKeyFile (FERRY_AMAZON_PAY_TEST_PRIVATE_KEY_FILE)"), "\(outcome.errors)")
          #expect(!outcome.errors.contains("PRIVATE KEY-----"))
        }
      }
    }
  }

  @Test(
    "Nothing starts with wrong settings, and all are reported without a secret", arguments: ["serve", "config"])
  func wrong(_ command: String) async throws {
    try await ServedShop.with { shop in
      let changes = [
        "FERRY_AMAZON_PAY_TEST_PUBLIC_KEY_ID": "LIVE-ABC", "FERRY_LISTEN_PORT": "none", "FERRY_BASEURL": "x",
        "FERRY_SHOP_MAIN_LIVE_KEYS": shop.secretKey.reveal(),
      ]
      let outcome = try await shop.program.outcome(
        [command, "--config", shop.config], shop.environment.merging(changes) { $1 })
      #expect(outcome.status == .exited(1))
      for variable in changes.keys { #expect(outcome.errors.contains(variable)) }
      #expect(outcome.output.isEmpty)
      #expect(!outcome.errors.contains(shop.secretKey.reveal()))
    }
  }

  @Test("The settings in force are shown, with the file named by the environment and no secret")
  func config() async throws {
    try await ServedShop.with { shop in
      let changes = ["FERRY_CONFIG": shop.config, "FERRY_LISTEN_PORT": "8081"]
      let outcome = try await shop.program.outcome(["config"], shop.environment.merging(changes) { $1 })
      #expect(outcome.status == .exited(0))
      #expect(outcome.output.contains(ServedShop.publicKeyID))
      #expect(outcome.output.contains(/ferry\.listen\.port +8081 +FERRY_LISTEN_PORT/))
      #expect(outcome.output.contains(/ferry\.shop\.main\.testKeys +redacted/))
      #expect(!(outcome.output + outcome.errors).contains(shop.secretKey.reveal()))
    }
  }
}
