import FerryCore
import HTTPTypes

/// What a reader sees in place of a page that could not be made: what happened, and what to do.
struct ErrorPage {
  let status: Int
  let language: Language

  var page: Page {
    let words = ErrorPageText(kind: ErrorPageText.Kind(status: status), language: language)
    let body: HTML = """
      <div class="message">
      <h1>\(words.title)</h1>
      <p>\(words.advice)</p>
      <p class="actions"><a class="button primary" href="\("/" as Link)">\(words.home)</a></p>
      </div>
      """
    return Page(
      status: HTTPResponse.Status(code: status), language: language, title: words.title, policy: PagePolicy(),
      body: body)
  }
}
