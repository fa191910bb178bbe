public import AmazonPay
public import ArgumentParser

// Written as Amazon writes them; `--help` lists the values.
extension AmazonPayAlgorithm: ExpressibleByArgument {}
extension ButtonConfiguration.ProductType: ExpressibleByArgument {}
extension ChargePermissionType: ExpressibleByArgument {}
extension CheckoutButton.Color: ExpressibleByArgument {}
extension CheckoutButton.Placement: ExpressibleByArgument {}
extension PaymentIntent: ExpressibleByArgument {}
extension RecurringMetadata.Frequency.Unit: ExpressibleByArgument {}
