import FerryCore

extension FerryTexts {
  static let spanish = FerryTexts(
    punctuation: Punctuation(space: " ", stop: ".", comma: ", "),

    // The pay button
    pay: { "Pagar con \($0)" },
    payHint: "Abre la página de pago. Usted revisa aquí su pedido antes de que se cobre algo.",
    payBusy: "Hay un pago en curso",

    // Buttons
    checkAgain: "Consultar de nuevo", goOn: "Continuar", cancel: "Cancelar", close: "Cerrar",
    tryAgain: "Intentar de nuevo",

    // The review
    deliverTo: "Enviar a", paymentMethod: "Pago", items: "Productos", subtotal: "Subtotal", shipping: "Envío",
    tax: "Impuesto", taxContained: "Impuesto incluido", excise: "Impuesto al consumo",
    exciseContained: "Impuesto al consumo incluido", total: "Total", changeAddress: "Cambiar la dirección",
    changePayment: "Cambiar el medio de pago", cancelAndKeep: "Cancelar y conservar el carrito",
    changedAddress: "La dirección de envío cambió.", changedPayment: "El medio de pago cambió.",
    changedTotal: "El total cambió.", changedOther: "El pedido cambió después de que usted lo vio.",
    regionRefused: "No hacemos envíos a esa región", postOfficeBoxRefused: "No hacemos envíos a apartados de correos",
    packstationRefused: "No hacemos envíos a taquillas ni oficinas de correos",
    buy: { "Comprar ahora · \($0.display(.spanish))" }, quantity: { "Cantidad \($0)" },
    orderNumber: { "Número de pedido \($0)" }, amountPaid: { "Pagado: \($0.display(.spanish))" },

    // The provider's page in a web view
    openInBrowser: "Abrir en el navegador",
    pageFailed: "No se pudo cargar la página. Revise su conexión o ábrala en el navegador.",
    appMissing:
      "Ninguna aplicación de este dispositivo abre este enlace. Elija otro medio de pago o instale la aplicación.",
    nothingCameBack:
      "Todavía no hay respuesta de la otra aplicación. Espere si acaba de terminar allí. Si no ocurre nada, intente de nuevo.",
    goesOnInBrowser:
      "El pago continúa en el navegador. Espere si acaba de terminar allí. Si prefiere pagar aquí, intente de nuevo.",
    waitOn: "Esperar",

    // Errors
    cannotKeep: "El pago no se puede iniciar en este momento. Desbloquee su dispositivo e intente de nuevo.",
    mayHavePaid:
      "Es posible que este pedido ya esté pagado. Lo estamos confirmando; por favor no pague de nuevo. Elija Continuar para ver en qué va.",

    // Statuses
    idle: TitledText("No hay ningún pago en curso", "Su carrito está como usted lo dejó."),
    starting: TitledText("Abriendo la página de pago", "Un momento. Todavía no se ha cobrado nada."),
    away: TitledText("Continúe en la ventana de pago", "Cuando termine allá, volverá aquí sin hacer nada más."),
    returning: TitledText("Ya está de vuelta", "Un momento. Estamos cargando lo que eligió."),
    checking: TitledText("Consultando su pedido", "Un momento. Estamos preguntando en qué va."),
    reviewing: TitledText("Revise su pedido", "Todavía no se ha cobrado nada."),
    selectionRefused: TitledText(
      "No podemos aceptar lo que eligió",
      "No hacemos envíos a esa dirección. No se ha cobrado nada; por favor elija otra."),
    openingPayment: TitledText("Abriendo la página de pago", "Un momento. Todavía no se ha cobrado nada."),
    confirmingPayment: TitledText("Estamos confirmando su pago", "Un momento. Por favor no haga otro pedido."),
    cancelling: TitledText(
      "Cancelando su pedido",
      "Le estamos pidiendo al proveedor de pagos que se detenga. Por favor no haga otro pedido todavía."),
    paid: TitledText(
      "Gracias por su pedido", "Su pago está completo. Conserve el número de pedido para cualquier consulta."),
    declinedMethod: TitledText(
      "El pago fue rechazado",
      "El medio de pago no fue aceptado. No se cobró nada y su carrito se conserva. Por favor pruebe con otro."),
    declinedVerification: TitledText(
      "El pago fue rechazado",
      "Su banco no pudo confirmar que era usted. No se cobró nada y su carrito se conserva. Intente de nuevo o use otra tarjeta."
    ),
    declined: TitledText(
      "El pago fue rechazado",
      "No se cobró nada y su carrito se conserva. Pruebe con otro medio de pago o consulte a su banco."),
    declinedTimedOut: TitledText(
      "El pago fue rechazado",
      "Se agotó el tiempo. No se cobró nada y su carrito se conserva. Por favor intente de nuevo."),
    notStarted: TitledText(
      "El pago no se puede iniciar por ahora",
      "No se cobró nada y su carrito se conserva. Intente de nuevo más tarde o pague de otra manera."),
    cancelled: TitledText("La compra se canceló", "No se cobró nada. Su carrito está como usted lo dejó."),
    nothingToPay: TitledText("No hay nada que pagar", "No se cobró nada. Su pedido se completa sin un pago."),
    notFinished: TitledText(
      "Su pedido no está terminado", "No se ha cobrado nada. Puede continuar donde iba o comenzar de nuevo."),
    unconfirmed: TitledText(
      "Estamos confirmando su pago",
      "Está tardando un poco más de lo normal. No tiene que esperar: aquí le contamos cómo terminó. Por favor no haga otro pedido."
    ))
}
