#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many files and connections more the process may open.
public struct FreeDescriptors: Sendable {
  private let read: @Sendable () -> (free: Int, limit: Int)?

  /// - Parameter read: The free descriptors, and the limit of open ones; nil when they cannot be known.
  public init(_ read: @escaping @Sendable () -> (free: Int, limit: Int)?) { self.read = read }

  /// Of the process that asks: its limit of open files (RLIMIT_NOFILE), without those that it has.
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
    // Looking takes one, too.
    guard let folder else { return errno == EMFILE || errno == ENFILE ? (0, limit) : nil }
    defer { closedir(folder) }
    var entries = 0
    while readdir(folder) != nil { entries += 1 }
    // Without ".", ".." and the folder that is read.
    return (max(0, limit - (entries - 3)), limit)
  }

  /// Whether connections will soon find none: fewer are left than 64, or than an eighth where there are few in all.
  public var areFew: Bool { read().map { $0.free < min(64, $0.limit / 8) } ?? false }
}
