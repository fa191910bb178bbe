import FerryCore

extension ShopTexts {
  static let spanish = ShopTexts(
    shopName: "Tabletas", webShop: "Tienda en una vista web", nativeShop: "Tienda en pantallas nativas",
    webShopDetail: "Las páginas de la tienda, que llaman a la aplicación para pagar.",
    nativeShopDetail: "Carrito, revisión y agradecimiento en la aplicación.",
    firstGeneration: "Tienda con la revisión afuera",
    firstGenerationDetail: "Primera generación: la revisión está afuera y su botón trae de vuelta.",
    tracking: "Preguntar por el rastreo", trackingDetail: "Aparte del pago, que no depende de ello.", cart: "Carrito",
    shippingFrom: "Envío desde", tryAgain: "Intentar de nuevo", notReached: "No hay conexión con la tienda.",
    refused: "La tienda no pudo recibir el pedido.", locked: "Desbloquee su dispositivo e intente de nuevo.",
    browser: "Navegador de la página de pago", secureBrowser: "Navegador seguro",
    ownWebView: "Vista web de la aplicación",
    browserDetail:
      "El menú de Swedbank Pay está hecho para una vista web, y PlacetoPay la permite. Amazon Pay solo funciona en el navegador seguro.",
    market: "País y moneda", deliveryTitle: "¿A dónde enviamos su pedido?",
    deliveryIncomplete: "Revise de nuevo los campos marcados.", toReview: "Revisar el pedido",
    back: "Volver al carrito", pleaseCorrect: "Corrija este campo.", accounts: "Cuentas en los proveedores",
    accountsDetail: "Pregunta al servidor si sus credenciales son aceptadas y qué hay que corregir.",
    accountsSound: "Los proveedores aceptan todas las credenciales.", accountsUnsound: "Hay algo que corregir.",
    noAccounts: "Este servidor no muestra sus cuentas. Ejecute «ferry doctor» en su máquina.",
    notConfigured: "Esta aplicación se compiló sin configuración: elija el esquema Demo o Linked.",

    // Delivery
    name: "Nombre", surname: "Apellido", email: "Correo electrónico", mobile: "Celular",
    documentType: "Tipo de documento", document: "Número de documento", street: "Dirección", city: "Ciudad",
    region: "Departamento", postalCodeIfAny: "Código postal (si tiene)", postalCode: "Código postal")
}
