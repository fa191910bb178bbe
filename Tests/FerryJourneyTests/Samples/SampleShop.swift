import AsyncHTTPClient
import FerryCore
import FerryHTTP
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import Testing

@testable import DemoShop

/// A shop of `Samples` that listens, in one of its languages.
enum SampleShop: String, CaseIterable, Sendable {
  case node
  case php
  case python

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples")

  /// A program that a sample needs, and the Debian package that has it.
  struct Missing: Error, CustomStringConvertible {
    let program: String
    let package: String
    var description: String { "There is no \(program). Install the Debian package \(package): make setup" }
  }

  private var program: (name: String, package: String) {
    switch self {
    case .node: ("node", "nodejs")
    case .php: ("php", "php-cli")
    case .python: ("python3", "python3")
    }
  }

  private func arguments(_ port: Int) -> [String] {
    switch self {
    case .node: [Self.folder.appending(path: "node/shop.mjs").path]
    case .php: ["-S", "127.0.0.1:\(port)", "-q", Self.folder.appending(path: "php/shop.php").path]
    case .python: [Self.folder.appending(path: "python/shop.py").path]
    }
  }

  /// Runs the shop beside a demo, until the body is done.
  func run(_ body: (SampleWorld) async throws -> Void) async throws {
    try await SampleWorld.run { world in try await serve(world) { try await body(world) } }
  }

  /// Runs the shop in a world that has begun without one.
  /// - Parameter giftCard: The amount of a gift card that pays a part of every order.
  func serve(_ world: SampleWorld, giftCard: Int? = nil, _ body: () async throws -> Void) async throws {
    var environment = try world.environment
    environment["GIFT_CARD"] = giftCard.map { "\($0)" }
    do {
      _ = try await Subprocess.run(
        .name(program.name), arguments: Arguments(arguments(world.port)),
        environment: .inherit.updating(environment), input: .none, output: .discarded,
        error: .currentStandardError
      ) { execution in
        do {
          try await Patience.untilAnswers(world.shop, world.client) { $0 == .ok }
          try await body()
          try execution.send(signal: .terminate)
        } catch {
          try? execution.send(signal: .kill)
          throw error
        }
      }
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw Missing(program: program.name, package: program.package)
    }
  }
}

/// A demo for a sample's shop, and a scripted buyer in its pages and at the provider's sandbox.
struct SampleWorld: Sendable {
  let shop: String
  let port: Int
  let client: HTTPClient
  private let ferry: String
  private let folder: URL
  private let program: FerryProgram
  private let browser: ScriptedBrowser
  private let buyer: SandboxBuyer

  static func run(_ body: (SampleWorld) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-sample-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let ports = try await FreePorts.find(3)
    let ferry = "http://localhost:\(ports[0])"
    let sandbox = "http://127.0.0.1:\(ports[1])"
    let shop = "http://localhost:\(ports[2])"
    let program = try FerryProgram()
    let arguments = [
      "demo", "--provider", "amazon-pay", "--data", folder.path, "--port", "\(ports[0])", "--sandbox-port",
      "\(ports[1])", "--shop-url", shop,
    ]
    try await program.run(arguments, endingBy: .terminate) {
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        for url in [ferry + "/health", sandbox + "/checkout.js"] { try await Patience.untilAnswers(url, client) }
        let browser = ScriptedBrowser(NetworkTransport(client: client))
        try await body(
          SampleWorld(
            shop: shop, port: ports[2], client: client, ferry: ferry, folder: folder, program: program,
            browser: browser, buyer: SandboxBuyer(browser: browser, sandbox: sandbox)))
      }
    }
  }

  /// The settings of a sample.
  var environment: [Environment.Key: String?] {
    get throws {
      [
        "FERRY_URL": ferry, "FERRY_KEY": try secret("sample-secret-key"),
        "FERRY_WEBHOOK_SECRET": try secret("sample-webhook-secret"), "PORT": "\(port)",
        "SHOP_FILE": folder.appending(path: "shop.json").path,
      ]
    }
  }

  private func secret(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }
}

// MARK: The buyer

extension SampleWorld {
  /// Presses a button of the shop.
  /// - Returns: The address that the browser is sent to.
  func press(_ action: String, _ form: String = "") async throws -> String {
    let answer = try await browser.post("\(shop)/\(action)", form: form)
    guard answer.status == 303, let location = answer.location else {
      throw Unexpected("The shop answered /\(action) with \(answer.status).")
    }
    return location
  }

  /// The shop's page of the order.
  func page(_ path: String = "/checkout") async throws -> String {
    String(decoding: try await browser.get(shop + path).body, as: UTF8.self)
  }

