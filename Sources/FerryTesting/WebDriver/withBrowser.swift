import FerryCore
import Subprocess

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Starts a browser, hands it to the body, and ends it when the body is done, whether it returns or throws.
/// - Throws: `BrowserError.driverMissing` and `.driverFailed` when no browser can be had, and what the body throws.
public func withBrowser<Success: Sendable>(
  _ options: BrowserOptions = BrowserOptions(), _ body: (Browser) async throws -> Success
) async throws -> Success {
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
    ) { execution in
      var announced: Int?
      for try await line in execution.standardOutput.strings() {
        guard let range = line.firstRange(of: driver.announcement) else { continue }
        announced = Int(line[range.upperBound...].prefix { $0.isASCII && $0.isNumber })
        break
      }
      guard let port = announced else {
        throw BrowserError.driverFailed("\(driver.executable) ended before it named its port.")
      }
      let browser = try await Browser.start(port: port, options)
      let result: Success
      do {
        result = try await body(browser)
      } catch {
        await browser.quit()
        throw error
      }
      await browser.quit()
      await execution.teardown(using: platform.teardownSequence)
      return result
    }
    return outcome.closureResult
  } catch let error as SubprocessError where error.code == .executableNotFound {
    throw BrowserError.driverMissing(executable: driver.executable, installation: driver.installation)
  }
}
