/// What a `FaultPlan` holds: a fault of some kind that strikes one target or all.
protocol PlannableFault: Hashable, Sendable {
  associatedtype Target: Hashable
  associatedtype Kind

  /// Nil for all.
  var target: Target? { get }
  var kind: Kind { get }
  var incidence: AmazonPayFault.Incidence { get set }
}

extension AmazonPayFault: PlannableFault {
  var target: AmazonPayOperation? { operation }
}

extension AmazonPayNotificationFault: PlannableFault {
  var target: AmazonPayNotificationObject? { object }
}
