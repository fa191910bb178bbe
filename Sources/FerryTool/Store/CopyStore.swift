import ArgumentParser

struct CopyStore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copies the SQLite database into the PostgreSQL database of the settings.",
    discussion: """
      Stop the server first: the SQLite database in the folder of ferry.data is locked meanwhile. The PostgreSQL database of \
      ferry.store is an empty one, made with `ferry store create`. Every row is compared with what PostgreSQL has then. If the \
      command is interrupted, run it again: it goes on. Ends with 1 if any row differs.
      """)

  @OptionGroup var config: ConfigOptions

  func run() async throws {
    let process = try config.configuration(try config.sources()).process
    switch process.store {
    case .sqlite:
      throw CommandFailure(
        "The settings name no PostgreSQL database. Write its address into \(StoreLocation.key.called).")
    #if PostgreSQL
      case .postgres(let address): try await copy(from: StoreLocation.sqlite(in: process.data), to: address)
    #endif
    }
  }
}
