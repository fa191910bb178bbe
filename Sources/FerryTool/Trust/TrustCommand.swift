import ArgumentParser
import FerryCore
import FerryWeb
import Foundation
import Subprocess

struct TrustCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Make this machine trust the development certificates of `ferry demo --tls`.",
    discussion: """
      It lists the programs to run and, on a terminal, asks for confirmation. The first run \
      creates the authority, which can certify only this machine and private networks. Restart your browsers afterwards. \
      Firefox has its own store: import the file that --print shows under Settings, Certificates.
      """)

  @Option(help: ArgumentHelp("The folder of the demo.", valueName: "folder"), completion: .directory)
  var data = DemoPlaceOptions.usualFolder

  @Flag(name: .customLong("print"), help: "Print the path of the certificate (PEM), and change nothing.")
  var printsFile = false

  @Flag(help: "Stop trusting the authority.") var remove = false

  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

  func validate() throws {
    if printsFile, remove { throw ValidationError("--print and --remove cannot be used together.") }
  }

  func run() async throws {
    let folder: DemoFolder
    let authority: DevelopmentAuthority
    do {
      folder = try DemoFolder(data)
      if remove, !FileManager.default.fileExists(atPath: folder.authorityCertificate) {
        throw CommandFailure(
          "There is no authority in \(folder.path), so there is nothing to remove.")
      }
      authority = try folder.developmentAuthority(now: SystemTime().now, randomness: SystemRandomness())
    } catch {
      throw StartFailure(error)
    }
    let file = folder.authorityCertificate
    if printsFile { return printNow(file) }
    let machine = TrustPlan.Machine.this(ProcessInfo.processInfo.environment)
    let plan =
      remove
      ? TrustPlan.remove(name: authority.name, from: machine)
      : TrustPlan.install(file, name: authority.name, on: machine)
    guard !plan.steps.isEmpty else {
      throw CommandFailure(
        (["This machine has no program to import certificates with. Import the certificate yourself: \(file)"]
          + plan.notes).joined(separator: "\n"))
    }
    printNow(
      ([remove ? "To stop trusting \(authority.name):" : "To trust \(authority.name):", ""]
        + plan.steps.map { "  " + $0.text } + [""] + plan.notes).joined(separator: "\n"))
    guard yes || isatty(STDIN_FILENO) == 0 || agrees() else { throw ExitCode.failure }
    for step in plan.steps { try await perform(step) }
    printNow(remove ? "Done." : "Done. Restart your browsers. Then https://localhost:3443 opens without a warning.")
  }

  private func agrees() -> Bool {
    print("Continue? [Y/n] ", terminator: "")
    fflush(nil)
    return !(readLine() ?? "n").lowercased().hasPrefix("n")
  }

  private func perform(_ step: TrustPlan.Step) async throws {
    let isDone: Bool
    do {
      isDone = try await Subprocess.run(
        .name(step.program), arguments: Arguments(step.arguments), input: .currentStandardInput,
        output: .currentStandardOutput, error: .currentStandardError
      )
      .terminationStatus.isSuccess
    } catch {
      isDone = false
    }
    guard isDone || step.mayFail else {
      throw CommandFailure("This command failed, so the remaining ones were not run: \(step.text)")
    }
  }
}

extension TrustPlan.Machine {
  static func this(_ environment: [String: String]) -> TrustPlan.Machine {
    // Root's programs are often missing in the path of another user.
    let folders: [String] =
      (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { String($0) } + ["/usr/sbin", "/sbin"]
    func has(_ program: String) -> Bool {
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
    let database = (environment["HOME"] ?? NSHomeDirectory()) + "/.pki/nssdb"
    return TrustPlan.Machine(
      hasSystemStore: has("update-ca-certificates"), isRoot: geteuid() == 0, hasSudo: has("sudo"),
      hasCertutil: has("certutil"), database: database,
      hasDatabase: FileManager.default.fileExists(atPath: database + "/cert9.db"))
  }
}
