import FerryCore
import Foundation
import PhoneApps
import PhoneDevice
import PhoneRules
import PhoneWebKit

#if canImport(Glibc)
  import Glibc
#endif

/// The program inside the main loop.
@MainActor final class Program {
  private let arguments: Arguments
  private let isScreenless: Bool
  private(set) var exitCode: Int32 = 0

  /// - Parameter isScreenless: True if no person sees the window.
  nonisolated init(_ arguments: Arguments, isScreenless: Bool) {
    self.arguments = arguments
    self.isScreenless = isScreenless
  }

  func run() async {
    let mode = arguments.mode ?? (isScreenless || !arguments.journeys.isEmpty ? .journeys : .window)
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
    let device = try await Device.make(
      arguments.setup(
        folder: arguments.folder, kind: arguments.kind, browser: arguments.browser, market: arguments.market))
    // The person at the window answers prompts.
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
  /// Makes a phone with one of the shop's apps.
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

/// Reads commands from standard input, and writes answers and the journal to standard output, one JSON object a line.
@MainActor struct LineProtocol {
  let driver: Driver

  private struct Event: Encodable {
    var event: Journal.Entry
  }

  /// Runs until `quit` or the end of the input.
  func run() async {
    for entry in driver.device.journal.entries { write(Event(event: entry)) }
    driver.device.journal.observe { self.write(Event(event: $0)) }
    for await line in InputLines.lines() where !line.isEmpty {
      switch Command.read(line) {
      case .failure(let unreadable): write(Command.Answer(id: nil, ok: false, error: unreadable.description))
      case .success(let command):
        write(await command.perform(driver))
        if command.do == .quit { return }
      }
    }
  }

  private func write(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard var line = try? encoder.encode(value) else { return }
    line.append(UInt8(ascii: "\n"))
    try? FileHandle.standardOutput.write(contentsOf: line)
  }
}

/// Restarts the program under Xvfb if there is no display.
enum Screenless {
  /// Replaces this process by one with a display. Returns only if this fails.
  static func startAgain() {
    let scale = getenv("GDK_SCALE").flatMap { Int(String(cString: $0)) } ?? 1
    let screen = "-screen 0 \(1_280 * scale)x\(960 * scale)x24"
    let words = ["xvfb-run", "-a", "-s", screen] + [path] + CommandLine.arguments.dropFirst()
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    setenv("PHONE_SCREENLESS", "1", 1)
    execvp("xvfb-run", &pointers)
    for pointer in pointers { free(pointer) }
  }

  static var isUnderXvfb: Bool { getenv("PHONE_SCREENLESS") != nil }

  /// The absolute path of this program.
  private static var path: String {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink("/proc/self/exe", $0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? 0
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : CommandLine.arguments[0]
  }

  /// Makes GTK work without a graphics card and without a desktop.
  static func settle() {
    for (name, value) in [
      ("GDK_BACKEND", "x11"), ("GSK_RENDERER", "cairo"), ("GTK_A11Y", "none"), ("NO_AT_BRIDGE", "1"),
    ] {
      setenv(name, value, 0)
    }
  }
}
