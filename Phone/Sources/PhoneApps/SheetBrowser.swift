@_spi(Phone) internal import Ferry
internal import PhoneDevice

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The phone's secure browser, as the app library opens it.
@MainActor final class SheetBrowser: SecureBrowser {
  private let device: Device
  private let lifeline: Lifeline

  init(_ device: Device, _ lifeline: Lifeline) {
    self.device = device
    self.lifeline = lifeline
  }

  func open(_ url: URL) async throws -> URL? {
    guard !lifeline.isCut else { throw Lifeline.Dead() }
    // Ends by itself when the task is cancelled.
    for await _ in device.openSecure(url.absoluteString) {}
    if Task.isCancelled, !lifeline.isCut { device.closeSecure("by the app") }
    return nil
  }

  func close() async {
    guard !lifeline.isCut else { return }
    device.closeSecure("by the app")
    await device.secureHasGone()
  }
}
