import Crypto
import CryptoExtras
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

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

  struct Unreadable: Error, CustomStringConvertible {
    let process: Int
    var description: String { "The usage of process \(process) cannot be read; it may have ended." }
  }

  /// - Throws: `Unreadable`.
  init(of process: Int) throws {
    guard let times = Self.times(of: process), let status = Self.text("/proc/\(process)/status"),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
    else { throw Unreadable(process: process) }
    processor = times.own
    peakMemory = kibibytes * 1024
  }

  /// The CPU time that a process and its children have used so far, with those that have ended.
  /// - Throws: `Unreadable`.
  static func processorWithChildren(of process: Int) throws -> Duration {
    guard let times = times(of: process) else { throw Unreadable(process: process) }
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
