public import FerryCore
import HTTPTypes

/// The header and footer of every page of a site, error pages included.
public struct SiteFrame: Sendable {
  let header: @Sendable (Language) -> HTML
  let footer: @Sendable (Language) -> HTML

  public init(
    header: @escaping @Sendable (Language) -> HTML, footer: @escaping @Sendable (Language) -> HTML = { _ in .empty }
  ) {
    self.header = header
    self.footer = footer
  }
}

extension Page {
  /// The page for an error: it says what happened and what to do.
  /// - Parameter shop: The shop's first page; nil if there is no single shop to go to.
  init(error status: HTTPResponse.Status, _ language: Language, shop: Link?, frame: SiteFrame?) {
    let words = ErrorPageText(kind: ErrorPageText.Kind(status: status.code), language: language)
    let paragraphs = [words.advice] + (shop == nil ? [words.withoutShop] : [])
    self.init(
      status: status, language: language, title: words.title, policy: PagePolicy(),
      header: frame?.header(language) ?? .empty,
      body: Message(words.title, paragraphs, actions: shop?.button(words.toShop) ?? .empty).html,
      footer: frame?.footer(language) ?? .empty)
  }
}

/// The words of error pages.
struct ErrorPageText {
  enum Kind: CaseIterable {
    case unreadable, refused, notFound, gone, tooLarge, tooMany, busy, failed

    init(status: Int) {
      switch status {
      case 401, 403: self = .refused
      case 404, 405: self = .notFound
      case 410: self = .gone
      case 413: self = .tooLarge
      case 429: self = .tooMany
      case 502, 503, 504: self = .busy
      case 400..<500: self = .unreadable
      default: self = .failed
      }
    }
  }

  let title: String
  let advice: String
  let toShop: String
  /// Shown where there is no button.
  let withoutShop: String

  init(kind: Kind, language: Language) {
    switch language {
    case .english:
      toShop = "Back to the shop"
      withoutShop = "To go on, go back to the shop or the app that you came from."
      (title, advice) =
        switch kind {
        case .unreadable:
          ("We could not read that", "Something in the address or the form was not right. Go back and try again.")
        case .refused:
          (
            "This page is out of date",
            "It was opened too long ago, in another browser, or without cookies. Go back, reload the page, and try again."
          )
        case .notFound: ("There is nothing here", "The address may be mistyped, or the page has moved.")
        case .gone:
          ("This link no longer works", "Links like this work once and for a short time. Start again from the shop.")
        case .tooLarge: ("That was too much", "Shorten what you entered, and send it again.")
        case .tooMany:
          ("One moment, please", "There were many requests in a short time. Wait a minute, then try again.")
        case .busy:
          ("We will be right back", "The shop cannot answer just now. Nothing is lost; try again in a minute.")
        case .failed:
          (
            "Something went wrong on our side",
            "Try again. If you were paying, look at your order before you pay again."
          )
        }
    case .japanese:
      toShop = "ショップへ戻る"
      withoutShop = "続けるには、元のショップまたはアプリにお戻りください。"
      (title, advice) =
        switch kind {
        case .unreadable: ("内容を読み取れませんでした", "アドレスまたは入力内容に誤りがあります。前の画面に戻って、もう一度お試しください。")
        case .refused:
          ("このページは有効ではなくなりました", "時間がたったか、別のブラウザーで開かれたか、Cookieが無効になっています。前の画面に戻って再読み込みし、もう一度操作してください。")
        case .notFound: ("ページが見つかりません", "アドレスが間違っているか、ページが移動した可能性があります。")
        case .gone: ("このリンクはご利用いただけません", "このリンクは一度だけ、短い時間だけ有効です。ショップからもう一度お進みください。")
        case .tooLarge: ("入力が長すぎます", "内容を短くして、もう一度送信してください。")
        case .tooMany: ("少しお待ちください", "短い時間に多くの操作がありました。1分ほど待ってから、もう一度お試しください。")
        case .busy: ("ただいま混み合っています", "内容は失われていません。1分ほど待ってから、もう一度お試しください。")
        case .failed: ("エラーが発生しました", "もう一度お試しください。お支払いの途中だった場合は、もう一度支払う前にご注文の状態をご確認ください。")
        }
    case .spanish:
      toShop = "Volver a la tienda"
      withoutShop = "Para continuar, vuelva a la tienda o a la aplicación de la que vino."
      (title, advice) =
        switch kind {
        case .unreadable:
          (
            "No pudimos leer los datos",
            "Hay un error en la dirección o en el formulario. Vuelva atrás e intente de nuevo."
          )
        case .refused:
          (
            "Esta página ya no es válida",
            "Se abrió hace mucho tiempo, en otro navegador o sin cookies. Vuelva atrás, recargue la página e intente de nuevo."
          )
        case .notFound:
          ("Aquí no hay nada", "Puede que la dirección esté mal escrita o que la página haya cambiado de lugar.")
        case .gone:
          (
            "Este enlace ya no funciona",
            "Un enlace como este funciona una sola vez y por poco tiempo. Comience de nuevo desde la tienda."
          )
        case .tooLarge: ("El texto es demasiado largo", "Acorte lo que escribió y envíelo de nuevo.")
        case .tooMany:
          ("Un momento, por favor", "Hubo muchas solicitudes en poco tiempo. Espere un minuto e intente de nuevo.")
        case .busy:
          (
            "Volvemos enseguida",
            "La tienda no puede responder en este momento. No se perdió nada; intente de nuevo en un minuto."
          )
        case .failed:
          (
            "Algo falló de nuestro lado",
            "Intente de nuevo. Si estaba pagando, revise su pedido antes de volver a pagar."
          )
        }
    case .swedish:
      toShop = "Tillbaka till butiken"
      withoutShop = "Gå tillbaka till butiken eller appen som du kom ifrån för att fortsätta."
      (title, advice) =
        switch kind {
        case .unreadable:
          ("Vi kunde inte läsa det", "Något i adressen eller formuläret är fel. Gå tillbaka och försök igen.")
        case .refused:
          (
            "Sidan är inte längre aktuell",
            "Den öppnades för länge sedan, i en annan webbläsare eller utan kakor. Gå tillbaka, ladda om sidan och försök igen."
          )
        case .notFound: ("Här finns ingenting", "Adressen kan vara felskriven, eller så har sidan flyttats.")
        case .gone:
          (
            "Länken fungerar inte längre",
            "En sådan länk fungerar en gång och under kort tid. Börja om från butiken."
          )
        case .tooLarge: ("Texten är för lång", "Korta det du skrev och skicka det igen.")
        case .tooMany:
          ("Ett ögonblick", "Det kom många anrop på kort tid. Vänta en minut och försök igen.")
        case .busy:
          ("Vi är strax tillbaka", "Butiken kan inte svara just nu. Inget har gått förlorat; försök igen om en minut.")
        case .failed:
          (
            "Något gick fel hos oss",
            "Försök igen. Om du höll på att betala: titta på din order innan du betalar igen."
          )
        }
    }
  }
}
