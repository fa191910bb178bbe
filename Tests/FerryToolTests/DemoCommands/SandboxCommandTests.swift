import ArgumentParser
import FerryCore
import FerryHTTP
import FerrySandbox
import FerryTestBank
import Testing

@testable import FerryTool

private typealias Bank = FerryTestBank.Sandbox

@Suite("ferry sandbox")
struct SandboxCommandTests {
  private let known: [any SandboxModule.Type] = Providers.sandboxes + [Bank.self]

  @Test("The only provider needs no name; among several one is named, or the error lists them")
  func provider() throws {
    for name in [nil, Bank.id] { #expect(try SandboxCommand.sandbox(of: name, in: [Bank.self]) == Bank.self) }
    #expect(try SandboxCommand.sandbox(of: "test-bank", in: known) == Bank.self)
    for name in [nil, "nobody"] {
      let error = #expect(throws: ValidationError.self) { try SandboxCommand.sandbox(of: name, in: known) }
      let ids = known.map { $0.id }.joined(separator: ", ")
      #expect(error?.message.contains(ids) == true, "\(name ?? "")")
    }
  }

  @Test("Options before and after the provider's name are the provider's own and those of every sandbox")
  func options() throws {
    let command = try SandboxCommand.parse(["--port", "80", "--provider", "test-bank", "--tls", "--control"])
    #expect(command.provider == "test-bank")
    #expect(command.options == ["--port", "80", "--tls", "--control"])
  }

  @Test(
    "Its address names a port only if it is not the default",
    arguments: [
      (["--tls", "--port", "443"], "https://127.0.0.1"), (["--tls"], "https://127.0.0.1:3081"),
      (["--port", "80"], "http://127.0.0.1"), ([], "http://127.0.0.1:3081"),
      (["--public-url", "https://pt01.mul-pay.jp"], "https://pt01.mul-pay.jp"),
      (["--tls", "--public-url", "https://pay.example:8443/"], "https://pay.example:8443"),
    ])
  func origin(_ arguments: [String], _ origin: String) throws {
    #expect(try SandboxStart<Bank>.parse(arguments).origin?.text == origin)
  }

  @Test(
    "A public address that no browser is led to is refused, with the right form",
    arguments: ["pay.example", "http://pay.example", "https://pay.example/path", ""])
  func publicAddress(_ address: String) {
    let error = #expect(throws: (any Error).self) { try SandboxStart<Bank>.parse(["--public-url", address]) }
    #expect(error.map { SandboxStart<Bank>.message(for: $0).contains("https://sandbox.example") } == true)
  }

  @Test("The development certificate and the user's own certificate exclude each other")
  func certificates() {
    #expect(throws: (any Error).self) {
      try SandboxStart<Bank>.parse(["--tls", "--certificate", "a.pem", "--certificate-key", "b.pem"])
    }
  }

  @Test("Its help lists the providers, and with a name it has the guide and the options of that one alone")
  func help() async throws {
    let list = try SandboxCommand.help(of: nil, in: Providers.sandboxes)
    for module in Providers.sandboxes { #expect(list.contains(module.id)) }
    #expect(list.split(separator: "\n").count < 25)
    let amazon = try SandboxCommand.help(of: "amazon-pay", in: known)
    #expect(amazon.contains("--merchant-id") && amazon.contains("--tls"))
    let other = try SandboxCommand.help(of: "placetopay", in: known)
    #expect(other.hasPrefix("PLACETOPAY") && other.contains("--secret-key") && other.contains("--tls"))
    #expect(!other.contains("--merchant-id"))
    for option in ["-h", "--help"] {
      let command = try SandboxCommand.parse(["--provider", "placetopay", option])
      let exit = await #expect(throws: CleanExit.self) { try await command.run() }
      #expect(exit.map { SandboxCommand.message(for: $0) } == other)
    }
  }

  @Test("The guides fit a terminal of 80 columns")
  func guides() {
    for text in known.map({ Self.guide($0) }) {
      for line in text.split(separator: "\n") { #expect(line.count <= 78, "\(line)") }
    }
  }

  private static func guide<Module: SandboxModule>(_: Module.Type) -> String { Module.Options.guide }
}
