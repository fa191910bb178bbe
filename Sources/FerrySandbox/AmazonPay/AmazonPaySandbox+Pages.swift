import HTTPTypes

extension AmazonPaySandbox {
  func page(_ request: HTTPRequest, _ body: [UInt8]) -> (AmazonPayExchange, UInt64?) {
    (AmazonPayExchange(response: HTTPResponse(status: .notFound), body: [], delivery: .whole), nil)
  }
}
