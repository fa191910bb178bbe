package import FerryWeb

extension Asset {
  /// The style of the hosted pages. Its colours differ from the shop's, so that nobody confuses them.
  package static let sandboxStyle = Asset("sandbox", .css, PackageResources.sandbox_css)

  /// The style of forms for buyers.
  package static let formStyle = Asset("sandbox-forms", .css, PackageResources.sandbox_forms_css)

  package static let consoleStyle = Asset("sandbox-console", .css, PackageResources.sandbox_console_css)
}
