#if PostgreSQL
  import FerryLocalPostgres
  import Foundation
  import Synchronization
  import Testing

  /// Stands between a client and a database's socket, reads the statements that pass, and does harm at a chosen one.
  final class CuttingProxy: Sendable {
    enum Harm: Sendable {
      /// Both connections are cut; the statement does not reach the database.
      case before
      /// The statement reaches the database, and the client's connection is cut when it is released.
      case during
      /// The database's answer arrives; then both connections are cut.
      case after
      /// The client's connection is cut; the statement reaches the database when it is released.
      case late
      /// Nothing passes any more, and both connections stay open.
      case silence
    }

    let port: Int
    private let listener: Int32
    private let harms = Mutex<[(harm: Harm, statement: String)]>([])
    private let whenReleased = DispatchSemaphore(value: 0)

    /// - Parameter socketPath: The database's.
    init(to socketPath: String) throws {
      listener = try SocketCalls.listen()
      port = SocketCalls.port(of: listener)
      Thread { [listener, weak self] in
        while case let client = accept(listener, nil, nil), client >= 0 {
          guard let self, let server = try? SocketCalls.connect(to: socketPath) else {
            close(client)
            continue
          }
          CutConnection(client: client, server: server).pump { self.harm(to: $0, wait: self.whenReleased) }
        }
        close(listener)
      }.start()
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Does harm at the next statement whose text begins so; several in the order of the calls.
    func harm(_ harm: Harm, at statement: String) { harms.withLock { $0.append((harm, statement)) } }

    /// True when all harm is done.
    var isDone: Bool { harms.withLock(\.isEmpty) }

    /// Lets a late statement pass, or cuts a client's connection.
    func release() { whenReleased.signal() }

    private func harm(to statements: [String], wait: DispatchSemaphore) -> (Harm, DispatchSemaphore)? {
      harms.withLock { harms in
        guard let next = harms.first, statements.contains(where: { $0.hasPrefix(next.statement) }) else { return nil }
        harms.removeFirst()
        return (next.harm, wait)
      }
    }
  }

  /// One connection through the proxy, with a thread for each direction.
  private final class CutConnection: Sendable {
    private let client: Int32
    private let server: Int32
    /// True if the next answer is not passed on, and is the last.
    private let isLast = Mutex(false)
    private let isSilent = Mutex(false)

    init(client: Int32, server: Int32) {
      self.client = client
      self.server = server
    }

    deinit {
      close(client)
      close(server)
    }

    func pump(_ harm: @escaping @Sendable ([String]) -> (CuttingProxy.Harm, DispatchSemaphore)?) {
      Thread {
        var reader = StatementReader()
        while let bytes = SocketCalls.read(self.client) {
          let (messages, statements) = reader.read(bytes)
          guard let (harm, release) = harm(statements) else {
            SocketCalls.write(messages, to: self.server)
            continue
          }
          return self.suffer(harm, messages, release)
        }
        shutdown(self.server, Int32(SHUT_RDWR))
      }.start()
      Thread {
        while let bytes = SocketCalls.read(self.server), !self.isLast.withLock({ $0 }) {
          if !self.isSilent.withLock({ $0 }) { SocketCalls.write(bytes, to: self.client) }
        }
        shutdown(self.client, Int32(SHUT_RDWR))
        shutdown(self.server, Int32(SHUT_RDWR))
      }.start()
    }

    private func suffer(_ harm: CuttingProxy.Harm, _ messages: [UInt8], _ release: DispatchSemaphore) {
      isLast.withLock { $0 = harm != .silence }
      switch harm {
      case .before:
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
      case .during:
        SocketCalls.write(messages, to: server)
        release.wait()
        shutdown(client, Int32(SHUT_RDWR))
      case .after: SocketCalls.write(messages, to: server)
      case .late:
        shutdown(client, Int32(SHUT_RDWR))
        release.wait()
        SocketCalls.write(messages, to: server)
      case .silence:
        isSilent.withLock { $0 = true }
        while SocketCalls.read(client) != nil {}
      }
    }
  }

  /// Reads a client's side of PostgreSQL's protocol 3.0, as far as it tells which statements are executed.
  private struct StatementReader {
    private var buffer: [UInt8] = []
    private var hasStarted = false
    /// Prepared statements by their names.
    private var prepared: [String: String] = [:]

    /// - Returns: The complete messages, and the texts of the statements that they execute.
    mutating func read(_ bytes: [UInt8]) -> (messages: [UInt8], statements: [String]) {
      buffer += bytes
      var statements: [String] = []
      var end = 0
      while let message = message(at: end) {
        if message.isTyped { take(Array(buffer[end..<message.end]), &statements) }
        hasStarted = true
        end = message.end
      }
      defer { buffer.removeFirst(end) }
      return (Array(buffer[..<end]), statements)
    }

    /// The first message has no type.
    private func message(at start: Int) -> (isTyped: Bool, end: Int)? {
      let head = hasStarted ? 1 : 0
      guard buffer.count >= start + head + 4 else { return nil }
      let length = buffer[(start + head)..<(start + head + 4)].reduce(0) { $0 << 8 | Int($1) }
      let end = start + head + length
      return end <= buffer.count ? (hasStarted, end) : nil
    }

    private mutating func take(_ message: [UInt8], _ statements: inout [String]) {
      let texts = message.dropFirst(5).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        .prefix(2).map { String(decoding: $0, as: UTF8.self) }
      switch message[0] {
      case UInt8(ascii: "P"): prepared[texts[0]] = texts[1]
      case UInt8(ascii: "B"): statements += [prepared[texts[1]] ?? ""]
      default: break
      }
    }
  }

  /// Hands a port that is free to the body; a few times if somebody else is quicker.
  func withFreePort(_ body: (Int) async throws -> Void) async throws {
    for _ in 0..<3 {
      let listener = try SocketCalls.listen()
      let port = SocketCalls.port(of: listener)
      close(listener)
      do { return try await body(port) } catch LocalPostgresError.failed { continue }
    }
    Issue.record("No port is free.")
  }

  /// The system's calls for stream sockets.
  private enum SocketCalls {
    private static let stream = Int32(SOCK_STREAM.rawValue)

    static func listen() throws -> Int32 {
      let descriptor = socket(AF_INET, stream, 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard descriptor >= 0, result == 0, Foundation.listen(descriptor, 16) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      return descriptor
    }

    static func port(of descriptor: Int32) -> Int {
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
      }
      return Int(UInt16(bigEndian: address.sin_port))
    }

    static func connect(to path: String) throws -> Int32 {
      let descriptor = socket(AF_UNIX, stream, 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard descriptor >= 0, result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      return descriptor
    }

    /// Waits for bytes; nil at the end.
    static func read(_ descriptor: Int32) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: 65536)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      return count > 0 ? Array(bytes[..<count]) : nil
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
#endif
