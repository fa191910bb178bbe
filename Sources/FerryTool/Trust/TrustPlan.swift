/// The programs to run so that this machine trusts a development authority, or stops doing so.
struct TrustPlan: Sendable {
  /// One program to run.
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
