import ArgumentParser
import FerryCore
import FerryServer
import FerryWeb
import Foundation
import Testing

@testable import FerryTool

@Suite("A command's server and key")
struct ServerOptionsTests {
  /// Runs a test with a temporary folder.
  private func withFolder(_ test: (_ folder: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try test(folder.path)
  }

  private func access(_ arguments: [String], _ environment: [String: String] = [:]) throws -> ServerAccess {
    try ServerOptions.parse(arguments).access(environment)
  }

  private func failure(_ arguments: [String], _ environment: [String: String] = [:]) -> String {
    do {
      return "\(try access(arguments, environment).address) was found."
    } catch {
      return "\(error)"
    }
  }

  @Test("Beside a demo both come from its folder, regardless of the environment")
  func demo() throws {
    try withFolder { folder in
      let demo = try DemoFolder(folder)
      let key = try demo.secret("shop-secret-key", SystemRandomness())
      #expect(failure(["--data", folder]).hasPrefix("No demo has run in \(folder). Start one with `ferry demo`"))
      try demo.write("http://localhost:3080", to: DemoFolder.addressName, permissions: 0o600)
      let environment = ["FERRY_SECRET_KEY": "another", "FERRY_BASE_URL": "https://pay.shop.example"]
      let access = try access(["--data", folder], environment)
      #expect(access.address.text == "http://localhost:3080")
      #expect(access.key.secret.reveal() == key.reveal())
      #expect(access.advice.contains("ferry demo --data \(folder)"))
    }
  }

  @Test("Settings provide the port on this machine, and their only plain-text key")
  func settings() throws {
    let access = try access([], Configured.environment)
    #expect(access.address.text == "http://127.0.0.1:8080")
    #expect(access.key.secret.reveal() == Configured.secretKey)
    #expect(access.key.origin == "the setting ferry.shop.main.testKeys")
    let elsewhere = Configured.environment.merging(["FERRY_LISTEN_ADDRESS": "10.0.0.5"]) { $1 }
    #expect(try self.access([], elsewhere).address.text == "https://pay.shop.example")
    let everywhere = Configured.environment.merging(["FERRY_LISTEN_ADDRESS": "::", "FERRY_LISTEN_PORT": "9000"]) { $1 }
    #expect(try self.access([], everywhere).address.text == "http://[::1]:9000")
  }

  @Test("If settings have digests or several keys, the message says how to name one")
  func unclearSettings() throws {
    let digest = "sha256:" + String(repeating: "0a", count: 32)
    let hidden = Configured.environment.merging(["FERRY_SHOP_MAIN_TEST_KEYS": digest]) { $1 }
    #expect(failure([], hidden).contains("--key-file"))
    #expect(try access([], hidden.merging(["FERRY_SECRET_KEY": "sk_test_x"]) { $1 }).key.origin == "FERRY_SECRET_KEY")
    let both = Configured.environment.merging(Configured.live) { $1 }
    #expect(failure([], both).contains("--shop and --mode"))
    #expect(try access(["--mode", "live"], both).key.origin == "the setting ferry.shop.main.liveKeys")
    #expect(failure(["--shop", "other"], both).contains("Unknown shop 'other'. Use one of: main."))
  }

  @Test("A named server needs a key from a file or the environment, and https unless it is on this machine")
  func named() throws {
    try withFolder { folder in
      let file = folder + "/key"
      #expect(failure(["--server", "https://pay.shop.example"]).contains("FERRY_KEY_FILE"))
      #expect(
        failure(["--server", "https://pay.shop.example", "--key-file", file]).contains("Cannot read the key file"))
      try Data(" \n".utf8).write(to: URL(filePath: file))
      #expect(failure(["--server", "https://pay.shop.example", "--key-file", file]).contains("is empty"))
      try Data("sk_live_1\n".utf8).write(to: URL(filePath: file))
      for (arguments, environment) in [
        (["--key-file", file], ["FERRY_SECRET_KEY": "other"]), ([], ["FERRY_KEY_FILE": file]),
      ] {
        let access = try access(["--server", "https://pay.shop.example"] + arguments, environment)
        #expect(access.key.secret.reveal() == "sk_live_1", "\(arguments)")
        #expect(access.address.text == "https://pay.shop.example")
      }
      #expect(
        failure(["--server", "http://pay.shop.example", "--key-file", file]).contains(
          "--server must be an https address"))
    }
  }

  @Test("The tool's variables are allowed beside a server's settings")
  func variables() throws {
    #expect(try Configured.refused(["FERRY_KEY_FILE": "key", "FERRY_SECRET_KEY": "sk_test_x"]) == [])
  }
}
