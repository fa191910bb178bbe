import FerryCore

extension BuyerTexts {
  static let spanish = BuyerTexts(
    // The way to the payment page
    toPaymentPage: "A la página de pago", openingPaymentPage: "Un momento. Estamos abriendo la página de pago.",
    pressToContinue: "Pulse el botón para abrir la página de pago.", continueButton: "Continuar",
    spent: TitledText(
      "Esta página de pago ya se usó",
      "Vuelva a la tienda o a la aplicación. Si allí el pago no está terminado, cancélelo y pague de nuevo."),
    scriptNeeded: TitledText(
      "Esta página necesita JavaScript",
      "Esta página no ha cobrado nada. Permita JavaScript para este sitio, vuelva a la tienda o a la aplicación e intente de nuevo."
    ),
    formNotShown: TitledText(
      "No se puede mostrar el formulario de pago",
      "Intente de nuevo o vuelva atrás. Si ya ha pagado, el pago es válido y no se repite."),
    cancelPayment: "Cancelar y volver", tryAgain: "Intentar de nuevo", backToShop: "Volver a la tienda",
    closeToGoBack: "Cierre esta página para volver a la aplicación.",

    // Troubles
    linkStale: TitledText(
      "Este enlace ya no funciona",
      "Los enlaces a la página de pago funcionan una sola vez y durante dos minutos. Vuelva a la tienda y pulse de nuevo el botón."
    ),
    startedElsewhere: TitledText(
      "Continúe donde comenzó",
      "Este pago se inició en otro navegador o en otra aplicación. Aquí no ha cambiado nada; continúe allá."),
    offline: TitledText(
      "No hay conexión", "Esta página no ha cobrado nada. Revise su conexión, vuelva a la tienda e intente de nuevo."),
    busy: TitledText(
      "Un momento, por favor",
      "Esta página no ha cobrado nada. Espere un minuto, vuelva a la tienda e intente de nuevo."),
    notOpened: TitledText(
      "No se pudo abrir la página de pago", "Esta página no ha cobrado nada. Vuelva a la tienda e intente de nuevo."),
    returned: TitledText("Puede cerrar esta página", "La aplicación muestra el estado de su pedido."),

    // Buttons in the shop
    payWith: { "Pagar con \($0)" }, testPayment: "Pago de prueba",

    // Another browser than the bound one
    cookiesBlocked: TitledText(
      "Permita las cookies",
      "Este navegador no guardó la cookie de este pago. Esta página no ha cobrado nada. Permita las cookies de este sitio, vuelva a la tienda o a la aplicación e intente de nuevo. Si comenzó en otro navegador, continúe allá."
    ),
    selectionDiscarded: TitledText(
      "Elija de nuevo donde comenzó",
      "Este pago se inició en otro navegador; por eso, lo que eligió en este no se usa. No se pagó nada y su carrito no ha cambiado: vuelva al navegador donde comenzó y elija de nuevo allá."
    ),
    selectionDiscardedInApp: TitledText(
      "Vuelva a la aplicación",
      "Este pago se inició en la aplicación; por eso, lo que eligió en este navegador no se usa. No se pagó nada y su carrito no ha cambiado: vuelva a la aplicación y elija de nuevo allá."
    ),
    paymentChecked: TitledText(
      "Continúe donde comenzó",
      "Este pago se inició en otro navegador. Ese navegador muestra el estado de su pago; vuelva allá."),
    paymentCheckedInApp: TitledText(
      "Vuelva a la aplicación",
      "Este pago se inició en la aplicación. Ella muestra el estado de su pago; cierre esta página y vuelva allá."),

    // A browser inside another app
    embeddedBrowser: TitledText(
      "Abra la tienda en su navegador",
      "Está en un navegador dentro de otra aplicación, y es posible que aquí la página de pago no funcione. Esta página no ha cobrado nada."
    ),
    openByMenu: { "Abra el menú de la aplicación (a menudo ··· o el icono de compartir) y elija “Abrir en \($0)”." },
    orCopyAddress: " O copie la dirección de la tienda y péguela allá.", anyBrowser: "el navegador",
    openInBrowser: "Abrir en el navegador", copyAddress: "Copiar la dirección de la tienda", copied: "Copiada.",
    continueHere: "Continuar aquí",

    // The way back to the app
    unreadableLink: TitledText(
      "No se puede leer este enlace", "Cierre esta página y abra la aplicación. Ella muestra el estado de su pedido."),
    backByButton: TitledText("Volver a la aplicación", "Pulse el botón para continuar en la aplicación."),
    appNotOpened: TitledText(
      "Volver a la aplicación",
      "La aplicación no se abrió. Cierre esta página y ábrala. Ella muestra el estado de su pedido."),
    appNotOpenedTryOther: TitledText(
      "Volver a la aplicación",
      "La aplicación no se abrió. Pruebe el otro botón o cierre esta página: la aplicación muestra el estado de su pedido."
    ),
    openApp: "Abrir la aplicación", openAppOtherwise: "Abrir la aplicación de otra manera",
    goingBackToApp: "Volviendo a la aplicación. Si no pasa nada, cierre esta página.",
    inProgress: TitledText("Su pago está en curso", "Continúe en la ventana que se abrió."),

    // The review
    reviewTitle: "Revise su pedido", deliverTo: "Enviar a", payment: "Pago", items: "Su pedido",
    changeAddress: "Cambiar la dirección", changePayment: "Cambiar el medio de pago", subtotal: "Subtotal",
    shipping: "Envío", total: "Total",
    tax: { tax, isIncluded in
      let name = tax.kind == .excise ? "impuesto al consumo" : "impuesto"
      return
        "\(isIncluded ? "incluye" : "más") \(name) \(tax.percent.display(.spanish)) sobre \(tax.base.display(.spanish))"
    },
    purchaseAdvice: "Abre la aplicación y después la página de pago.", backToApp: "Volver a la aplicación",
    loadingSelection: "Un momento. Estamos cargando lo que eligió.",
    selectAnother: "Elija otra dirección.",
    countryNotServed: "No hacemos envíos a este país", regionNotServed: "No hacemos envíos a esa región",
    postOfficeBoxNotServed: "No hacemos envíos a apartados de correos",
    packstationNotServed: "No hacemos envíos a taquillas ni oficinas de correos",
    purchase: { "Comprar · \($0.display(.spanish))" },
    changedTotal: { "El total cambió de \($0.display(.spanish)) a \($1.display(.spanish))." })
}
