#if PostgreSQL
  import Dispatch
  import Foundation
  import Synchronization

  /// Work that waits for a thread with a connection. The thread that was busy last is taken first: its connection is the
  /// least likely to have died.
  final class PostgresQueue: Sendable {
    typealias Work = @Sendable (PostgresWorker) -> Void

    private struct State {
      var waiting: [Work] = []
      var idle: [Seat] = []
      var threads = 0
      var isClosed = false
      var whenEnded: [CheckedContinuation<Void, Never>] = []
    }

    /// The place where an idle thread waits to be handed work.
    private final class Seat: Sendable {
      private let work = Mutex<Work?>(nil)
      private let ready = DispatchSemaphore(value: 0)

      /// - Parameter work: Nil to end the thread.
      func give(_ work: Work?) {
        self.work.withLock { $0 = work }
        ready.signal()
      }

      func nextWork() -> Work? {
        ready.wait()
        return work.withLock { $0.take() }
      }
    }

    private let state = Mutex(State())
    private let limit: Int
    private let makeWorker: @Sendable () -> PostgresWorker

    /// - Parameters:
    ///   - threads: The most threads.
    ///   - makeWorker: Called on each thread.
    init(threads: Int, makeWorker: @escaping @Sendable () -> PostgresWorker) {
      limit = max(1, threads)
      self.makeWorker = makeWorker
    }

    /// - Returns: False if the queue is closed: the work will not be done.
    func add(_ work: @escaping Work) -> Bool {
      let (isAccepted, seat, needsThread) = state.withLock { state -> (Bool, Seat?, Bool) in
        guard !state.isClosed else { return (false, nil, false) }
        if let seat = state.idle.popLast() { return (true, seat, false) }
        state.waiting.append(work)
        guard state.threads < limit else { return (true, nil, false) }
        state.threads += 1
        return (true, nil, true)
      }
      seat?.give(work)
      if needsThread { Thread { self.serve() }.start() }
      return isAccepted
    }

    func close() {
      let idle = state.withLock { state in
        state.isClosed = true
        defer { state.idle = [] }
        return state.idle
      }
      for seat in idle { seat.give(nil) }
    }

    /// Closes, and returns when the waiting work is done and every thread has ended.
    func closed() async {
      close()
      await withCheckedContinuation { continuation in
        let hasEnded = state.withLock { state in
          guard state.threads > 0 else { return true }
          state.whenEnded.append(continuation)
          return false
        }
        if hasEnded { continuation.resume() }
      }
    }

    private func serve() {
      work()
      let whenEnded = state.withLock { state in
        state.threads -= 1
        guard state.threads == 0 else { return [CheckedContinuation<Void, Never>]() }
        defer { state.whenEnded = [] }
        return state.whenEnded
      }
      for continuation in whenEnded { continuation.resume() }
    }

    private func work() {
      let worker = makeWorker()
      let seat = Seat()
      while let work = next(seat) { work(worker) }
    }

    /// Waits for work; nil once the queue is closed and empty.
    private func next(_ seat: Seat) -> Work? {
      let (work, waits) = state.withLock { state -> (Work?, Bool) in
        if !state.waiting.isEmpty { return (state.waiting.removeFirst(), false) }
        guard !state.isClosed else { return (nil, false) }
        state.idle.append(seat)
        return (nil, true)
      }
      return waits ? seat.nextWork() : work
    }
  }
#endif
