import Foundation
import PhoneDevice
import PhoneWebKit

/// Commands from standard input, answers and the journal to standard output, a line of JSON each.
@MainActor struct LineProtocol {
  let driver: Driver

  private struct Event: Encodable {
    var event: Journal.Entry
  }

  /// Until `quit`, or the end of the input.
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
