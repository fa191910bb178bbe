import FerryCore
import Foundation
import Subprocess

/// Starts a browser, hands it to the body, and ends it when the body is done, whether it returns or throws. Two more browsers
/// than there are processors run at once; the next waits for its place, so a body must not start another browser.
/// - Throws: `BrowserError.driverMissing` and `.driverFailed` if no browser can be started; `BrowserFailure` for a
///   `BrowserError` of the body, with files of the page; and other errors of the body.
public func withBrowser<Success: Sendable>(
  _ options: BrowserOptions = BrowserOptions(), _ body: (Browser) async throws -> Success
) async throws -> Success {
  try await BrowserPlaces.shared.enter()
  defer { BrowserPlaces.shared.leave() }
  // A driver chooses its port before it takes it, and ends when somebody else was quicker: ChromeDriver chooses one that is
  // free for IPv6 and then wants the same for IPv4. The next start chooses another.
  for _ in 1..<options.driver.starts {
    if case .opened(let result) = try await withDriver(options, body) { return result }
  }
  switch try await withDriver(options, body) {
  case .opened(let result): return result
  case .ended(let lastWords):
    throw BrowserError.driverFailed(
      "\(options.driver.executable) ended before it named its port" + (lastWords.map { ": \($0)" } ?? ".")
    )
  }
}

private enum DriverStart<Success: Sendable>: Sendable {
  /// The browser was handed to the body, which returned this.
  case opened(Success)
  /// The driver ended before it named its port, with this as its last line.
  case ended(lastWords: String?)
}

private func withDriver<Success: Sendable>(
  _ options: BrowserOptions, _ body: (Browser) async throws -> Success
) async throws -> DriverStart<Success> {
  let driver = options.driver
  var platform = PlatformOptions()
  // The driver starts the browser: both are in one group of processes, and both end.
  platform.processGroupID = 0
  platform.teardownSequence = [.gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(2))]
  // Browsers leave things in the folder for temporary files. This one is short, for sockets' names are limited.
  let scratch = FileManager.default.temporaryDirectory.appending(path: "ferry-browser-\(SystemRandomness().token())")
  try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: scratch) }
  do {
    let outcome = try await run(
      .name(driver.executable), arguments: Arguments(driver.arguments),
      environment: .inherit.updating(["TMPDIR": scratch.path]), platformOptions: platform, input: .none,
      output: .sequence, error: .discarded
    ) { execution -> DriverStart<Success> in
      var announced: Int?
      var lastWords: String?
      for try await line in execution.standardOutput.strings() {
        if let words = line.split(whereSeparator: \.isNewline).last { lastWords = String(words) }
        guard let range = line.firstRange(of: driver.announcement) else { continue }
        announced = Int(line[range.upperBound...].prefix { $0.isASCII && $0.isNumber })
        break
      }
      guard let port = announced else { return .ended(lastWords: lastWords) }
      let browser = try await Browser.start(port: port, options)
      let result: Success
      do {
        result = try await body(browser)
      } catch let error as BrowserError {
        let evidence = await browser.saveEvidence()
        await browser.quit()
        throw BrowserFailure(error: error, evidence: evidence)
      } catch {
        await browser.quit()
        throw error
      }
      await browser.quit()
      await execution.teardown(using: platform.teardownSequence)
      return .opened(result)
    }
    return outcome.closureResult
  } catch let error as SubprocessError where error.code == .executableNotFound {
    throw BrowserError.driverMissing(executable: driver.executable, installation: driver.installation)
  }
}
