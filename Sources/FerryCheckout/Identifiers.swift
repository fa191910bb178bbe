public import FerryCore

public typealias CheckoutID = Identifier<Checkout>
public typealias OrderID = Identifier<Order>
public typealias ShopID = Identifier<Shop>
public typealias ProviderID = Identifier<ProviderName>

/// A merchant that uses the server.
public enum Shop {}

/// The name space of payment providers: "amazon-pay".
public enum ProviderName {}
