import Crypto
import CryptoExtras
import DemoShop
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The results.
struct Report: Encodable {
  struct Row: Encodable {
    let name: String
    let value: Double
    let unit: String
    /// The value that we want, if we have set one.
    var aim: String?
    /// Names a figure that the ratios are made of.
    var key: String?
  }

  struct Section: Encodable {
    let title: String
    /// Says how it was measured.
    let note: String
    var rows: [Row]
  }

  let processors = ProcessInfo.processInfo.activeProcessorCount
  private(set) var sections: [Section] = []

  /// Prints a section as soon as it is there.
  mutating func add(_ section: Section) {
    print(section.table)
    fflush(nil)
    sections.append(section)
  }

  func value(_ key: String) -> Double? { sections.flatMap(\.rows).first { $0.key == key }?.value }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self)
  }

  var heading: String { "\n  Ferry, release build, \(processors) processors" }
}

extension Report.Section {
  /// The section's part of the table.
  var table: String {
    var text = "\n  \(title)\n"
    for row in rows {
      text += "    " + row.name.padded(to: 50) + Self.shown(row.value).padded(to: 10, isRight: true) + " "
      text += row.unit.padded(to: 14) + (row.aim.map { "aim: \($0)" } ?? "") + "\n"
    }
    return text + "      \(note)"
  }

  /// Three digits that count, or all before the point.
  private static func shown(_ value: Double) -> String {
    String(format: "%.\(value >= 100 ? 0 : value >= 10 ? 1 : 2)f", value)
  }
}

extension String {
  fileprivate func padded(to width: Int, isRight: Bool = false) -> String {
    let space = String(repeating: " ", count: Swift.max(0, width - count))
    return isRight ? space + self : self + space
  }
}

/// The CPU time of one request signature on this machine: RSA with 2048 bits, PSS, SHA-256.
enum SignatureCost {
  /// The mean of many signatures.
  static func measured(count: Int = 500) throws -> Duration {
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let digest = SHA256.hash(data: Array("what a request signs".utf8))
    for _ in 0..<50 { _ = try key.signature(for: digest, padding: .PSS) }
    let start = processTime()
    for _ in 0..<count { _ = try key.signature(for: digest, padding: .PSS) }
    return (processTime() - start) / count
  }

  /// The CPU time of this process, which does nothing else meanwhile. POSIX counts it in microseconds.
  private static func processTime() -> Duration { .microseconds(Int64(clock())) }
}

/// The CPU time and memory that a process has used so far, from proc(5) of Linux.
struct ProcessUsage: Sendable {
  /// User and system time of all its threads; in steps of ten milliseconds.
  let processor: Duration
  /// The most memory it ever held, in bytes (VmHWM).
  let peakMemory: Int

  static let isKnown = FileManager.default.fileExists(atPath: "/proc/self/stat")

  private static func unreadable(_ process: Int) -> Unexpected {
    Unexpected("The usage of process \(process) cannot be read; it may have ended.")
  }

  init(of process: Int) throws {
    guard let times = Self.times(of: process), let status = Self.text("/proc/\(process)/status"),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
    else { throw Self.unreadable(process) }
    processor = times.own
    peakMemory = kibibytes * 1024
  }

  /// The CPU time that a process and its children have used so far, with those that have ended.
  static func processorWithChildren(of process: Int) throws -> Duration {
    guard let times = times(of: process) else { throw Self.unreadable(process) }
    let others = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int($0) }
    return others.compactMap { Self.times(of: $0) }.filter { $0.parent == process }
      .reduce(times.own + times.endedChildren) { $0 + $1.own }
  }

  /// User and system times; nil if there is no such process.
  private static func times(of process: Int) -> (parent: Int, own: Duration, endedChildren: Duration)? {
    // The second field is the program's name in brackets, which may hold spaces.
    guard let fields = text("/proc/\(process)/stat")?.split(separator: ")").last?.split(separator: " ") else {
      return nil
    }
    let numbers = fields.dropFirst().compactMap { Int($0) }
    guard numbers.count > 13 else { return nil }
    func duration(_ ticks: Int) -> Duration { .milliseconds(ticks * 1000 / sysconf(Int32(_SC_CLK_TCK))) }
    return (numbers[0], duration(numbers[10] + numbers[11]), duration(numbers[12] + numbers[13]))
  }

  private static func text(_ path: String) -> String? {
    // Files in /proc have no length: they are read to their end.
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
