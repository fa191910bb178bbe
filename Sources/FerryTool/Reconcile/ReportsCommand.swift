import ArgumentParser
import FerryCore
import FerryEngine
import FerryModule

struct ReportsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reports", abstract: "Import the providers' settlement reports.", subcommands: [ImportReports.self])
}

struct ImportReports: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import settlement reports that you have downloaded.",
    usage: "ferry reports import [<options>] <file> ...",
    discussion: """
      Run it on the server's machine, with the same settings. The server may be running. The operations page shows the payouts of \
      the reports, and `ferry reconcile` compares their transactions. It reads:

      \(formats)

      A file is imported once: the same file again changes nothing. A line that several reports have counts once. If one file \
      cannot be read, none is imported.

      Exit status: 0 if all files are imported, else 2.

      Examples:
        ferry reports import --account amazon-pay settlement.txt
        ferry reports import --account swedbank-pay R1234-*.xml
      """)

  private static let formats = HelpList.text([
    ("Amazon Pay", "the flat file of Seller Central or of the Reports API"),
    ("Swedbank Pay", "the transaction list in XML"),
    ("PlacetoPay", "the Gateway's report, and the console's export as CSV"),
  ])

  @OptionGroup var config: ConfigOptions

  @Option(help: ArgumentHelp("The mode, if the settings have both.", valueName: "mode")) var mode: Mode?

  @Option(
    help: ArgumentHelp(
      "The provider's account, if there are several: amazon-pay or amazon-pay/NAME.", valueName: "account"))
  var account: String?

  @OptionGroup var output: JSONOption

  @Flag(help: "Import into the books of the demo on this machine.") var demo = false

  @OptionGroup(title: "Options of the demo, with --demo") var place: DemoPlaceOptions

  @Argument(help: ArgumentHelp("The reports.", valueName: "file"), completion: .file()) var files: [String]

  func validate() throws {
    if !demo { try place.requireNoSites() }
  }

  func run() async throws {
    do {
      let subject =
        demo
        ? try ReconciliationSubject(demoIn: place.data, place.sites(), mode, account: account)
        : try ReconciliationSubject(try config.configuration(try config.sources()), mode, account: account)
      var reports: [ReportFile] = []
      for path in files {
        let name = String(path.split(separator: "/").last ?? "-")
        reports.append(ReportFile(name: name, bytes: try await InputFile.bytes(path)))
      }
      let imports = try await subject.keep(reports, at: SystemTime().now, by: "ferry reports import")
      let result = zip(files, imports).map { ImportResult(file: $0, $1) }
      print(output.json ? try JSONOutput.text(result) : result.map(\.text).joined(separator: "\n"))
    } catch {
      printNote("Error: \(error)")
      throw ExitCode(2)
    }
  }
}

/// The outcome for a file.
struct ImportResult: Encodable, Sendable {
  let file: String
  /// True if the file was imported before.
  let known: Bool
  /// The number of its lines, and how many of them no earlier report had.
  let lines, newLines: Int
  let importedAt: String

  init(file: String, _ outcome: ReportImport) {
    self.file = file
    let report: ImportedReport
    switch outcome {
    case .imported(let new): (report, known) = (new, false)
    case .known(let old): (report, known) = (old, true)
    }
    lines = report.lines
    newLines = report.newLines
    importedAt = report.importedAt.iso8601
  }

  var text: String {
    known
      ? "\(Printable.text(file)): imported before, at \(importedAt). Nothing has changed."
      : "\(Printable.text(file)): \(lines == 1 ? "1 line" : "\(lines) lines"), \(newLines) new."
  }
}
