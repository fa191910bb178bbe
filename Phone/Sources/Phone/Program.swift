import FerryCore
import Foundation
import PhoneApps
import PhoneDevice
import PhoneRules
import PhoneWebKit

/// What the program does once there is a main loop.
@MainActor final class Program {
  private let arguments: Arguments
  private let isScreenless: Bool
  private(set) var exitCode: Int32 = 0

  /// - Parameter isScreenless: Nobody looks on.
  nonisolated init(_ arguments: Arguments, isScreenless: Bool) {
    self.arguments = arguments
    self.isScreenless = isScreenless
  }

  func run() async {
    let mode = arguments.mode ?? (isScreenless || !arguments.journey.isEmpty ? .journeys : .window)
    Appearance.prefer(language: arguments.language.rawValue)
    Appearance.setDark(arguments.isDark)
    Appearance.useFont(firstOf: ["SF Pro Text", "Inter", "Noto Sans CJK JP", "Noto Sans"])
    do {
      switch mode {
      case .journeys: exitCode = try await JourneyRun(arguments).run() ? 0 : 1
      case .lines: try await withDevice { await LineProtocol(driver: Driver($0)).run() }
      case .window:
        try await withDevice(isForPeople: true) { [weak self] device in
          device.startApp()
          await self?.windowIsClosed()
        }
      }
    } catch {
      FileHandle.standardError.write(Data("phone: \(error)\n".utf8))
      exitCode = 1
    }
  }

  private var window: DeviceWindow?

  private func withDevice(isForPeople: Bool = false, _ use: @MainActor (Device) async -> Void) async throws {
    let device = try await Device.make(arguments.setup(folder: arguments.folder, kind: arguments.kind))
    // Whoever looks on answers for himself.
    if isForPeople { device.rules.prompt = .waits }
    let window = DeviceWindow(device)
    self.window = window
    await withDiscardingTaskGroup { group in
      group.addTask { await device.errands.run() }
      await use(device)
      group.cancelAll()
    }
  }

  private func windowIsClosed() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    window?.onClose = { continuation.finish() }
    for await _ in stream {}
  }
}

extension Device {
  /// A phone with one of the shop's apps on it.
  static func make(_ setup: DeviceSetup) async throws -> Device {
    try await Device(
      setup, journal: Journal(), time: SystemTime(), randomness: SystemRandomness(),
      readAssociation: MatchedFile.read
    ) { device in
      switch setup.kind {
      case .native: NativeApp(device)
      case .webView, .firstGeneration: WebViewApp(device)
      }
    }
  }
}
