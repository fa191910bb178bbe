import Foundation

/// Reads the free bytes of the disk that the store writes to.
public struct FreeDisk: Sendable {
  /// Nil if they are not known.
  public let bytes: @Sendable () -> Int64?

  public init(_ bytes: @escaping @Sendable () -> Int64?) { self.bytes = bytes }

  /// The volume of a file or folder, for programs without special rights.
  public static func volume(of path: String) -> FreeDisk {
    FreeDisk {
      var status = statvfs()
      guard statvfs(path, &status) == 0 else { return nil }
      return Int64(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).0)
    }
  }
}

/// Reads how many more files and connections the process may open.
public struct FreeDescriptors: Sendable {
  private let read: @Sendable () -> (free: Int, limit: Int)?

  /// - Parameter read: Returns the free descriptors, and the limit of open ones; nil if they are not known.
  public init(_ read: @escaping @Sendable () -> (free: Int, limit: Int)?) { self.read = read }

  /// This process: its limit of open files (RLIMIT_NOFILE) without the open ones.
  public static let ofThisProcess = FreeDescriptors {
    var limits = rlimit()
    #if canImport(Glibc)
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return nil }
    #else
      guard getrlimit(RLIMIT_NOFILE, &limits) == 0 else { return nil }
    #endif
    let limit = Int(clamping: limits.rlim_cur)
    #if os(Linux)
      let folder = opendir("/proc/self/fd")
    #else
      let folder = opendir("/dev/fd")
    #endif
    // Opening the folder needs a descriptor, too.
    guard let folder else { return errno == EMFILE || errno == ENFILE ? (0, limit) : nil }
    defer { closedir(folder) }
    var entries = 0
    while readdir(folder) != nil { entries += 1 }
    // Without ".", ".." and the folder itself.
    return (max(0, limit - (entries - 3)), limit)
  }

  /// True if connections will soon fail: fewer than 64 are left, or fewer than an eighth if there are few in all.
  public var areFew: Bool { read().map { $0.free < min(64, $0.limit / 8) } ?? false }
}
