import FerryCore

extension ShopTexts {
  static let spanish = ShopTexts(
    // The frame
    shopName: "Minato Store", cartLink: { $0 == 0 ? "Carrito" : "Carrito (\($0))" },
    footer: "Minato Store es una demostración. No se vende nada y no se le cobra a nadie.",

    // The cart page
    cartPageTitle: "Tabletas – Minato Store", headline: "Tabletas para el camino",
    tagline: { "Dos tamaños, un precio cada uno. Con envío a cualquier lugar de \($0)." },
    taglineTaxIncluded: { "Dos tamaños, un precio cada uno, impuesto incluido. Con envío a cualquier lugar de \($0)." },
    smallTablet: "8 pulgadas, para una sola mano y un viaje largo.",
    largeTablet: "10 pulgadas, para películas, recetas y dibujos.", taxIncluded: "impuesto incluido",
    taxAdded: "más impuesto", addToCart: "Agregar al carrito", addOneMore: "Agregar otra",
    inCart: { "\($0) en el carrito" }, cart: "Su carrito", cartEmpty: "Su carrito está vacío",
    cartEmptyAdvice: "Agregue una tableta y la verá aquí.", fewer: { "Quitar una \($0)" },
    more: { "Agregar una \($0)" }, remove: { "Eliminar \($0)" }, removeShort: "Eliminar",
    each: { "\($0.display(.spanish)) cada una" }, quantity: { "Cantidad: \($0)" }, subtotal: "Subtotal",
    shipping: "Envío",
    shippingFrom: { "Envío desde \($0.display(.spanish)), según la dirección; se muestra antes de comprar." },
    tax: "Impuesto", excise: "Impuesto al consumo", total: "Total",
    containedTax: { "Incluye \($0.display(.spanish)) de impuesto" },
    containedExcise: { "Incluye \($0.display(.spanish)) de impuesto al consumo" },
    termsTitle: "Condiciones", terms: "Esta tienda es una demostración. No compra ni paga nada.",
    tea: "Té verde de la primera cosecha.", book: "Una novela sobre un puerto, en rústica.", untaxed: "sin impuesto",
    shippingMayBeFree: "El envío depende de la dirección y para algunas es gratis; se muestra antes de comprar.",
    orderWaiting: { "Un pedido por \($0.display(.spanish)) sigue en espera" },
    orderWaitingAdvice: "Su pago no está terminado. Ábralo para ver qué sigue.", seeOrder: "Ver ese pedido",
    code: "Cupón o tarjeta de regalo", redeem: "Usar",
    codeUnknown: "No conocemos este código. Por favor revíselo e intente de nuevo.", discounted: "Con el descuento",
    codes: { "Para probar: \($0) descuenta el 10\u{A0}%, y \($1) es una tarjeta de regalo." },
    coupon: { "Cupón \($0)" },
    giftCard: { "Tarjeta de regalo \($0)" },
    giftCardPays: { "Una tarjeta de regalo paga hasta \($0.display(.spanish)) del total." },
    methods: { "Tarjeta, \($0)…" }, otherOptions: { "Otras formas de pagar con \($0)" },
    chargedAfterReview: "Solo se le cobra después de que usted revise su pedido.",
    chargedAfterSelection: {
      "Elija dirección y tarjeta en \($0.joined(separator: " o ")) y revise todo aquí. Solo se le cobra después de pulsar Comprar."
    },

    // The review page
    reviewTitle: "Revise su pedido", reviewAdvice: "Todavía no se ha cobrado nada.", deliverTo: "Enviar a",
    paymentMethod: "Pago", buyer: "Comprador", items: "Productos", change: "Cambiar",
    changeAddress: "Cambiar la dirección", changePayment: "Cambiar el medio de pago",
    buy: { "Comprar ahora · \($0.display(.spanish))" },
    buyAdvice: { "Al pulsar Comprar se hace el pedido y usted pasa un momento a \($0)." },
    buyAtProvider: { "Al pulsar Comprar usted pasa a \($0), donde paga." },
    cancelCheckout: "Cancelar y conservar el carrito", reviewChanged: "Revise de nuevo antes de comprar",
    changedAddress: "La dirección de envío cambió.", changedPayment: "El medio de pago cambió.",
    changedTotal: { "El total cambió de \($0.display(.spanish)) a \($1.display(.spanish))." },
    changedTotalByAddress: {
      "El total cambió de \($0.display(.spanish)) a \($1.display(.spanish)) por la nueva dirección de envío."
    },
    changedOther: "El pedido cambió después de mostrarse esta página.", cartChanged: "Su carrito ya no es el mismo",
    cartChangedAdvice:
      "Usted cambió el carrito después de comenzar la compra. Con Comprar se pide lo que muestra esta página. Para pedir lo que hay ahora en el carrito, vuelva al carrito y comience la compra de nuevo.",
    marketChanged: { "Este pedido es para \($0.name(.spanish))" },
    marketChangedAdvice: {
      "Usted eligió \($0.name(.spanish)) después de comenzar la compra. Con Comprar se pide lo que muestra esta página. Para comprar con \($0.name(.spanish)), vuelva al carrito y comience la compra de nuevo."
    },

    // Selecting at the provider
    selectingTitle: { "Todavía no ha terminado en \($0)" },
    selectingAdvice: { _ in "Elija allá una dirección y un medio de pago, y vuelva aquí para revisar su pedido." },
    continueAt: { "Continuar en \($0)" }, undeliverableTitle: "No hacemos envíos a ese lugar",
    undeliverableAdvice: "La dirección que eligió está en un país al que no hacemos envíos. No se ha cobrado nada.",
    regionAdvice: "No hacemos envíos a la región de la dirección que eligió. No se ha cobrado nada.",
    postOfficeBoxAdvice: "No hacemos envíos a apartados de correos. No se ha cobrado nada.",
    packstationAdvice: "No hacemos envíos a taquillas ni oficinas de correos. No se ha cobrado nada.",
    selectOtherAddress: "Elegir otra dirección", changingTitle: "No se cambió nada",
    changingAdvice: "Volvió antes de elegir otra cosa. Lo que eligió primero sigue vigente.",
    keepSelection: "Volver a su pedido", checkingTitle: "Estamos cargando lo que eligió",
    checking: "Un momento. Su pedido aparece aquí sin que usted haga nada.",
    checkingAdvice: { "Le estamos pidiendo a \($0) su dirección y su medio de pago. No tiene que elegir de nuevo." },

    // Market and delivery
    markets: "País y moneda", deliveryTitle: "¿A dónde enviamos su pedido?",
    deliveryAdvice: { "Después revisa todo aquí y paga en \($0). Todavía no se cobra nada." },
    fillInSample: "Usar una dirección de ejemplo", deliveryIncomplete: "Revise de nuevo los campos marcados.",
    chooseOne: "Elija uno.",
    fillIn: "Complete este campo.",
    countryCodeNeeded: { "\($0) necesita el número con su país, como +46 73 900 00 01." },
    entryNotAccepted: { "\($0) no acepta este dato. Revíselo, por favor." },
    emailForm: "Escríbalo así: nombre@ejemplo.com", mobileForm: "Escriba al menos 7 dígitos. Puede empezar con +.",
    chooseFromList: "Elija uno de la lista.", tooLong: { "Escriba como máximo \($0) caracteres." },
    toReview: "Revisar el pedido", firstName: "Nombre", surname: "Apellido", email: "Correo electrónico",
    mobile: "Celular", documentType: "Tipo de documento", document: "Número de documento", street: "Dirección",
    city: "Ciudad", region: "Departamento", postalCode: "Código postal", postalCodeIfAny: "Código postal (si tiene)",

    // On the way to the payment
    openingTitle: "Estamos abriendo la página de pago", opening: "Un momento. Por favor quédese en esta página.",
    openingAdvice: { "Todavía no se ha cobrado nada. En cuanto \($0) esté listo, podrá continuar aquí con el pago." },
    confirmingTitle: "Estamos confirmando su pago", confirming: "Un momento. Esta página avanza sola.",
    confirmingAdvice: {
      "No tiene que quedarse. Seguimos consultando a \($0), y esta página muestra el resultado en cuanto lo tengamos. Por favor no pague de nuevo."
    },
    otherOrderAdvice:
      "Esta página es de ese pedido y no de lo que hay ahora en su carrito. Para pagar el carrito, cancele primero ese pedido.",
    pendingTitle: "Su pago está pendiente",
    pending: "Todavía no fue aprobado ni rechazado. Eso puede tardar desde unos minutos hasta varios días.",
    pendingPageAdvice: {
      "Si tiene que pagar un comprobante o aprobar una transferencia, los encuentra en \($0)."
    },
    checkAgain: "Consultar de nuevo", payingTitle: "Su pago no está terminado",
    payingAdvice: { "\($0) lo está esperando. Todavía no se ha cobrado nada." },
    payingAtProviderAdvice: { "\($0) lo está esperando. Si ya pagó, esta página lo muestra en cuanto lo sepamos." },
    attemptDeclined: { reason, provider in
      switch reason {
      case .paymentMethodRefused:
        "El último intento de pago no fue aceptado. Puede pagar con otro medio en \(provider)."
      case .verificationFailed:
        "Su banco no pudo confirmar que era usted. Puede intentarlo de nuevo en \(provider) o usar otra tarjeta."
      case .timedOut: "El último intento de pago tardó demasiado. Puede intentarlo de nuevo en \(provider)."
      case .refused, .notStarted:
        "El último intento de pago fue rechazado. Puede intentarlo de nuevo en \(provider) o pagar allá de otra manera."
      }
    },
    continuePayment: "Continuar con el pago", cancellingTitle: "Estamos cancelando su pedido",
    cancelling: { "Le estamos pidiendo a \($0) que detenga el pago. Esta página avanza sola." },
    cancellingPendingTitle: "Su pedido aún no está cancelado",
    cartWaits:
      "Este pedido todavía se puede pagar. Para que no pague dos veces los mismos productos, un carrito que los tenga debe esperar. Quítelos del carrito para pagar lo demás ahora, o espere hasta que el pedido termine.",
    cancellingPending: {
      "Su pago sigue pendiente, y \($0) no lo puede detener ahora. Si tiene un comprobante, no lo pague. Si el banco aprueba el pago, su pedido queda hecho. Si no, el pedido se cancela y no se cobra nada."
    },

    // Outcomes and problems
    thanksTitle: "Gracias por su pedido",
    thanksAdvice: "Su pago está completo. Conserve el número de pedido para cualquier consulta.",
    reservedAdvice:
      "El monto está reservado y se cobra al enviar el pedido. Conserve el número de pedido para cualquier consulta.",
    releasedAdvice:
      "No se cobró nada: el monto reservado se liberó. Conserve el número de pedido para cualquier consulta.",
    refundedAdvice: "El monto fue reembolsado. Conserve el número de pedido para cualquier consulta.",
    disputedAdvice:
      "El pago está en disputa, por lo que detuvimos el envío. Conserve el número de pedido para cualquier consulta.",
    nothingToPay:
      "Su pedido está completo y no hay nada que pagar. Conserve el número de pedido para cualquier consulta.",
    orderNumber: "Número de pedido", amountPaid: "Pagado", amountReserved: "Reservado",
    authorizationCode: "Autorización", timeline: "Ver qué pasó, paso a paso",
    timelineAdvice: "Abre la página de operaciones. Inicie sesión con la clave que la demo mostró al arrancar.",
    keepShopping: "Volver a la tienda", notStartedTitle: "El pago no se puede iniciar por ahora",
    declinedTitle: "El pago fue rechazado",
    declinedAdvice: { reason in
      switch reason {
      case .paymentMethodRefused:
        "El medio de pago no fue aceptado. No se cobró nada y su carrito se conserva. Por favor elija otro."
      case .verificationFailed:
        "Su banco no pudo confirmar que era usted. No se cobró nada y su carrito se conserva. Intente de nuevo o use otra tarjeta."
      case .timedOut: "Se agotó el tiempo. No se cobró nada y su carrito se conserva. Por favor intente de nuevo."
      case .notStarted: "No se cobró nada y su carrito se conserva. Intente de nuevo más tarde o pague de otra manera."
      case .refused, nil:
        "No se cobró nada y su carrito se conserva. Pruebe con otro medio de pago o consulte al banco de su tarjeta."
      }
    },
    payAnotherWay: "Pagar de otra manera", backToCart: "Volver al carrito", cancelledTitle: "La compra se canceló",
    cancelledAdvice: "No se cobró nada. Su carrito está como usted lo dejó.",
    expiredTitle: "La compra tardó demasiado",
    expiredAdvice: "Venció y no se cobró nada. Su carrito se conserva; comience de nuevo cuando quiera.",
    heldTitle: "Estamos revisando su pago",
    heldAdvice:
      "Una persona tiene que revisar el pago. Usted no tiene que hacer nada, y por favor no pague de nuevo: le escribiremos.",
    moneyReserved: {
      "Hasta ahora no se cobró nada, pero hay \($0.display(.spanish)) reservados en su tarjeta. Lo estamos aclarando; por favor mire aquí de nuevo dentro de un rato. Su carrito se conserva."
    },
    moneyReturning: { "Se cobraron \($0.display(.spanish)) y se están reembolsando. Su carrito se conserva." },
    moneyReturned: { "Lo que se cobró, \($0.display(.spanish)), ya fue reembolsado. Su carrito se conserva." },

    // Problems
    unreachableTitle: "No hay conexión con el pago",
    unreachableAdvice: "No se cobró nada y su carrito se conserva. Intente de nuevo en un minuto.",
    unknownTitle: "No pudimos consultar su compra",
    unknownAdvice: "Todavía no sabemos si su pedido se hizo. Por favor no pida de nuevo. Consulte el estado.",
    busyTitle: "Un momento, por favor",
    busyAdvice: "Hay mucho movimiento. Su carrito se conserva. Espere un poco e intente de nuevo.",
    refusedTitle: "Este pedido no se puede hacer así",
    refusedAdvice: "No se cobró nada. Vuelva al carrito, revíselo e intente de nuevo.", tryAgain: "Intentar de nuevo",
    seeCheckout: "Consultar el estado")
}
