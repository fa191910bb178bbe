import ArgumentParser
import FerryCore
import FerryModule
import FerryServer
import FerryWeb

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Looks at a checkout server from outside, and says what to change.",
    discussion: """
      Run it where the server runs, with the same settings. It looks at

        settings       all that is wrong with them
        providers      that each account's key is accepted, by one request
                       that changes nothing; for Amazon Pay, a refused key is
                       tried in the other regions, and one whose id does not
                       name its environment in the other environment;
                       and what the server's requests of the last 24 hours
                       have shown to be wrong with an account
        clock          how far this machine's is from the provider's
        server         whether Ferry answers at ferry.baseURL
        links          whether the links' host is another one than the shop's
                       and the server's; the files by which it gives its links
                       to apps, as phones fetch them: status, redirects,
                       content type, size, the apps' ids, whether the rules
                       give Ferry's links to the app, webcredentials; and
                       whether Apple's copy of the association file, which
                       phones are given, is the same
        certificates   of each https site: chain, dates and name
        notifications  that providers' notifications reach the server
        webhooks       whether something answers at the shops' addresses, by
                       one GET without an event
        database       whether it can be written, and this version reads it
        port           whether the server, or nothing, listens there

      Nothing is changed, and no secret is printed. Phones fetch the association
      file by way of a cache of Apple's, which may show an older one for days;
      where that cannot be asked, this is said and is no fault.
      What this machine reaches, others may not: look at the addresses from
      outside your network too.

      Each finding is ok, a note, a WARNING (it works, and not in every case or
      not for long) or an ERROR. Ends with 1 if there is an error, else with 0.
      With --json it prints one object: "sound", and "findings" with "severity",
      "area", "subject", "seen" and, where something is to be done, "change".

        ferry doctor
        ferry doctor --config /etc/ferry.yaml --json
        ferry doctor --demo --tls          while `ferry demo --tls` runs
      """)

  @OptionGroup var config: ConfigOptions

  @OptionGroup var output: JSONOption

  @Flag(help: "Look at the demo of this machine, instead of a server with settings of its own.") var demo = false

  @Option(help: "Where Apple's copies of association files are asked for.")
  var appleCopies = "https://app-site-association.cdn-apple.com"

  @OptionGroup(title: "With --demo, as `ferry demo` was given it") var place: DemoPlaceOptions

  func validate() throws {
    if !demo { try place.requireNoSites() }
    if Origin(appleCopies) == nil {
      throw ValidationError("--apple-copies is a site: https, or http to this machine, without a path.")
    }
  }

  func run() async throws {
    let report = DoctorReport(findings: try await findings())
    print(output.json ? try report.json() : report.text(.output))
    if !report.isSound { throw ExitCode.failure }
  }

  private func findings() async throws -> [Finding] {
    if demo { return try await Self.examine(try DoctorSubject(demoIn: place.data, place.sites())) }
    let sources = try config.sources()
    let settings: ServeConfiguration
    do {
      settings = try config.read(sources)
    } catch {
      return error.entries.map { Finding($0) }
    }
    var subject = DoctorSubject(settings)
    subject.appleCopies = Origin(appleCopies)
    return [.ok(.settings, "all", "They are complete.")] + (try await Self.examine(subject))
  }

  /// - Throws: If the authorities' certificates cannot be read.
  static func examine(_ subject: DoctorSubject) async throws -> [Finding] {
    try await DoctorNetwork.running(authorities: subject.authorities) { network in
      await Examination(subject: subject, network: network, time: SystemTime()).findings()
    }
  }
}
