import AsyncHTTPClient
import FerryCore
import FerryEngine
import FerryHTTP
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import Testing

@Suite("A server that loses its database", .timeLimit(.minutes(10)))
struct LostDatabaseTests {
  @Test(
    "No command makes empty books of an empty file",
    arguments: [
      ["serve"], ["store", "migrate"], ["store", "status"], ["store", "create"], ["reconcile", "--no-provider"],
      ["checkouts", "watch"],
    ])
  func emptyFile(_ command: [String]) async throws {
    try await ServedShop.with { shop in
      try FileManager.default.createDirectory(atPath: shop.path("data"), withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: shop.database))
      let end = try await shop.program.outcome(command + ["--config", shop.config], shop.environment)
      #expect(end.status == .exited(command[0] == "reconcile" ? 2 : 1))
      #expect(
        end.errors.hasPrefix("Error: The file \(shop.database) is not a database of Ferry: it has no tables."),
        "\(end.errors)")
      #expect(try Data(contentsOf: URL(filePath: shop.database)).isEmpty)
      let doctor = try await shop.program.outcome(["doctor", "--config", shop.config], shop.environment)
      #expect(doctor.output.contains("is not a database of Ferry"), "\(doctor.output)")
    }
  }

  @Test("Once another has opened it after the lock file was removed, the server ends with one line")
  func removedLock() async throws {
    try await ServedShop.with { shop in
      try await shop.createDatabase()
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        let outcome = try await shop.program.outcome(["serve", "--config", shop.config], shop.environment) { _ in
          try await Patience.untilAnswers(shop.address + "/health", client)
          try FileManager.default.removeItem(atPath: shop.database + ".lock")
          let other = try await shop.program.outcome(
            ["serve", "--config", shop.config],
            shop.environment.merging(["FERRY_LISTEN_PORT": "\(shop.sandboxPort)"]) { $1 }
          ) {
            try await Patience.untilAnswers(shop.sandboxAddress + "/health", client)
            #expect(await shop.create("order-1", client) == 503)
          }
          #expect(other.status == .exited(0), "\(other.errors)")
        }
        #expect(outcome.status == .exited(1))
        #expect(
          outcome.lastWords.map { $0.hasPrefix("Error: Another Ferry process has opened the database") } == [true],
          "\(outcome.errors)")
      }
    }
  }

  @Test("On a full disk the server ends with one line, and goes on where it was once there is space again")
  func fullDisk() async throws {
    try await ServedShop.with { shop in
      try await SmallDisk.mounted(at: shop.path("data")) { disk in
        try await shop.createDatabase()
        var changes = shop.environment
        // The server would take no new checkouts.
        changes["FERRY_LIMITS_LEAST_FREE_MEGABYTES"] = "0"
        try await losing(
          shop, changes, by: { try disk.fill() }, end: "The disk of the database \(shop.database) is full.")
        try disk.empty()
        try await expectFirstCheckout(shop, changes)
      }
    }
  }

  @Test("On a disk that takes no more bytes of a file, too")
  func brokenDisk() async throws {
    try await ServedShop.with { shop in
      try await shop.createDatabase()
      // A megabyte, and no signal beyond it.
      try await losing(
        shop, shop.environment, after: "trap '' XFSZ; ulimit -f 2048; ", by: {},
        end: "Ferry could not write to the database \(shop.database): disk I/O error")
      try await expectFirstCheckout(shop, shop.environment)
    }
  }

  /// Runs the server, creates a checkout, spoils the disk, and creates checkouts until the server has ended.
  private func losing(
    _ shop: ServedShop, _ environment: [String: String], after preparation: String = "",
    by spoil: @escaping @Sendable () throws -> Void, end: String
  ) async throws {
    try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
      let outcome = try await shop.program.outcome(
        ["serve", "--config", shop.config], environment, after: preparation
      ) { _ in
        try await Patience.untilAnswers(shop.address + "/ready", client) { $0 == .ok }
        #expect(await shop.create("first", client) == 201)
        try spoil()
        var statuses: [Int] = []
        while statuses.count < 1000, let status = await shop.create("order-\(statuses.count)", client) {
          statuses.append(status)
        }
        #expect(Set(statuses).isSubset(of: [201, 503]) && statuses.contains(503), "\(statuses)")
      }
      #expect(outcome.status == .exited(1))
      #expect(outcome.lastWords.map { $0.hasPrefix("Error: " + end) } == [true], "\(outcome.errors)")
    }
  }

  private func expectFirstCheckout(_ shop: ServedShop, _ environment: [String: String]) async throws {
    try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
      let outcome = try await shop.program.outcome(["serve", "--config", shop.config], environment) {
        try await Patience.untilAnswers(shop.address + "/ready", client) { $0 == .ok }
        #expect(await shop.create("first", client) == 200, "It is there.")
      }
      #expect(outcome.status == .exited(0), "\(outcome.errors)")
    }
  }
}

