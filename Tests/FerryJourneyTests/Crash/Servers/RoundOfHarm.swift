#if PostgreSQL
  /// The harm that is done in one round, by a seed. Servers are numbers from 0.
  ///
  /// In each round the first server is killed and another one becomes unable to work, so that the third has to take over.
  /// Both happen in the first two seconds; the rest of the round is the time for it.
  struct RoundOfHarm: Sendable {
    /// From the beginning of a round to the next one's.
    static let length = Duration.seconds(18)

    enum Harm: Hashable, Sendable {
      /// The process is killed (SIGKILL), and started again at once.
      case kill(Int)
      /// The process stands still (SIGSTOP) for longer than a lease, and then continues.
      case pause(Int, Duration)
      /// The same at the worst moment: it has just committed that it begins a request that must not be sent twice.
      case pauseBeforeRequest(Int, Duration)
      /// The network swallows everything between the server and the database.
      case silence(Int, Duration)
      /// The database's server is stopped without any care, and started again on the same data.
      case crashDatabase
    }

    enum Cut: CaseIterable, Sendable {
      case beforeCommit
      case duringCommit
      case afterCommit
    }

    /// With the times from the beginning of the round, in their order.
    let harms: [(at: Duration, harm: Harm)]
    /// Connections to the database that are cut, by server.
    let cuts: [(at: Duration, server: Int, cut: Cut)]

    /// - Parameter number: Rounds alternate between the ways to be unable, so that a few have them all.
    init(_ number: Int, of servers: Int, _ numbers: inout SeededNumbers) {
      func early(_ numbers: inout SeededNumbers) -> Duration { .milliseconds(numbers.next(in: 0...2_000)) }
      let order = numbers.shuffled(Array(0..<servers))
      var harms: [(at: Duration, harm: Harm)] = []
      for _ in 0..<numbers.next(in: 1...3) { harms.append((early(&numbers), .kill(order[0]))) }
      switch number % 3 {
      case 0:
        let length = Duration.milliseconds(numbers.next(in: 12_000...16_000))
        harms.append((early(&numbers), .pauseBeforeRequest(order[1], length)))
      case 1:
        harms.append((early(&numbers), .silence(order[1], .milliseconds(numbers.next(in: 3_000...9_000)))))
        harms.append((early(&numbers), .crashDatabase))
      default:
        let length = Duration.milliseconds(numbers.next(in: 12_000...16_000))
        harms.append((early(&numbers), .pause(order[1], length)))
      }
      self.harms = harms.sorted { $0.at < $1.at }
      cuts = (0..<servers).flatMap { server in
        Cut.allCases.map { (at: .milliseconds(numbers.next(in: 0...17_000)), server: server, cut: $0) }
      }.sorted { $0.at < $1.at }
    }
  }
#endif
