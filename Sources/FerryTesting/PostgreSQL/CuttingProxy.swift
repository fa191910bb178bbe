#if PostgreSQL
  import Foundation
  import Synchronization

  /// Stands between a client and a database's socket, reads the statements that pass, and does harm at chosen ones.
  package final class CuttingProxy: Sendable {
    package enum Harm: Sendable {
      /// Both connections are cut; the statement does not reach the database.
      case before
      /// The statement reaches the database, and the client's connection is cut at once.
      case during
      /// The statement reaches the database, and the client's connection is cut when it is released.
      case held
      /// The database's answer arrives; then both connections are cut.
      case after
      /// The client's connection is cut; the statement reaches the database when it is released.
      case late
      /// Nothing passes any more, and both connections stay open.
      case silence
      /// The answer arrives, and waits until the closure returns. Nothing is cut.
      case answerAfter(@Sendable () -> Void)
    }

    private struct Planned {
      let harm: Harm
      let statement: String
      let content: Data
    }

    package let port: Int
    private let listener: Int32
    private let harms = Mutex<[Planned]>([])
    private let whenReleased = DispatchSemaphore(value: 0)
    private let open = Mutex<[ObjectIdentifier: CutConnection]>([:])
    private let isSilent = Mutex(false)

    /// - Parameter socketPath: The database's.
    package init(to socketPath: String) throws {
      listener = try SocketCalls.listen()
      port = SocketCalls.port(of: listener)
      Thread { [listener, weak self] in
        while case let client = accept(listener, nil, nil), client >= 0 {
          guard let self, let server = try? SocketCalls.connect(to: socketPath) else {
            close(client)
            continue
          }
          self.carry(CutConnection(client: client, server: server))
        }
        close(listener)
      }.start()
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Does harm at the next statement whose text begins so; several at the same one in the order of the calls.
    /// - Parameter content: A text that is sent in the same message as the statement.
    package func harm(_ harm: Harm, at statement: String, containing content: String = "") {
      harms.withLock { $0.append(Planned(harm: harm, statement: statement, content: Data(content.utf8))) }
    }

    /// True when all harm is done.
    package var isDone: Bool { harms.withLock(\.isEmpty) }

    /// Lets a late statement pass, or cuts a held connection.
    package func release() { whenReleased.signal() }

    /// Swallows everything that is sent, also on new connections, until `speak()`.
    package func fallSilent() { isSilent.withLock { $0 = true } }

    /// Ends the silence, and cuts the connections that lost something.
    package func speak() {
      isSilent.withLock { $0 = false }
      for connection in open.withLock({ Array($0.values) }) { connection.cutIfSilent() }
    }

    private func carry(_ connection: CutConnection) {
      open.withLock { $0[ObjectIdentifier(connection)] = connection }
      connection.pump { [weak self] statements, content in
        self?.harm(to: statements, content).map { ($0, self?.whenReleased) }
      } isSilent: { [weak self] in
        self?.isSilent.withLock(\.self) ?? false
      } whenOver: { [weak self] in
        self?.open.withLock { $0[ObjectIdentifier(connection)] = nil }
      }
    }

    private func harm(to statements: [String], _ content: [UInt8]) -> Harm? {
      harms.withLock { harms in
        let index = harms.firstIndex { planned in
          statements.contains { $0.hasPrefix(planned.statement) }
            && (planned.content.isEmpty || Data(content).range(of: planned.content) != nil)
        }
        return index.map { harms.remove(at: $0).harm }
      }
    }
  }

  /// One connection through the proxy, with a thread for each direction.
  private final class CutConnection: Sendable {
    private struct State {
      /// True if the next answer is not passed on, and is the last.
      var isLast = false
      var isSilent = false
      var beforeAnswer: (@Sendable () -> Void)?
    }

    typealias Struck = (harm: CuttingProxy.Harm, release: DispatchSemaphore?)

    private let client: Int32
    private let server: Int32
    private let state = Mutex(State())

    init(client: Int32, server: Int32) {
      self.client = client
      self.server = server
    }

    deinit {
      close(client)
      close(server)
    }

    func pump(
      _ harm: @escaping @Sendable (_ statements: [String], _ content: [UInt8]) -> Struck?,
      isSilent: @escaping @Sendable () -> Bool, whenOver: @escaping @Sendable () -> Void
    ) {
      Thread {
        var reader = StatementReader()
        while let bytes = SocketCalls.read(self.client) {
          if self.swallows(isSilent()) { continue }
          let (messages, statements) = reader.read(bytes)
          guard let struck = harm(statements, messages) else {
            SocketCalls.write(messages, to: self.server)
            continue
          }
          guard self.survives(struck, messages) else { return }
        }
        shutdown(self.server, Int32(SHUT_RDWR))
      }.start()
      Thread {
        while let bytes = SocketCalls.read(self.server), !self.state.withLock(\.isLast) {
          if self.swallows(isSilent()) { continue }
          if let wait = self.state.withLock({ $0.beforeAnswer.take() }) { wait() }
          SocketCalls.write(bytes, to: self.client)
        }
        self.cut()
        whenOver()
      }.start()
    }

    func cutIfSilent() {
      if state.withLock(\.isSilent) { cut() }
    }

    private func cut() {
      shutdown(client, Int32(SHUT_RDWR))
      shutdown(server, Int32(SHUT_RDWR))
    }

    /// A connection that has lost something stays silent.
    private func swallows(_ isSilent: Bool) -> Bool {
      state.withLock { state in
        state.isSilent = state.isSilent || isSilent
        return state.isSilent
      }
    }

    /// - Returns: False if the client's direction is over.
    private func survives(_ struck: Struck, _ messages: [UInt8]) -> Bool {
      switch struck.harm {
      case .before:
        state.withLock { $0.isLast = true }
        cut()
      case .during:
        state.withLock { $0.isLast = true }
        SocketCalls.write(messages, to: server)
        shutdown(client, Int32(SHUT_RDWR))
      case .held:
        state.withLock { $0.isLast = true }
        SocketCalls.write(messages, to: server)
        struck.release?.wait()
        shutdown(client, Int32(SHUT_RDWR))
      case .after:
        state.withLock { $0.isLast = true }
        SocketCalls.write(messages, to: server)
      case .late:
        state.withLock { $0.isLast = true }
        shutdown(client, Int32(SHUT_RDWR))
        struck.release?.wait()
        SocketCalls.write(messages, to: server)
      case .silence:
        state.withLock { $0.isSilent = true }
        return true
      case .answerAfter(let wait):
        state.withLock { $0.beforeAnswer = wait }
        SocketCalls.write(messages, to: server)
        return true
      }
      return false
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
        if message.isTyped { note(Array(buffer[end..<message.end]), &statements) }
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

    private mutating func note(_ message: [UInt8], _ statements: inout [String]) {
      let texts = message.dropFirst(5).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        .prefix(2).map { String(decoding: $0, as: UTF8.self) }
      switch message[0] {
      case UInt8(ascii: "P"): prepared[texts[0]] = texts[1]
      case UInt8(ascii: "B"): statements += [prepared[texts[1]] ?? ""]
      default: break
      }
    }
  }
#endif
