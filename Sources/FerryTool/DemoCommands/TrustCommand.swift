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
      throw CommandFailure(error)
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

/// The programs to run so that this machine trusts a development authority, or stops doing so.
struct TrustPlan: Sendable {
  struct Step: Hashable, Sendable {
    let program: String
    let arguments: [String]
    /// True if a failure does not matter: what it removes may be missing.
    var mayFail = false

    /// As typed in a shell.
    var text: String {
      ([program] + arguments).map { word in
        let isPlain = !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:,=".contains($0) }
        return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
      }.joined(separator: " ")
    }
  }

  /// The programs and rights on a machine.
  struct Machine: Hashable, Sendable {
    /// `update-ca-certificates`, as Debian has it.
    var hasSystemStore: Bool
    var isRoot: Bool
    var hasSudo: Bool
    /// `certutil` of NSS.
    var hasCertutil: Bool
    /// The path of this user's NSS database, which Chromium reads; it may be missing.
    var database: String
    var hasDatabase: Bool
  }

  private(set) var steps: [Step] = []
  /// The parts that are left out, and why.
  private(set) var notes: [String] = []
  private let machine: Machine
  private let canChangeSystem: Bool

  /// - Parameters:
  ///   - certificate: The file with the authority's certificate.
  ///   - name: The authority's name, as people see it.
  static func install(_ certificate: String, name: String, on machine: Machine) -> TrustPlan {
    var plan = TrustPlan(machine)
    if plan.canChangeSystem {
      plan.asRoot("install", "-m", "0644", certificate, systemFile(name))
      plan.asRoot("update-ca-certificates")
    }
    if machine.hasCertutil {
      if !machine.hasDatabase {
        plan.run("mkdir", "-p", machine.database)
        plan.run("certutil", "-d", "sql:" + machine.database, "-N", "--empty-password")
      }
      // C: trusted to certify servers, and nothing else.
      plan.run("certutil", "-d", "sql:" + machine.database, "-A", "-t", "C,,", "-n", name, "-i", certificate)
    } else {
      plan.notes.append(
        "Skipped Chromium and Chrome: certutil is missing. On Debian, run apt-get install libnss3-tools and try again.")
    }
    return plan
  }

  static func remove(name: String, from machine: Machine) -> TrustPlan {
    var plan = TrustPlan(machine)
    if plan.canChangeSystem {
      plan.asRoot("rm", "-f", systemFile(name))
      plan.asRoot("update-ca-certificates", "--fresh")
    }
    if machine.hasCertutil, machine.hasDatabase {
      plan.run("certutil", "-d", "sql:" + machine.database, "-D", "-n", name, mayFail: true)
    }
    return plan
  }

  /// One file for each authority: several folders may have one.
  private static func systemFile(_ name: String) -> String {
    "/usr/local/share/ca-certificates/\(name.lowercased().replacing(" ", with: "-")).crt"
  }

  private init(_ machine: Machine) {
    self.machine = machine
    canChangeSystem = machine.hasSystemStore && (machine.isRoot || machine.hasSudo)
    if !machine.hasSystemStore {
      notes.append("Skipped the system's store: update-ca-certificates is missing. Import the file there yourself.")
    } else if !canChangeSystem {
      notes.append("Skipped the system's store: it requires root, and sudo is missing.")
    }
  }

  private mutating func run(_ words: String..., mayFail: Bool = false) {
    steps.append(Step(program: words[0], arguments: Array(words.dropFirst()), mayFail: mayFail))
  }

  private mutating func asRoot(_ words: String...) {
    let all = machine.isRoot ? words : ["sudo"] + words
    steps.append(Step(program: all[0], arguments: Array(all.dropFirst())))
  }
}
