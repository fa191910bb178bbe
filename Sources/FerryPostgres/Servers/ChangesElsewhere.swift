#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import Synchronization

  /// The notices of changes that other servers send. Each has a checkout, the server that changed it, and the one that owns its
  /// work, or 0.
  ///
  /// They are sent after the commit, many at once, and not in it: PostgreSQL lets one transaction with a notification commit at a
  /// time in the whole cluster, and holds that lock while the disk is written. A notice that is lost is made up for by the
  /// regular look of every server.
  final class ChangesElsewhere: Sendable {
    /// The owners of checkouts that have changed; 0 if none is known.
    private let unsent = Mutex<[CheckoutID: Int64]>([:])
    private let work = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    /// Gets the changes of others.
    let readers = Broadcast<ChangeElsewhere>(limit: 1024)

    /// - Parameters:
    ///   - payload: Empty if a server has gone, whose work is to be taken over.
    ///   - server: This server, whose own notices are left out.
    func heard(_ payload: String, server: Int64?) {
      if payload.isEmpty { return readers.send(.any) }
      let parts = payload.split(separator: " ")
      guard parts.count == 3, let sender = Int64(parts[1]), let owner = Int64(parts[2]), sender != server else {
        return
      }
      readers.send(.checkout(CheckoutID(String(parts[0])), isOwn: owner == 0 || owner == server))
    }

    // MARK: Sending

    /// Tells the others of a change, soon.
    /// - Parameter owner: The server that owns the checkout's work; nil if it is not known.
    func tell(_ id: CheckoutID, owner: Int64? = nil) {
      unsent.withLock { $0[id] = owner ?? 0 }
      work.continuation.yield()
    }

    /// Sends what waits, until the end. For one task.
    func send(_ send: ([CheckoutID: Int64]) async -> Void) async {
      for await _ in work.stream {
        let owners = unsent.withLock { unsent in
          defer { unsent = [:] }
          return unsent
        }
        if !owners.isEmpty { await send(owners) }
      }
    }

    /// Ends the sending and all streams.
    func end() {
      work.continuation.finish()
      readers.end()
    }
  }

  extension PostgresTransaction {
    /// Notifies all servers of changes of checkouts.
    /// - Parameter owners: Those of the checkouts' work; 0 if none is known.
    func notify(_ owners: [CheckoutID: Int64], from server: Int64) throws {
      commitBeforeFlush()
      try run(
        "SELECT pg_notify('ferry', concat_ws(' ', id, $3::bigint, owner)) FROM unnest($1::text[], $2::bigint[]) AS _ (id, owner)",
        [.texts(owners.keys.map(\.text)), .ints(Array(owners.values)), .int(server)])
    }
  }
#endif
