#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much room is left where the store writes.
public struct FreeDisk: Sendable {
  private let read: @Sendable () -> Int64?

  /// - Parameter read: The free bytes; nil when they cannot be known.
  public init(_ read: @escaping @Sendable () -> Int64?) { self.read = read }

  /// Of the volume that a file or folder lies on, for programs without special rights.
  public static func volume(of path: String) -> FreeDisk {
    FreeDisk {
      var status = statvfs()
      guard statvfs(path, &status) == 0 else { return nil }
      return Int64(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).0)
    }
  }

  /// Nil when it cannot be known.
  public func bytes() -> Int64? { read() }
}
