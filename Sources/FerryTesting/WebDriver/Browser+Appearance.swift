import FerryCore
import Foundation

extension Browser {
  /// Sets the colour scheme of the current tab. Each tab has its own setting.
  func applyAppearance() async throws {
    guard options.driver.hasDevTools else {
      guard options.appearance == .light else {
        throw BrowserError.unsupported("\(options.driver.executable) cannot emulate a colour scheme.")
      }
      return
    }
    _ = try await perform("emulate a colour scheme") {
      try await $0.devTools(
        "Emulation.setEmulatedMedia",
        ["features": [["name": "prefers-color-scheme", "value": .string(options.appearance.rawValue)]]])
    }
  }

  /// Writes a PNG of what is on the screen, or of the page in its whole length, into the options' folder.
  /// - Parameter name: small letters, digits and hyphens; ".png" is added.
  /// - Returns: the file's path.
  @discardableResult
  public func screenshot(named name: String, wholePage: Bool = false) async throws -> String {
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber) || $0 == "-" }) else {
      throw BrowserError.badName(name)
    }
    let encoded: String?
    if wholePage {
      guard options.driver.hasDevTools else {
        throw BrowserError.unsupported("\(options.driver.executable) cannot picture a whole page.")
      }
      encoded = try await perform("take a picture") {
        try await $0.devTools("Page.captureScreenshot", ["format": "png", "captureBeyondViewport": true])
      }["data"]?.string
    } else {
      encoded = try await perform("take a picture") { try await $0.get("/screenshot") }.string
    }
    guard let encoded, let picture = Data(base64Encoded: encoded) else {
      throw BrowserError.driverFailed("The driver's picture is not base64.")
    }
    return try write(picture, "\(name).png")
  }

  /// Writes a screenshot and the page's source into the options' folder, for a failure's message to name.
  func saveEvidence() async -> BrowserEvidence {
    let name = "failure-" + Hexadecimal.text(SystemRandomness().bytes(4))
    let screenshot = try? await screenshot(named: name)
    let source = try? await session.get("/source").string
    return BrowserEvidence(screenshot: screenshot, source: source.flatMap { try? write(Data($0.utf8), "\(name).html") })
  }

  private func write(_ data: Data, _ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: options.screenshots, withIntermediateDirectories: true)
    let path = "\(options.screenshots)/\(name)"
    try data.write(to: URL(filePath: path), options: .atomic)
    return path
  }

  /// The first findings about a page, each on one line, and the file of the page.
  func summary(of findings: [String]) async -> [String] {
    guard !findings.isEmpty else { return [] }
    let rest = findings.count - 6
    return findings.prefix(6).map { String($0.prefix(240)) } + (rest > 0 ? ["and \(rest) more"] : [])
      + (await saveEvidence().lines)
  }
}
