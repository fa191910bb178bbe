import FerryCore
import Foundation
import Testing

@testable import FerryTool

@Suite("Trusting a development authority")
struct TrustPlanTests {
  private static let name = "Ferry development CA 1f2e3d4c"
  private static let all = TrustPlan.Machine(
    hasSystemStore: true, isRoot: true, hasSudo: false, hasCertutil: true, database: "/u/.pki/nssdb",
    hasDatabase: true)

  private func changed(_ change: (inout TrustPlan.Machine) -> Void) -> TrustPlan.Machine {
    var machine = Self.all
    change(&machine)
    return machine
  }

  private func install(_ machine: TrustPlan.Machine) -> [String] {
    TrustPlan.install("/d/ca.crt", name: Self.name, on: machine).steps.map(\.text)
  }

  @Test("The system's store and Chromium's get the certificate, trusted for servers only")
  func everything() {
    #expect(
      install(Self.all) == [
        "install -m 0644 /d/ca.crt /usr/local/share/ca-certificates/ferry-development-ca-1f2e3d4c.crt",
        "update-ca-certificates",
        "certutil -d sql:/u/.pki/nssdb -A -t C,, -n 'Ferry development CA 1f2e3d4c' -i /d/ca.crt",
      ])
  }

  @Test("Without root, sudo is used for the system's store only")
  func sudo() {
    let steps = TrustPlan.install(
      "/d/ca.crt", name: Self.name,
      on: changed {
        $0.isRoot = false
        $0.hasSudo = true
      }
    ).steps
    #expect(steps.map(\.program) == ["sudo", "sudo", "certutil"])
  }

  @Test("Without root and sudo, or without a store, the rest is done and the gap reported")
  func noRights() {
    for machine in [changed { $0.isRoot = false }, changed { $0.hasSystemStore = false }] {
      let plan = TrustPlan.install("/d/ca.crt", name: Self.name, on: machine)
      #expect(plan.steps.map(\.program) == ["certutil"])
      #expect(plan.notes.count == 1)
    }
  }

  @Test("A user without a database gets one; without certutil the message says how to install it")
  func database() {
    #expect(install(changed { $0.hasDatabase = false }).contains("mkdir -p /u/.pki/nssdb"))
    let plan = TrustPlan.install("/d/ca.crt", name: Self.name, on: changed { $0.hasCertutil = false })
    #expect(!plan.steps.contains { $0.program == "certutil" })
    #expect(plan.notes.contains { $0.contains("libnss3-tools") })
  }

  @Test("Removal undoes the installation, and ignores missing parts")
  func removal() {
    let steps = TrustPlan.remove(name: Self.name, from: Self.all).steps
    #expect(
      steps.map(\.text) == [
        "rm -f /usr/local/share/ca-certificates/ferry-development-ca-1f2e3d4c.crt", "update-ca-certificates --fresh",
        "certutil -d sql:/u/.pki/nssdb -D -n 'Ferry development CA 1f2e3d4c'",
      ])
    #expect(steps.map(\.mayFail) == [false, false, true])
    let bare = changed {
      $0.hasSystemStore = false
      $0.hasDatabase = false
    }
    #expect(TrustPlan.remove(name: Self.name, from: bare).steps.isEmpty)
  }

  @Test(
    "The printed commands can be typed",
    arguments: [("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("", "''"), ("a/b-c", "a/b-c")])
  func quoting(word: String, expected: String) {
    #expect(TrustPlan.Step(program: "x", arguments: [word]).text == "x " + expected)
  }

  @Test("The tools of a machine are found by PATH and the user's home")
  func machine() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-path-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = folder.appending(path: ".pki/nssdb")
    try FileManager.default.createDirectory(at: database, withIntermediateDirectories: true)
    let environment = ["PATH": "/nowhere:" + folder.path, "HOME": folder.path]
    #expect(!TrustPlan.Machine.this(environment).hasCertutil)
    #expect(!TrustPlan.Machine.this(environment).hasDatabase)
    let program = folder.appending(path: "certutil").path
    #expect(FileManager.default.createFile(atPath: program, contents: nil, attributes: [.posixPermissions: 0o755]))
    try Data().write(to: database.appending(path: "cert9.db"))
    let machine = TrustPlan.Machine.this(environment)
    #expect(machine.hasCertutil && machine.hasDatabase)
    #expect(machine.database == database.path)
  }
}