  /// The fields of the form that confirms the order, as the shop shows it.
  func review() async throws -> String {
    let fields = try await page().matches(of: /name="(revision|amount|currency)" value="([^"]*)"/)
    return fields.map { "\($0.output.1)=\($0.output.2)" }.joined(separator: "&")
  }

  /// Follows an address of Ferry's to the provider, and acts there.
  /// - Returns: The address by which the provider sends the buyer back.
  func atProvider(_ next: String, _ act: String, _ details: [String: String] = [:]) async throws -> String {
    guard let ticket = next.split(separator: "#").dropFirst().first else { throw Unexpected("\(next) has no ticket.") }
    let page = try await buyer.open(try await StartStep.spending(String(ticket), at: ferry, in: browser))
    try await buyer.act(page.page, act, details: details)
    guard let url = page.returnURL else { throw Unexpected("The provider was given no return URL.") }
    return url
  }

  /// Comes back from the provider.
  /// - Returns: The address of the shop's page to which Ferry sends the browser.
  func comeBack(_ returnURL: String) async throws -> String {
    let answer = try await browser.get(returnURL)
    guard answer.status == 303, let location = answer.location else {
      throw Unexpected("The return was answered with \(answer.status).")
    }
    return location
  }

  /// Buys, selects address and card at the provider, and comes back to the shop, which claims the return.
  /// - Returns: The checkout's id.
  func select(_ details: [String: String] = [:]) async throws -> String {
    let next = try await press("buy")
    let answer = try await browser.get(try await comeBack(try await atProvider(next, "select", details)))
    #expect(answer.status == 303 && answer.location == "/checkout")
    return String(try #require(next.split(separator: "#").last?.split(separator: ".").first))
  }
}

// MARK: Webhooks, and what the shop knows

extension SampleWorld {
  /// The shop's data.
  struct Saved: Decodable {
    let messages: [String]
    let shipments: [String]
    let stopped: [String]
  }

  /// - Throws: Also while the shop is writing.
  func saved() throws -> Saved { try saved(Saved.self) }

  /// The data of the shell's sample.
  struct SavedByShell: Decodable {
    let checkout: String?
    let isShipped: Bool?
    let isStopped: Bool?
  }

  func saved<Content: Decodable>(_ type: Content.Type) throws -> Content {
    try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: "shop.json")))
  }

  /// Lets the next shop begin without data.
  func forget() throws { try FileManager.default.removeItem(at: folder.appending(path: "shop.json")) }

  /// Lets a scripted buyer order something at the sample's shop: `ferry trigger`.
  func trigger(_ name: String) async throws -> CheckoutBody {
    let outcome = try await program.outcome(
      ["trigger", name, "--shop", "sample", "--data", folder.path, "--json"])
    try #require(outcome.status.isSuccess, "\(outcome.errors)")
    return try JSONDecoder().decode(CheckoutBody.self, from: Data(outcome.output.utf8))
  }

  /// Waits until nothing of a checkout's money is left to the shop.
  func waitUntilReturned(_ checkout: String) async throws {
    var request = HTTPClientRequest(url: "\(ferry)/v1/checkouts/\(checkout)")
    request.headers.add(name: "authorization", value: "Bearer \(try secret("sample-secret-key"))")
    _ = try await Patience.until("The end of the money of \(checkout)") { () -> Bool? in
      let answer = try await client.execute(request, timeout: .minutes(5))
      let body = try await answer.body.collect(upTo: 1 << 20)
      let payment = try JSONDecoder().decode(CheckoutBody.self, from: Data(body.readableBytesView)).payment
      return payment.map { $0.captured == $0.refunded && $0.capturable.isZero } == true ? true : nil
    }
  }

  /// Runs a command of the tool for the sample's shop.
  func tool(_ arguments: String...) async throws -> String {
    let key = folder.appending(path: "sample-secret-key").path
    let outcome = try await program.outcome(arguments + ["--data", folder.path, "--key-file", key])
    #expect(outcome.status.isSuccess, "\(outcome.errors)")
    return outcome.output
  }

  /// Runs a step of the shell's sample.
  /// - Parameter giftCard: The amount of a gift card that pays a part of the order.
  func step(_ arguments: String..., giftCard: Int? = nil) async throws -> String {
    var environment = try environment
    environment["GIFT_CARD"] = giftCard.map { "\($0)" }
    let script = SampleShop.folder.appending(path: "curl/shop.sh").path
    for (program, package) in [("curl", "curl"), ("jq", "jq"), ("openssl", "openssl")] {
      do {
        _ = try await Subprocess.run(.name(program), arguments: ["--help"], output: .discarded, error: .discarded)
      } catch let error as SubprocessError where error.code == .executableNotFound {
        throw SampleShop.Missing(program: program, package: package)
      }
    }
    let result = try await Subprocess.run(
      .name("bash"), arguments: Arguments([script] + arguments), environment: .inherit.updating(environment),
      input: .none, output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
    #expect(result.terminationStatus.isSuccess, "\(result.standardError)")
    return result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Sends a message as Ferry would.
  /// - Parameters:
  ///   - signed: The bytes that are signed; the body unless given.
  ///   - secret: The endpoint's unless given.
  /// - Returns: The status of the shop's answer.
  func send(
    _ id: String, _ body: String, signed: String? = nil, ago: Duration = .zero, secret: WebhookSecret? = nil
  ) async throws -> Int {
    let own = try #require(WebhookSecret(text: try self.secret("sample-webhook-secret")))
    let signature = WebhookSignature(
      signing: (signed ?? body).utf8, id: id, at: SystemTime().now - ago, secrets: [secret ?? own])
    return try await browser.post(
      shop + "/ferry/webhooks", json: Array(body.utf8),
      headers: Dictionary(uniqueKeysWithValues: signature.fields.map { ($0.name, $0.value) })
    ).status
  }
}
