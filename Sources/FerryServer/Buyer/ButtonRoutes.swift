import FerryCheckout
import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird

/// The images of the providers' buttons.
struct ButtonRoutes: Sendable {
  let images: [ProviderID: ButtonImage]

  func add(to router: some RouterMethods<some RequestContext>) {
    for (provider, image) in images.sorted(by: { $0.key < $1.key }) {
      router.get(RouterPath("/ferry/button/\(provider.text).svg")) { request, _ in
        let language = (try? request.queryFields())?["language"].flatMap(Language.init(rawValue:))
        return Self.answer(image, language ?? .english)
      }
    }
  }

  private static func answer(_ image: ButtonImage, _ language: Language) -> Response {
    var headers: HTTPFields = [.cacheControl: "public, max-age=3600"]
    switch image {
    case .drawing, .artwork:
      headers[.contentType] = "image/svg+xml"
      // An image may have styles of its own, and nothing else.
      headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
      return Response(
        status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: image.svg(language) ?? "")))
    case .elsewhere(let link):
      headers[.location] = link.text
      return Response(status: .found, headers: headers)
    }
  }
}
