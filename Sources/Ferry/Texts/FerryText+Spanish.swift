import FerryCore

extension FerryText {
  var spanish: String {
    switch self {
    case .pay(let provider): "Pagar con \(provider)"
    case .payHint: "Abre la página de pago. Usted revisa aquí su pedido antes de que se cobre algo."
    case .payBusy: "Hay un pago en curso"
    case .title(let status): Self.spanish(status).title
    case .advice(let status): Self.spanish(status).advice
    case .checkAgain: "Consultar de nuevo"
    case .goOn: "Continuar"
    case .cancel: "Cancelar"
    case .close: "Cerrar"
    case .tryAgain: "Intentar de nuevo"
    case .deliverTo: "Enviar a"
    case .paymentMethod: "Pago"
    case .items: "Productos"
    case .subtotal: "Subtotal"
    case .shipping: "Envío"
    case .tax: "Impuesto"
    case .taxContained: "Impuesto incluido"
    case .total: "Total"
    case .changeAddress: "Cambiar la dirección"
    case .changePayment: "Cambiar el medio de pago"
    case .buy(let total): "Comprar ahora · \(total.display(.spanish))"
    case .cancelAndKeep: "Cancelar y conservar el carrito"
    case .quantity(let quantity): "Cantidad \(quantity)"
    case .changed(.address): "La dirección de envío cambió."
    case .changed(.payment): "El medio de pago cambió."
    case .changed(.total): "El total cambió."
    case .changed(.other): "El pedido cambió después de que usted lo vio."
    case .orderNumber(let number): "Número de pedido \(number)"
    case .amountPaid(let total): "Pagado: \(total.display(.spanish))"
    case .openInBrowser: "Abrir en el navegador"
    case .pageFailed: "No se pudo cargar la página. Revise su conexión o ábrala en el navegador."
    case .appMissing:
      "Ninguna aplicación de este dispositivo abre este enlace. Elija otro medio de pago o instale la aplicación."
    case .nothingCameBack:
      "Todavía no hay respuesta de la otra aplicación. Espere si acaba de terminar allí. Si no ocurre nada, intente de nuevo."
    case .goesOnInBrowser:
      "El pago continúa en el navegador. Espere si acaba de terminar allí. Si prefiere pagar aquí, intente de nuevo."
    case .waitOn: "Esperar"
    case .cannotKeep: "El pago no se puede iniciar en este momento. Desbloquee su dispositivo e intente de nuevo."
    case .mayHavePaid:
      "Es posible que este pedido ya esté pagado. Lo estamos confirmando; por favor no pague de nuevo. Elija Continuar para ver en qué va."
    }
  }

  private static func spanish(_ status: Status) -> (title: String, advice: String) {
    let declined = "El pago fue rechazado"
    let kept = "No se cobró nada y su carrito se conserva."
    return switch status {
    case .idle: ("No hay ningún pago en curso", "Su carrito está como usted lo dejó.")
    case .starting: ("Abriendo la página de pago", "Un momento. Todavía no se ha cobrado nada.")
    case .away: ("Continúe en la ventana de pago", "Cuando termine allá, volverá aquí sin hacer nada más.")
    case .returning: ("Ya está de vuelta", "Un momento. Estamos cargando lo que eligió.")
    case .checking: ("Consultando su pedido", "Un momento. Estamos preguntando en qué va.")
    case .reviewing: ("Revise su pedido", "Todavía no se ha cobrado nada.")
    case .selectionRefused:
      (
        "No podemos aceptar lo que eligió",
        "No hacemos envíos a esa dirección. No se ha cobrado nada; por favor elija otra."
      )
    case .openingPayment: ("Abriendo la página de pago", "Un momento. Todavía no se ha cobrado nada.")
    case .confirmingPayment: ("Estamos confirmando su pago", "Un momento. Por favor no haga otro pedido.")
    case .cancelling:
      (
        "Cancelando su pedido",
        "Le estamos pidiendo al proveedor de pagos que se detenga. Por favor no haga otro pedido todavía."
      )
    case .paid:
      ("Gracias por su pedido", "Su pago está completo. Conserve el número de pedido para cualquier consulta.")
    case .declinedMethod: (declined, "El medio de pago no fue aceptado. \(kept) Por favor pruebe con otro.")
    case .declinedVerification:
      (declined, "Su banco no pudo confirmar que era usted. \(kept) Intente de nuevo o use otra tarjeta.")
    case .declined: (declined, "\(kept) Pruebe con otro medio de pago o consulte a su banco.")
    case .declinedTimedOut: (declined, "Se agotó el tiempo. \(kept) Por favor intente de nuevo.")
    case .notStarted:
      ("El pago no se puede iniciar por ahora", "\(kept) Intente de nuevo más tarde o pague de otra manera.")
    case .cancelled: ("La compra se canceló", "No se cobró nada. Su carrito está como usted lo dejó.")
    case .notFinished:
      ("Su pedido no está terminado", "No se ha cobrado nada. Puede continuar donde iba o comenzar de nuevo.")
    case .unconfirmed:
      (
        "Estamos confirmando su pago",
        "Está tardando un poco más de lo normal. No tiene que esperar: aquí le contamos cómo terminó. Por favor no haga otro pedido."
      )
    }
  }
}
