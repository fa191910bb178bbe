#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Browser {
  /// Tells the current tab its colour scheme. The setting belongs to a tab, so it is repeated for each.
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
    try FileManager.default.createDirectory(atPath: options.screenshots, withIntermediateDirectories: true)
    let path = "\(options.screenshots)/\(name).png"
    try picture.write(to: URL(filePath: path), options: .atomic)
    return path
  }
}
