import FerryCore

extension ShopText {
  static let markets = Self("Country and currency", "国と通貨", "País y moneda", "Land och valuta")

  static let deliveryTitle = Self(
    "Where shall we deliver?", "お届け先を入力してください", "¿A dónde enviamos su pedido?", "Vart ska vi leverera?")
  static func deliveryAdvice(_ provider: String) -> Self {
    Self(
      "Then you review everything here, and pay at \(provider). Nothing is charged yet.",
      "次の画面でご注文内容を確認し、\(provider)でお支払いいただきます。まだ請求は行われません。",
      "Después revisa todo aquí y paga en \(provider). Todavía no se cobra nada.",
      "Sedan granskar du allt här och betalar hos \(provider). Inga pengar dras än.")
  }
  static let deliveryIncomplete = Self(
    "Please look at the marked fields again.", "印の付いた項目をもう一度ご確認ください。", "Revise de nuevo los campos marcados.",
    "Titta igen på de markerade fälten.")
  static func problem(_ problem: Delivery.Problem, _ field: Delivery.Field, _ provider: String) -> Self {
    switch (problem, field) {
    case (.missing, .documentType): Self("Choose one.", "お選びください。", "Elija uno.", "Välj en.")
    case (.missing, _): Self("Fill this in.", "ご入力ください。", "Complete este campo.", "Fyll i fältet.")
    case (.refused, .mobile):
      Self(
        "\(provider) needs the number with its country, such as +46 73 900 00 01.",
        "\(provider)では国番号付きの番号が必要です（例：+46 73 900 00 01）。",
        "\(provider) necesita el número con su país, como +46 73 900 00 01.",
        "\(provider) behöver numret med landskod, till exempel +46 73 900 00 01.")
    case (.refused, _):
      Self(
        "\(provider) does not accept this entry. Check it, please.", "この内容は\(provider)でご利用いただけません。ご確認ください。",
        "\(provider) no acepta este dato. Revíselo, por favor.",
        "\(provider) godkänner inte uppgiften. Kontrollera den.")
    case (.malformed, .email):
      Self(
        "Write it like this: name@example.com", "name@example.com の形式で入力してください。",
        "Escríbalo así: nombre@ejemplo.com", "Skriv så här: namn@example.com")
    case (.malformed, .mobile):
      Self(
        "Write at least 7 digits. A + at the beginning is fine.", "7桁以上の数字で入力してください。先頭に「+」を付けることもできます。",
        "Escriba al menos 7 dígitos. Puede empezar con +.", "Skriv minst 7 siffror. Det får börja med +.")
    case (.malformed, .documentType):
      Self("Choose one from the list.", "一覧から選択してください。", "Elija uno de la lista.", "Välj en i listan.")
    case (.malformed, let field):
      Self(
        "Write at most \(field.limit) characters.", "\(field.limit)文字以内で入力してください。",
        "Escriba como máximo \(field.limit) caracteres.", "Skriv högst \(field.limit) tecken.")
    }
  }
  static let toReview = Self("Review the order", "ご注文内容を確認する", "Revisar el pedido", "Granska ordern")

  static func field(_ field: Delivery.Field, in market: Market) -> Self {
    switch field {
    case .name: Self("First name", "名", "Nombre", "Förnamn")
    case .surname: Self("Last name", "姓", "Apellido", "Efternamn")
    case .email: Self("E-mail address", "メールアドレス", "Correo electrónico", "E-postadress")
    case .mobile: Self("Mobile number", "携帯電話番号", "Celular", "Mobilnummer")
    case .documentType: Self("Kind of identity document", "本人確認書類の種類", "Tipo de documento", "Typ av id-handling")
    case .document: Self("Number of the document", "書類の番号", "Número de documento", "Id-handlingens nummer")
    case .street: Self("Address", "番地・建物名", "Dirección", "Adress")
    case .city: Self("City", "市区町村", "Ciudad", "Ort")
    case .region: Self("State or department", "都道府県・州", "Departamento", "Län eller region")
    case .postalCode where market.hasPostalCodes: Self("Postal code", "郵便番号", "Código postal", "Postnummer")
    case .postalCode:
      Self("Postal code, if there is one", "郵便番号（ある場合）", "Código postal (si tiene)", "Postnummer, om det finns")
    }
  }
}
