#if PostgreSQL
  import FerryCore
  public import FerryEngine
  public import Logging

  /// Reads a database beside the servers that write it, and changes nothing.
  public final class PostgresReader: DatabaseReading {
    private let pool: PostgresPool
    package let damage: Damage<PostgresStoreError>

    /// - Throws: `PostgresStoreError`.
    public init(_ address: PostgresAddress, logger: Logger) async throws {
      damage = Damage(unreadable: { .unreadable("\(address)", what: $0) })
      pool = PostgresPool(
        address, connections: 2, name: "ferry reader", randomness: SystemRandomness(), logger: logger)
      do { try await pool.requireCurrentSchema(toRead: true) } catch {
        await pool.close()
        throw error
      }
    }

    /// Closes the connections.
    public func close() async { await pool.close() }

    package func read<Result: Sendable>(
      _ body: @escaping @Sendable (PostgresTransaction) throws -> Result
    ) async throws -> Result {
      do {
        return try await pool.read(body)
      } catch let row as DamagedRow {
        throw damage.explained(row)
      }
    }
  }

  /// Keeps settlement reports in a database, beside the servers that use it.
  public final class PostgresReports: ReportStore, DatabaseStore {
    private let pool: PostgresPool
    package let damage: Damage<PostgresStoreError>

    /// - Throws: `PostgresStoreError`.
    public init(_ address: PostgresAddress, logger: Logger) async throws {
      damage = Damage(unreadable: { .unreadable("\(address)", what: $0) })
      pool = PostgresPool(
        address, connections: 1, name: "ferry reports", randomness: SystemRandomness(), logger: logger)
      do { try await pool.requireCurrentSchema() } catch {
        await pool.close()
        throw error
      }
    }

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
