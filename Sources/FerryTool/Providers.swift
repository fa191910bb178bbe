import AmazonPaySandbox
import FerrySandbox

/// The sandboxes that the tool knows, one line each.
enum SandboxRegistry {
  static let all: [any SandboxModule.Type] = [
    AmazonPaySandbox.Sandbox.self
  ]
}
