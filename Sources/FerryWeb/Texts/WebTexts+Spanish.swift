import FerryCore

extension WebTexts {
  static let spanish = WebTexts(
    languageName: "Español",
    unreadable: TitledText(
      "No pudimos leer los datos", "Hay un error en la dirección o en el formulario. Vuelva atrás e intente de nuevo."),
    refused: TitledText(
      "Esta página ya no es válida",
      "Se abrió hace mucho tiempo, en otro navegador o sin cookies. Vuelva atrás, recargue la página e intente de nuevo."
    ),
    notFound: TitledText(
      "Aquí no hay nada", "Puede que la dirección esté mal escrita o que la página haya cambiado de lugar."),
    gone: TitledText(
      "Este enlace ya no funciona",
      "Un enlace como este funciona una sola vez y por poco tiempo. Comience de nuevo desde la tienda."),
    tooLarge: TitledText("El texto es demasiado largo", "Acorte lo que escribió y envíelo de nuevo."),
    tooMany: TitledText(
      "Un momento, por favor", "Hubo muchas solicitudes en poco tiempo. Espere un minuto e intente de nuevo."),
    busy: TitledText(
      "Volvemos enseguida",
      "La tienda no puede responder en este momento. No se perdió nada; intente de nuevo en un minuto."),
    failed: TitledText(
      "Algo falló de nuestro lado", "Intente de nuevo. Si estaba pagando, revise su pedido antes de volver a pagar."),
    toShop: "Volver a la tienda", withoutShop: "Para continuar, vuelva a la tienda o a la aplicación de la que vino.",
    chargedLater: "Con cobro al enviar")
}
