public import FerryCheckout

/// A command at one of its stages. A command that needs several requests has several stages, each committed before its
/// request is sent.
public struct ProviderTask: Sendable {
  public var checkout: Checkout
  public var order: Order
  public var command: Command
  /// The provider's own name of the stage; "" is the first.
  public var stage: String
  /// The same for every repetition of this command.
  public var idempotencyKey: String
  public var links: ProviderReturnURLs
  /// What the provider remembers of this checkout.
  public var record: [UInt8]?

  public init(
    checkout: Checkout, order: Order, command: Command, stage: String, idempotencyKey: String,
    links: ProviderReturnURLs,
    record: [UInt8]?
  ) {
    self.checkout = checkout
    self.order = order
    self.command = command
    self.stage = stage
    self.idempotencyKey = idempotencyKey
    self.links = links
    self.record = record
  }
}
