/// What follows from an event: committed together with the new state.
public struct Decision: Hashable, Sendable {
  public var commands: [Command]
  public var ledger: [LedgerEntry]

  public init(commands: [Command] = [], ledger: [LedgerEntry] = []) {
    self.commands = commands
    self.ledger = ledger
  }
}
