#if PostgreSQL
  import FerryCore
  public import FerryEngine
  public import Logging

  /// Reads a database beside the servers that write it, and changes nothing unless it keeps settlement reports.
  public final class PostgresReader: ReportStore, DatabaseStore {
    private let pool: PostgresPool
    package let damage: Damage<PostgresStoreError>

    /// - Parameter keepsReports: True to keep settlement reports.
    /// - Throws: `PostgresStoreError`.
    public init(_ address: PostgresAddress, keepsReports: Bool = false, logger: Logger) async throws {
      damage = Damage(unreadable: { .unreadable("\(address)", what: $0) })
      pool = PostgresPool(
        address, connections: 2, name: "ferry reader", randomness: SystemRandomness(), logger: logger)
      do { try await pool.requireCurrentSchema(toRead: !keepsReports) } catch {
        await pool.close()
        throw error
      }
    }

    /// Closes the connections.
    public func close() async { await pool.close() }

    package func read<Result: Sendable>(
      _ body: @escaping @Sendable (PostgresTransaction) throws -> Result
    ) async throws -> Result {
      do { return try await pool.read(body) } catch let row as DamagedRow { throw damage.explained(row) }
    }

    package func write<Result: Sendable>(
      _ body: @escaping @Sendable (PostgresTransaction) throws -> Result
    ) async throws -> Result {
      do { return try await pool.write(body) } catch let row as DamagedRow { throw damage.explained(row) }
    }
  }
#endif
