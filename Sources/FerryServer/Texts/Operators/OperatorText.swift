import FerryCore

/// A text of the operators' pages in all languages.
struct OperatorText: Hashable, Sendable {
  private let english: String
  private let japanese: String
  private let spanish: String
  private let swedish: String

  init(_ english: String, ja japanese: String, es spanish: String, sv swedish: String) {
    self.english = english
    self.japanese = japanese
    self.spanish = spanish
    self.swedish = swedish
  }

  func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    case .spanish: spanish
    case .swedish: swedish
    }
  }
}

// MARK: The frame

extension OperatorText {
  static let overview = Self("Overview", ja: "概要", es: "Resumen", sv: "Översikt")
  static let checkouts = Self("Checkouts", ja: "決済", es: "Pagos", sv: "Betalningar")
  static let held = Self("Held", ja: "保留", es: "Retenidos", sv: "Stoppade")
  static let webhooks = Self("Webhooks", ja: "Webhook", es: "Webhooks", sv: "Webhookar")
  static let live = Self("LIVE", ja: "本番", es: "REAL", sv: "SKARPT")
  static let test = Self("TEST", ja: "テスト", es: "PRUEBA", sv: "TEST")
  static let bandLive = Self(
    "Live payments: real money", ja: "本番の決済：実際のお金が動きます", es: "Pagos reales: dinero de verdad",
    sv: "Skarpa betalningar: riktiga pengar")
  static let bandTest = Self(
    "Test payments: no money moves", ja: "テストの決済：お金は動きません", es: "Pagos de prueba: no se mueve dinero",
    sv: "Testbetalningar: inga pengar flyttas")
  static let signOut = Self("Sign out", ja: "サインアウト", es: "Cerrar sesión", sv: "Logga ut")
  static let roleLook = Self("may look", ja: "閲覧のみ", es: "solo lectura", sv: "får titta")
  static let roleAct = Self("may act", ja: "操作可", es: "puede actuar", sv: "får åtgärda")
  static let updated = Self("Updated", ja: "更新しました", es: "Actualizado", sv: "Uppdaterad")
  static let toOverview = Self("To the overview", ja: "概要へ", es: "Ir al resumen", sv: "Till översikten")
}

// MARK: Sign-in

extension OperatorText {
  static let signIn = Self("Sign in", ja: "サインイン", es: "Iniciar sesión", sv: "Logga in")
  static let signInAdvice = Self(
    "Use your own key. The session ends after an hour without a request, and after twelve hours.",
    ja: "ご自身のキーを入力してください。1時間操作がないとき、または12時間後にサインアウトします。",
    es: "Use su propia clave. La sesión termina tras una hora sin actividad, y a las doce horas.",
    sv: "Använd din egen nyckel. Du loggas ut efter en timme utan aktivitet, och efter tolv timmar.")
  static let signInRefused = Self(
    "Name or key is not right. Check both, and try again.", ja: "名前またはキーが正しくありません。確認して、もう一度お試しください。",
    es: "El nombre o la clave no es correcto. Revise ambos e intente de nuevo.",
    sv: "Namnet eller nyckeln stämmer inte. Kontrollera båda och försök igen.")
  static let operatorName = Self("Name", ja: "名前", es: "Nombre", sv: "Namn")
  static let operatorKey = Self("Key", ja: "キー", es: "Clave", sv: "Nyckel")
}

// MARK: Errors

extension OperatorText {
  static func errorText(_ status: Int) -> (title: Self, advice: Self) {
    switch status {
    case 401, 403:
      (
        Self("You may not do this", ja: "この操作は許可されていません", es: "No puede hacer esto", sv: "Det här får du inte göra"),
        Self(
          "Your role does not allow it, or the page was opened in an earlier session. Nothing has changed. Reload the page, and try again.",
          ja: "権限がないか、以前のセッションで開いたページです。何も変更されていません。ページを再読み込みして、もう一度お試しください。",
          es:
            "Su rol no lo permite, o la página es de una sesión anterior. No cambió nada. Recargue la página e intente de nuevo.",
          sv:
            "Din roll tillåter det inte, eller så öppnades sidan i en tidigare session. Inget har ändrats. Ladda om sidan och försök igen."
        )
      )
    case 404, 405:
      (
        Self("There is nothing here", ja: "ページが見つかりません", es: "Aquí no hay nada", sv: "Här finns ingenting"),
        Self(
          "Check the address or the id.", ja: "アドレスまたはIDをご確認ください。", es: "Revise la dirección o el identificador.",
          sv: "Kontrollera adressen eller id:t.")
      )
    case 429:
      (
        Self("Too many attempts", ja: "試行回数が多すぎます", es: "Demasiados intentos", sv: "För många försök"),
        Self(
          "Wait a minute, then try again.", ja: "1分ほど待ってから、もう一度お試しください。", es: "Espere un minuto e intente de nuevo.",
          sv: "Vänta en minut och försök igen.")
      )
    case 400..<500:
      (
        Self("That could not be read", ja: "内容を読み取れませんでした", es: "No se pudo leer", sv: "Det gick inte att läsa"),
        Self(
          "Something in the form or the address was not right. Nothing has changed. Go back, and try again.",
          ja: "フォームまたはアドレスに誤りがあります。何も変更されていません。前の画面に戻って、もう一度お試しください。",
          es: "Hay un error en el formulario o en la dirección. No cambió nada. Vuelva atrás e intente de nuevo.",
          sv: "Något i formuläret eller adressen är fel. Inget har ändrats. Gå tillbaka och försök igen.")
      )
    default:
      (
        Self("That did not work", ja: "エラーが発生しました", es: "Algo falló", sv: "Det gick inte"),
        Self(
          "Look at the checkout's timeline before you repeat anything. The server's log says more.",
          ja: "操作をやり直す前に、決済の履歴をご確認ください。詳しくはサーバーのログにあります。",
          es: "Revise el historial del pago antes de repetir nada. El registro del servidor dice más.",
          sv: "Se betalningens förlopp innan du upprepar något. Serverns logg säger mer.")
      )
    }
  }
}
