import FerryCheckout
import FerryCore
import FerryWeb

extension OperatorTexts {
  static let spanish = OperatorTexts(
    // The frame
    overview: "Resumen", checkouts: "Pagos", held: "Retenidos", webhooks: "Webhooks", live: "REAL", test: "PRUEBA",
    bandLive: "Pagos reales: dinero de verdad", bandTest: "Pagos de prueba: no se mueve dinero",
    signOut: "Cerrar sesión", roleLook: "solo lectura", roleAct: "puede actuar", updated: "Actualizado",
    toOverview: "Ir al resumen",

    // Sign-in
    signIn: "Iniciar sesión",
    signInAdvice: "Use su propia clave. La sesión termina tras una hora sin actividad, y a las doce horas.",
    signInRefused: "El nombre o la clave no es correcto. Revise ambos e intente de nuevo.", operatorName: "Nombre",
    operatorKey: "Clave",

    // Errors
    errorRefused: TitledText(
      "No puede hacer esto",
      "Su rol no lo permite, o la página es de una sesión anterior. No cambió nada. Recargue la página e intente de nuevo."
    ),
    errorNotFound: TitledText("Aquí no hay nada", "Revise la dirección o el identificador."),
    errorTooMany: TitledText("Demasiados intentos", "Espere un minuto e intente de nuevo."),
    errorUnreadable: TitledText(
      "No se pudo leer",
      "Hay un error en el formulario o en la dirección. No cambió nada. Vuelva atrás e intente de nuevo."),
    errorFailed: TitledText(
      "Algo falló", "Revise el historial del pago antes de repetir nada. El registro del servidor dice más."),

    // The overview
    toDo: "Por hacer", today: "Hoy", heldCount: "retenidos: decide una persona",
    disputedCount: "disputas abiertas", overdueCount: "atrasados", parkedCount: "webhooks abandonados",
    oldestWebhook: "el webhook sin entregar más antiguo", accounts: "Cuentas",
    noAccountProblems: "Ningún proveedor ha rechazado la configuración de una cuenta en las últimas 24 horas.",
    begun: "Iniciados", day: "Día", reconciliation: "Última conciliación",
    noReconciliation: "No hay ninguna. Ejecute ferry reconcile cada día.",
    noDifferences: "Todos los libros coinciden.", noDifferencesInPart: "Sin diferencias en lo comparado.",
    partNotCompared: "Una parte no se pudo comparar. Ejecute ferry reconcile para verla.",
    allShops: "todas las tiendas", comparedAt: "comparado el",
    nothingThisWeek: "No se movió dinero en los últimos siete días.", timesADay: { "\($0) veces en 24 horas" },
    onlyShop: { "tienda \($0)" },
    notCompared: { "No se pudieron comparar: \($0). Ejecute ferry reconcile para verlos." },
    daysAgo: { "hace \($0) días" }, hoursAgo: { "hace \($0) h" }, seconds: { "\($0) s" },
    minutes: { "\($0) min \($1) s" }, differences: { $0 == 1 ? "1 diferencia" : "\($0) diferencias" },

    // Lists
    state: "Estado", all: "Todos", stateLive: "En curso", stateHeld: "Retenidos", stateOverdue: "Atrasados",
    stateDisputed: "En disputa", stateCapturable: "Por capturar", statePending: "Operación en curso",
    provider: "Proveedor", mode: "Modo",
    from: "Desde", until: "Hasta", show: "Mostrar", search: "Buscar",
    searchFor: "Pedido, ID, importe, últimos dígitos de la tarjeta, nombre o correo", found: "Resultado de la búsqueda",
    nothingFound: "No se encontró nada",
    nothingFoundAdvice:
      "Cambie el filtro o busque una parte: tres caracteres o más, dos en kanji y kana. Los compradores borrados no se encuentran.",
    latestAlone: { "Hay más. Estos son los últimos \($0)." },
    firstAlone: { "Hay más. Estos son los primeros \($0)." }, firstPage: "Primera página",
    nextPage: "Página siguiente", export: "Exportar en CSV", overdue: "atrasado", filter: "Filtro",

    // Finding
    searchTooShort:
      "Demasiados valores contienen una parte de este texto: solo se buscaron palabras completas. Escriba más caracteres.",
    searchGoesOn: "Aún no se han buscado los pagos más antiguos.", dateOf: "Fechas de", figurePaid: "Pagado",
    least: "Importe desde", most: "Importe hasta", currency: "Moneda", views: "Listas guardadas",
    saveView: "Guardar esta lista", viewName: "Nombre de la lista", removeView: "Quitar una lista",
    viewsFull: "No puede guardar más listas. Quite una primero.",
    ordersOfBuyer: "Todos los pedidos de este comprador", orders: "Pedidos", totals: "Totales",
    eraseBuyer: "Borrar este comprador en sus pedidos terminados",
    eraseBuyerMeans: {
      "Ferry borra para siempre los nombres, las direcciones y las pruebas de \($0 == 1 ? "1 pedido terminado" : "\($0) pedidos terminados"). El dinero y el historial permanecen. Los pedidos en curso conservan su comprador."
    },

    // The numbers of days
    startToPayment: "Del inicio al pago", lostBefore: "Perdidos antes de llegar al proveedor",
    lostAtProvider: "Perdidos en el proveedor", lostAfter: "Perdidos tras el regreso",
    timeToPay: "Tiempo mediano hasta el pago", untilNow: "hasta esta hora", moneyByDay: "Dinero por día",

    // The journal
    journal: "Registro", journalMeans: "Las acciones de los operadores, con las palabras del historial.",
    lastSevenDays: "Últimos siete días", noActs: "No hay acciones.",

    // Webhooks
    endpoints: "Destinos", endpoint: "Destino", messages: "Mensajes", waiting: "en espera", parked: "abandonado",
    delivered: "entregado", oldest: "el más antiguo", nextAttempt: "próximo intento", sendAgain: "Enviar de nuevo",
    nothingSent: "No se envió nada: el mensaje es demasiado antiguo, o su destino ya no está configurado.",
    nothingGivenUp: "No se envió nada: este destino no tiene mensajes abandonados.",
    sendAllAgain: "Enviar todos los abandonados",
    noEndpoints: "No hay ningún destino configurado. Las tiendas tienen que preguntar por el estado de sus pagos.",
    noMessages: "No hay mensajes",
    noWebhooks: "No se envió ningún webhook sobre este pago, o se olvidó tras treinta días.",
    sendAllMeans: { "Se envían de nuevo desde el principio de su calendario: \($0)." },
    attempts: { $0 == 1 ? "1 intento" : "\($0) intentos" },

    // Payouts
    payouts: "Abonos", payout: "Abono", payments: "Pagos", noPayouts: "Todavía no hay abonos.",
    noPayments: "Ningún pago explica este abono.", fees: "Comisiones", chargebacks: "Contracargos",
    otherLines: "Otras líneas", unexplained: "Sin pago correspondiente",
    payoutComplete: "El abono está completo",
    payoutBalanced: "La suma es correcta, pero no todas las líneas están explicadas",
    payoutExpected: "Previsto según los pagos",
    payoutNet: "Abonado, según las líneas del informe", payoutTransferred: "Transferido al banco",
    payoutReasons: "De qué se compone la diferencia", payoutDifferences: "Importes distintos de los de Ferry",
    notTransferred: "En el informe, pero no transferido",
    shortBy: { "Faltan \($0)" }, moreBy: { "\($0) más de lo previsto" },
    payoutLines: { $0 == 1 ? "1 línea" : "\($0) líneas" }, newLines: { $0 == 1 ? "1 nueva" : "\($0) nuevas" },
    reports: "Informes importados", noReports: "No se ha importado ningún informe.",
    importReport: "Importar un informe",
    reportFile: "Informe de liquidación del proveedor",
    reportMeans:
      "Elija el archivo tal como lo descargó. Un archivo se importa una sola vez, y una línea de varios informes cuenta una vez.",
    reportMissing: "Elija un informe de esta cuenta. No se ha cambiado nada.",
    reportKnown: "Este archivo ya se había importado. No se ha cambiado nada.",
    reportUnreadable: { "No se puede leer el archivo; no se ha cambiado nada. Línea \($0)" },

    // One checkout
    nextStepTitle: "Siguiente paso", money: "Dinero", noMoney: "No se conoce ningún pago.", authorized: "Autorizado",
    captured: "Capturado", refunded: "Reembolsado", released: "Liberado", capturable: "Se puede capturar",
    refundable: "Se puede reembolsar", lapses: "La autorización caduca", operations: "Operaciones",
    paymentReference: "Referencia del proveedor", session: "Sesión del proveedor", method: "Medio de pago",
    capture: "Capturar", refund: "Reembolsar", void: "Anular", captureAmount: "Importe a capturar",
    refundAmount: "Importe a reembolsar", order: "Pedido", orderNumber: "Número de pedido",
    orderReference: "Referencia de la tienda", details: "Detalles", checkoutID: "Identificador del pago",
    shop: "Tienda", account: "Cuenta", kind: "El comprador está en", kindApp: "una aplicación",
    kindBrowser: "un navegador", capturePolicy: "Captura", captureAutomatic: "automática", captureManual: "manual",
    created: "Comenzó", expires: "Vence", otherAttempts: "Otro pago pagó este pedido:", buyer: "Comprador",
    buyerName: "Nombre", email: "Correo", phone: "Teléfono", address: "Dirección de entrega",
    uncertainDelivery:
      "La dirección no indica qué precio de envío se aplica ni si la tienda entrega allí. Revísela antes de enviar el pedido.",
    noBuyer: "No hay datos guardados del comprador.",
    erasedBuyer: { "Los datos del comprador se borraron el \($0)." },
    lockedBuyer:
      "El regreso aún no está reclamado, y no es seguro de quién son los datos. Se muestran cuando la tienda lo reclame.",
    forget: "Borrar al comprador", timeline: "Historial",
    timelineUTC: "Las entradas son las palabras de la API y del registro.",
    outstanding: "Solicitudes en curso", earlierEntries: "Entradas anteriores", laterEntries: "Entradas posteriores",
    by: { "por \($0)" },
    lines: "Líneas", captureLines: "Capturar líneas", refundLines: "Reembolsar líneas",
    linesMean: "El servidor calcula el importe, con descuentos e impuesto. Lo verá antes de confirmar.",
    linesWrong: "Elija al menos una línea y escriba cantidades enteras. No cambió nada.",
    linesFree: "Con los descuentos y las tarjetas de regalo, estas líneas no cuestan nada. Vuelva y elija otras.",
    refundBeyondCapture: { "Reembolsar más de lo capturado, hasta \($0.display(.spanish))" },
    piecesLeft: { "de \($0)" },
    failedAttempts: { "\($0) fallidos" },
    overdueSince: {
      "Algo tarda más de lo debido desde \($0). Pregunte de nuevo al proveedor cuando la causa esté resuelta, o deje de esperar y decida."
    },
    operationPending: "pendiente", operationUnknown: "resultado desconocido", operationSucceeded: "hecho",
    operationFailed: "falló",

    // Disputes
    disputes: "Disputas", disputed: "en disputa", recordDispute: "Registrar una disputa",
    recordDisputeMeans:
      "Aquí no se mueve dinero. Lo disputado no se puede reembolsar, y se avisa a la tienda que detenga el envío. Sin importe, se disputa todo lo capturado.",
    updateDispute: "Actualizar", save: "Guardar", disputeID: "Identificador o número de caso",
    disputedAmount: "Importe en disputa", everythingCaptured: "todo lo capturado", disputeReason: "Motivo",
    respondBy: "Responder hasta (UTC)",
    disputeAsked:
      "Ferry pregunta cada día. Para aceptarla, use la consola del proveedor (Amazon Pay: Seller Central).",
    disputeWrong:
      "Escriba el identificador con hasta 64 letras, cifras, - y _, el importe en cifras y una fecha válida. No cambió nada.",
    disputeKnown: "Esta disputa ya está en la lista. Actualícela allí. No cambió nada.",
    paidBackTwice:
      "El comprador recibió el dinero dos veces: por reembolso y por disputa. Impugne la disputa, o reclame una de las dos devoluciones.",
    despiteDispute: "Reembolsar aunque esté en disputa",
    despiteDisputeMeans:
      "Resuelve algunas, como los reclamos de la Garantía de la A a la Z. En otras se devuelve dos veces.",
    respondByDay: { "responder a más tardar el \($0)" }, disputeNeedsResponse: "por responder",
    disputeUnderReview: "en revisión", disputeWon: "ganada", disputeLost: "perdida", disputeWithdrawn: "retirada",
    reasonFraud: "Fraude", reasonNotReceived: "No recibido", reasonNotAsDescribed: "Distinto de lo descrito",
    reasonCreditNotProcessed: "Reembolso no recibido", reasonDuplicate: "Cobro duplicado",
    reasonWrongAmount: "Importe incorrecto", reasonCancelled: "Pedido cancelado", reasonOther: "Otro",
    toldByProvider: "La informó el proveedor.", toldByReport: "Está en un informe de liquidación.",
    toldByPerson: "La registró una persona.",
    disputeAskedOnly: "Ferry pregunta cada día. Responda o acepte la disputa en la consola del proveedor.",
    answerDispute: "Responder con pruebas",
    answerMeans:
      "El proveedor las recibe todas juntas, una sola vez, y decide. Ferry las borra en cuanto han llegado.",
    sendAnswer: "Enviar las pruebas", evidenceType: "Prueba", evidenceText: "Texto", evidenceFile: "Archivo",
    answerWrong:
      "No se ha enviado nada. Escriba un texto de hasta 5000 caracteres o elija un archivo: csv, pdf, xls, xlsx, doc, docx, ods, jpg o png.",
    evidenceProduct: "Descripción del producto", evidenceReceipt: "Recibo",
    evidenceCancellation: "Condiciones de cancelación", evidenceSignature: "Firma del comprador",
    evidenceTracking: "Número de seguimiento", evidenceCarrier: "Transportista",
    evidenceDeviceID: "Identificador del dispositivo", evidenceDevice: "Dispositivo",
    evidenceDownload: "Hora de la descarga", answerSending: "Se están enviando las pruebas; inicio:",
    answerSent: "Pruebas enviadas:",
    answerRefused: "El proveedor no aceptó las pruebas (el motivo está en el historial):",
    answerStopped: "No se sabe si las pruebas llegaron. Compruébelo en la consola del proveedor:",

    // Actions
    decide: "Decidir", accept: "Aceptar el pago", reject: "Devolver el dinero y cancelar",
    ask: "Preguntar de nuevo al proveedor", hold: "Dejar de esperar y decidir", happened: "La operación se hizo",
    didNotHappen: "La operación no se hizo", happenedAmount: "Importe en el proveedor", operation: "Operación",
    asked: "Importe pedido", reported: "El proveedor informa", goBack: "Volver", amount: "Importe",
    amountWrong:
      "Escriba cifras sin separador de miles, con punto o coma antes de los decimales que tiene la moneda. No cambió nada.",
    changedMeanwhile: "El pago cambió desde que abrió la página. No se hizo nada. Mírelo de nuevo y confirme.",
    notPossible: "Ahora no es posible",
    realMoney: "Es un pago real. Se mueve dinero de verdad, y aquí no se puede deshacer.",
    writtenDown: "Su nombre y la hora quedan en el historial.",

    // Acts
    menu: "Menú", noReason: "Sin indicar", reasonRequested: "A petición del cliente", reasonDefective: "Defectuoso",
    refundNote: "Nota (sin nombrar al comprador)",
    noteWrong: "Escriba la nota con hasta 200 caracteres, sin signos especiales. No cambió nada.",
    amountMissing: "Escriba un importe. No cambió nada.", allEntries: "Todas las entradas",
    operationWaits: {
      "\($0): solicitado el \($2). \($1) aún no lo ha confirmado. Después podrá capturar, reembolsar o anular de nuevo."
    },
    actUnanswered: { "\($0) aún no ha respondido. La respuesta aparecerá en esta página." },
    actPending: { "Solicitado. \($0) aún no lo ha confirmado." }, actConfirmed: { "\($0) lo ha confirmado." },
    actFailed: { "\($0) lo ha rechazado. No se movió dinero." },
    actUnknown: "El resultado es desconocido. Decida primero si la operación se hizo.",
    actUnchanged: "No cambió nada.", actRecorded: "Registrado.",
    actSending: "El mensaje se está enviando. El resultado aparecerá en esta página.",
    actAllDelivered: "Todos los mensajes para este destino están entregados.",
    actChanged: { "Estado actual del pago: \($0)." }, actAttempt: { "Intento \($0)" },
    failureMethod: "medio de pago rechazado", failureVerification: "verificación fallida",
    failureRefused: "rechazado", failureTime: "tiempo agotado", failureStart: "no comenzó",
    failureLapsed: "autorización caducada", failureRules: "el proveedor no lo permite",
    webhookAnswered: { "respondió \($0)" }, webhookNotReached: "sin conexión",
    webhookTooLate: "sin respuesta a tiempo", webhookBroken: "conexión interrumpida",
    webhookGone: "no enviado: el destino ya no existe", webhookRemoved: "no enviado: el destino se quitó",

    // Consequences
    captureMeans: "El proveedor cobra para usted el dinero autorizado.",
    captureReleasesRest: "Este proveedor captura una sola vez: libera el resto, que después ya no se puede capturar.",
    refundMeans: "El proveedor devuelve el dinero al comprador. Puede tardar días en llegar.",
    voidMeans:
      "El proveedor libera el dinero autorizado y no capturado. Para cobrarlo después, el comprador debe pagar de nuevo.",
    acceptMeans: "El pago vale como lo tiene el proveedor.",
    acceptsOther: { "Se pidió \($0) y el proveedor informa \($1). El pago vale por \($1)." },
    acceptsUnreadable: { "El proveedor informa un importe que no se puede leer: \($0). El pago vale por \($1)." },
    rejectMeans: "Primero se pregunta al proveedor. Todo se anula o reembolsa, también lo que llegue después.",
    askMeans: "Se pregunta al proveedor por el estado actual, y el servidor actúa según la respuesta.",
    holdMeans:
      "La solicitud atrasada cuenta como desconocida y Ferry deja de preguntar. Mírela en la consola del proveedor y decida.",
    happenedMeans: "Usted vio en la consola del proveedor que la operación se hizo.",
    didNotHappenMeans: "Usted vio en la consola del proveedor que el dinero no se movió.",
    checkMeans: "Se pregunta ahora al proveedor por el estado actual. Las solicitudes fallidas se repiten enseguida.",
    forgetMeans:
      "El nombre, las direcciones y los demás datos del comprador se borran de este servidor. El dinero y el historial quedan. No se puede deshacer.",
    buyerPays: { "Ve que el pedido está pagado: \($0)." }, buyerNoticesNothing: "No nota nada.",
    buyerIsCancelled: "Lee que el pago se canceló.", buyerWaits: "Sigue leyendo que el pago se está revisando.",
    shopShips: "Se le informa que el pedido está pagado, y lo envía.",
    shopStaysPaid: "El pedido sigue pagado, y se le informa el resultado.",
    shopIsCancelled: "Se le informa la cancelación, y no envía nada.", shopWaits: "Todavía no envía nada.",
    staysCaptured: { "El importe de \($0) sigue capturado." },
    staysAuthorized: { "\($0) siguen autorizados. Captúrelos antes de que caduquen." },
    isCaptured: { "Se capturan \($0)." }, isRefunded: { "Se reembolsan \($0)." }, isReleased: { "Se liberan \($0)." },
    goesBackLater: "No hay nada que devolver. Lo que llegue después se devuelve.",
    followsAnswer: "Solo se mueve si la respuesta es clara.", nothingMoves: "No se mueve nada.",
    countsAsDone: { "No se mueve nada. Cuentan como hechos \($0)." },
    countsAsNotDone:
      "La operación cuenta como no hecha y se puede pedir de nuevo. Si en realidad se hizo, el dinero se mueve dos veces.",

    // Phases
    phaseOpen: "abierto", phaseSelecting: "eligiendo", phaseReviewing: "revisando", phaseAuthorizing: "autorizando",
    phasePaying: "pagando", phaseSettling: "confirmando", phaseClosing: "cerrando", phasePaid: "pagado",
    phaseDeclined: "rechazado", phaseCancelled: "cancelado", phaseExpired: "vencido", phaseHeld: "retenido",
    nextStep: { phase in
      switch phase {
      case .open, .selecting, .reviewing, .unrecognised:
        "El comprador está comprando. No se ha movido dinero. Si se va, el pago vence por sí solo."
      case .authorizing: "El servidor pide al proveedor su página de pago. No hay que hacer nada."
      case .paying:
        "El comprador está en la página de pago del proveedor. Si no vuelve, el servidor pregunta al proveedor."
      case .settling:
        "El servidor confirma el pago con el proveedor. Con algunos medios tarda días. No envíe nada todavía."
      case .closing: "El pago termina, y el servidor pregunta al proveedor si se movió dinero. No hay que hacer nada."
      case .paid: "El pedido está pagado. Entréguelo."
      case .declined: "El proveedor lo rechazó. El comprador puede pagar el pedido de otra manera."
      case .cancelled: "Se canceló sin pago. No hay que hacer nada."
      case .expired: "Venció sin pago. No hay que hacer nada."
      case .held:
        "Decide una persona. Hasta entonces Ferry no mueve dinero, y el comprador lee que el pago se está revisando."
      }
    },
    stepRespondBy: { "No envíe nada. Responda a la disputa a más tardar el \($0)." },
    stepRespond: "No envíe nada. Responda a la disputa.",
    stepUnderReview: "No envíe nada. El proveedor o el banco está decidiendo la disputa.",
    stepCapture: "El pedido está pagado. Entréguelo, y capture lo que solo está autorizado.",
    stepRefunded: "Todo está reembolsado. No envíe nada.",
    stepLost: {
      "El importe de \($0) se perdió en una disputa. No se puede reembolsar otra vez. No envíe nada más por él."
    },
    stepHeldCaptured: { "Ya se capturaron \($0)." },
    returnReleased: { "La autorización de \($0) se liberó. No hay que hacer nada." },
    returnDone: { "El importe de \($0) volvió al comprador. No hay que hacer nada." },
    returnUnderWay: { "\($0) van de vuelta al comprador. El proveedor lo está procesando." },
    returnFailed: {
      "No se pudieron devolver \($0). Intente de nuevo, o devuélvalos en el proveedor y pregúntele otra vez."
    },
    holdReason: { reason in
      switch reason {
      case .amountMismatch:
        "El importe o la moneda del proveedor no es lo que se pidió. Compare ambos antes de decidir."
      case .contradiction: "El proveedor informó dos cosas que se excluyen. Mire el pago en su consola."
      case .lateMoney: "Llegó dinero para un pedido ya pagado o terminado, y no se pudo devolver."
      case .unknownOutcome:
        "Se envió una solicitud y no se puede averiguar el resultado. Mire el pago en la consola del proveedor."
      case .undecided:
        "El proveedor tarda más de lo que indica. Se le sigue preguntando, y su decisión vale cuando llegue."
      }
    },

    // Refusals
    refusal: { refusal, time in
      switch refusal {
      case .operationUnderWay: "Otra operación sobre este pago está en curso. Intente cuando termine."
      case .captureExceeded(let left, let most?):
        "De lo capturado quedan \(left.display(.spanish)). Para reembolsar hasta \(most.display(.spanish)), vuelva y marque que quiere reembolsar más de lo capturado."
      case .captureExceeded(let left, nil):
        "De lo capturado quedan \(left.display(.spanish)), y este pago no permite reembolsar más."
      case .amountExceeded(let left):
        "Es más de lo que queda: \(left.display(.spanish))."
      case .capturedInWhole(let whole):
        "Este proveedor no permite capturas parciales. Capture \(whole.display(.spanish))."
      case .refundedInWhole(let whole, until: let end?):
        "Hasta el \(time.text(end)) este proveedor solo reembolsa el total. Reembolse \(whole.display(.spanish)), o espere."
      case .refundedInWhole(let whole, until: nil):
        "Este proveedor solo reembolsa el total. Reembolse \(whole.display(.spanish))."
      case .nothingLeft(.notAuthorized): "Todavía no hay nada autorizado: el proveedor está decidiendo."
      case .nothingLeft(.captured): "Todo está capturado."
      case .nothingLeft(.released(.lapsed)): "La autorización caducó. El comprador debe pagar de nuevo."
      case .nothingLeft(.released): "La autorización está liberada: ya no hay nada retenido."
      case .nothingLeft(.declined): "El proveedor rechazó el pago."
      case .nothingLeft(.notCaptured): "No hay nada capturado que reembolsar. Anule la autorización."
      case .nothingLeft(.refunded): "Todo está reembolsado, o en proceso."
      case .paymentDisputed(_, let left):
        "Una disputa reclama este dinero. Solo queda por reembolsar \(left.display(.spanish))."
      case .notDisputable: "No hay nada capturado que se pueda disputar."
      case .notAnswerable:
        "Aquí solo se puede responder a una disputa comunicada por el proveedor que requiere respuesta."
      case .invalidAmount: "El importe debe ser mayor que cero."
      case .lines: "Ya no quedan tantas unidades. Vuelva a cargar la página."
      case .nothingToPay: "No queda nada por pagar."
      case .orderPaid: "Otro pago pagó este pedido. El dinero de este solo se puede devolver."
      case .nothingToAccept: "No hay dinero que aceptar. Pregunte de nuevo al proveedor, o devuelva el dinero."
      case .notOverdue: "Nada tarda más de lo debido. Espere, o pregunte al proveedor."
      case .operationUndecided: "El resultado de una operación es desconocido. Decida primero si se hizo."
      case .operationNotFound: "El pago no tiene esa operación."
      case .operationNotUnknown: "Ninguna operación tiene un resultado desconocido. No hay nada que decidir."
      case .requestMayArrive(let end):
        "La solicitud aún puede llegar al proveedor. Vuelva a buscar allí la operación después del \(time.text(end)) y decida entonces."
      case .operationNotConcerned: "Esta decisión es sobre el pago entero, no sobre una operación."
      case .amountNotConcerned: "Esta decisión no lleva importe."
      case .amountDiffers(let asked, let reported):
        "Se pidió \(asked.display(.spanish)) y el proveedor informa \(reported.display(.spanish)). Indique \(reported.display(.spanish))."
      case .totalDiffers(let rise):
        "El total del proveedor subió \(rise.display(.spanish)) desde que se pidió la operación. Indique un importe de hasta eso, o pregunte de nuevo al proveedor."
      case .wrongPhase, .reviewChanged, .operationReused, .money:
        "El estado del pago no lo permite, o cambió mientras tanto. Mírelo de nuevo."
      }
    })
}
