import FerryWeb

extension Asset {
  /// `lightbox.min.js`: with this script, a shop's page opens a session above itself. The page calls
  /// `P.init(processUrl, options)`, `P.on('response', callback)` and `P.on('close', callback)` ("Lightbox" in the Checkout
  /// documentation). Browsers of Apple's devices get no frame, but the session's page itself. If the shop's page is in a
  /// foreign frame there, the script sends the address to its parent.
  static let lightboxScript = Asset("lightbox", .js, PackageResources.lightbox_js)

  /// The script of the session's page in a lightbox's frame: it hands the result to the shop's page, and closes the frame
  /// instead of leaving it.
  static let frameScript = Asset("placetopay-frame", .js, PackageResources.placetopay_frame_js)
}
