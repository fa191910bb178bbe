import HTTPTypes
public import Hummingbird

/// Offers a development authority's certificate for download, so that a device can be made to trust it. Mount it only where
/// such an authority is in use.
public struct DevelopmentCertificateRoute: Sendable {
  private let pem: String

  /// The file's name on the device.
  public static let fileName = "ferry-development-ca.crt"

  public init(_ authority: DevelopmentAuthority) { pem = authority.certificatePEM }

  public func add(to router: some RouterMethods<some RequestContext>) {
    let body = ByteBuffer(string: pem)
    router.get("/crt") { _, _ in
      Response(
        status: .ok,
        // The type by which iOS and Android offer to install it.
        headers: [
          .contentType: "application/x-x509-ca-cert",
          .contentDisposition: #"attachment; filename="\#(Self.fileName)""#,
        ],
        body: ResponseBody(byteBuffer: body))
    }
  }
}