extension FerryProgram.Outcome {
  /// The lines of the standard error but the one of the start that the provider's sandbox does not run.
  fileprivate var lastWords: [String] {
    errors.split(separator: "\n").map(String.init).filter { !$0.contains("does not answer") && !$0.contains("sandbox") }
  }
}

extension ServedShop {
  /// Creates a checkout, or finds it again.
  /// - Returns: The status of the answer; nil if the server does not answer.
  fileprivate func create(_ reference: String, _ client: HTTPClient) async -> Int? {
    var request = HTTPClientRequest(url: address + "/v1/checkouts")
    request.method = .POST
    request.headers.add(name: "authorization", value: "Bearer \(secretKey.reveal())")
    request.headers.add(name: "idempotency-key", value: reference)
    request.headers.add(name: "content-type", value: "application/json")
    request.body = .bytes(
      Array(
        """
        {"orderReference": "\(reference)", "kind": "browser", "provider": "amazon-pay", "language": "en",
          "capture": "automatic",
          "order": {"currency": "JPY", "tax": {"percent":"10", "rounding": "down", "included": true},
            "lines": [{"sku": "tea", "name": "Sencha", "quantity": 1, "unitPrice": {"amount": "1200", "currency": "JPY"}}],
            "shipping": {"standard": {"amount": "600", "currency": "JPY"}, "zones": []}}}
        """.utf8))
    return await (try? client.execute(request, timeout: .seconds(60))).map { Int($0.status.code) }
  }
}

/// A file system of its own, in memory, that a test can fill.
struct SmallDisk: Sendable {
  private let path: String

  struct NotPermitted: Error, CustomStringConvertible {
    let reason: String
    var description: String {
      "This test mounts a small disk, and may not: \(reason) Run it as root, or under `unshare --map-root-user --mount`."
    }
  }

  static func mounted(at path: String, _ body: (SmallDisk) async throws -> Void) async throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let mount = try await Subprocess.run(
      .name("mount"), arguments: ["-t", "tmpfs", "-o", "size=16m,mode=700", "tmpfs", path], output: .discarded,
      error: .string(limit: 4096))
    guard mount.terminationStatus.isSuccess else { throw NotPermitted(reason: mount.standardError) }
    let result: Result<Void, any Error>
    do { result = .success(try await body(SmallDisk(path: path))) } catch { result = .failure(error) }
    _ = try await Subprocess.run(.name("umount"), arguments: ["--lazy", path], output: .discarded, error: .discarded)
    try result.get()
  }

  /// Writes a file until nothing more fits.
  func fill() throws {
    let descriptor = open(path + "/other", O_WRONLY | O_CREAT, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let bytes = [UInt8](repeating: 1, count: 1024)
    while write(descriptor, bytes, bytes.count) > 0 {}
    try #require(errno == ENOSPC)
  }

  func empty() throws { try FileManager.default.removeItem(atPath: path + "/other") }
}
