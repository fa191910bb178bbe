#if PostgreSQL
  import FerryCore
  import Testing

  @Suite("Several servers under load", .serialized)
  struct ThreeServersTests {
    @Test(
      """
      Three servers that are killed, paused and cut off, one of them with a wrong clock, and a database that crashes: all books \
      agree, nothing is done twice, and no work waits longer than for a server to be missed
      """, .timeLimit(.minutes(10)))
    func harmed() async throws {
      let run = try await ThreeServers(seed: CrashRun.seed, rounds: 3)
      let end: ThreeServers.End
      do { end = try await run.end() } catch {
        print("seed \(run.seed), three servers: \(await run.tally.summary)")
        throw error
      }
      let overdue = end.findings.overdue.longest
      let waits = overdue.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      print(
        """
        seed \(run.seed), three servers: \(await run.tally.summary)
          phases \(end.reckoning.phases)
          calls \(end.reckoning.calls)
          \(end.findings.takeovers.count) takeovers, longest waits of at most \(OverdueWork.bound): \(waits)
        """)
      await end.reckoning.expectEnds(run.tally)
      end.reckoning.expectAgreement()
      // A server that is paused after its last look at its lease, and before the first byte is sent, sends late.
      #expect(
        await run.tally.pauses >= end.repetitions.refused.count,
        "A provider refused what it had executed: it was sent twice. \(end.repetitions.refused)")
      // Every half second of the rounds, and less often on a slow machine.
      #expect(end.findings.looks > run.rounds * 10)
      for (kind, wait) in overdue { #expect(wait <= OverdueWork.bound, "A \(kind) waited too long.") }
      #expect(end.findings.takeovers.count > 0)
      #expect(end.findings.takeovers.fromLiving.isEmpty, "A server's work was taken while its lease was valid.")
    }
  }
#endif
