import PhoneWebKit

#if canImport(Glibc)
  import Glibc
#endif

/// Starting again under Xvfb where there is no screen.
enum Screenless {
  /// Replaces this process by one that has a screen; returns only if that cannot be done.
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

  /// This program, wherever it was started from.
  private static var path: String {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink("/proc/self/exe", $0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? 0
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : CommandLine.arguments[0]
  }

  /// What GTK is to do without: neither a graphics card nor a desktop has to be there.
  static func settle() {
    for (name, value) in [
      ("GDK_BACKEND", "x11"), ("GSK_RENDERER", "cairo"), ("GTK_A11Y", "none"), ("NO_AT_BRIDGE", "1"),
    ] {
      setenv(name, value, 0)
    }
  }
}
