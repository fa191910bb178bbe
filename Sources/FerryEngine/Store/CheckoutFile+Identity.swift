package import FerryCheckout

/// What every store demands of what it is given.
extension CheckoutFile {
  /// A new attempt belongs to the order that it was opened for.
  /// - Parameter order: The order as it stands, if it does.
  /// - Throws: `StoreError.inconsistent`.
  package func requireBelonging(to reference: OrderReference, _ order: Order?) throws(StoreError) {
    guard
      self.order.shop == reference.shop, self.order.mode == reference.mode, self.order.reference == reference.reference,
      checkout.shop == reference.shop, order == nil || order?.id == self.order.id && order?.number == self.order.number
    else { throw .inconsistent("an order under another's name") }
    try requireParts()
  }

  /// An update leaves a checkout the checkout that it was.
  /// - Throws: `StoreError.inconsistent`.
  package func requireIdentity(of old: CheckoutFile) throws(StoreError) {
    guard
      checkout.id == old.checkout.id, checkout.provider == old.checkout.provider, order.id == old.order.id,
      order.number == old.order.number, order.shop == old.order.shop, order.mode == old.order.mode,
      order.reference == old.order.reference
    else { throw .inconsistent("another checkout in the place of this one") }
    try requireParts()
  }

  private func requireParts() throws(StoreError) {
    guard checkout.order == order.id, checkout.mode == order.mode else {
      throw .inconsistent("a checkout of another order")
    }
    var numbers: Set<CommandNumber> = []
    for command in outstanding {
      guard
        command.checkout == checkout.id, command.provider == checkout.provider, command.mode == checkout.mode,
        command.command.number > 0, numbers.insert(command.command.number).inserted
      else { throw .inconsistent("a command of another checkout, or a number twice") }
    }
  }
}
