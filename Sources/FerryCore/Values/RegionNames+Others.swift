extension RegionNames {
  /// The states, the District of Columbia, the territories and the military "states" (United States Postal Service, "State
  /// abbreviations").
  static let unitedStates = RegionTable(
    "US",
    """
    AL Alabama;AK Alaska;AZ Arizona;AR Arkansas;CA California;CO Colorado;CT Connecticut;DE Delaware;
    DC District of Columbia/Washington DC;FL Florida;GA Georgia;HI Hawaii;ID Idaho;IL Illinois;IN Indiana;IA Iowa;KS Kansas;
    KY Kentucky;LA Louisiana;ME Maine;MD Maryland;MA Massachusetts;MI Michigan;MN Minnesota;MS Mississippi;MO Missouri;
    MT Montana;NE Nebraska;NV Nevada;NH New Hampshire;NJ New Jersey;NM New Mexico;NY New York;NC North Carolina;
    ND North Dakota;OH Ohio;OK Oklahoma;OR Oregon;PA Pennsylvania;RI Rhode Island;SC South Carolina;SD South Dakota;
    TN Tennessee;TX Texas;UT Utah;VT Vermont;VA Virginia;WA Washington;WV West Virginia;WI Wisconsin;WY Wyoming;
    AS American Samoa;GU Guam;MP Northern Mariana Islands;PR Puerto Rico;VI Virgin Islands/US Virgin Islands;
    AE Armed Forces Europe;AP Armed Forces Pacific;AA Armed Forces Americas
    """,
    codesAreNames: true)

  /// Territories that addresses have as a country or as a state.
  package static let territories = ["AS", "GU", "MP", "PR", "VI"]

  /// The provinces by their numbers, in their languages.
  static let spain = RegionTable(
    "ES",
    """
    01 Álava/Araba/Alaba;02 Albacete;03 Alicante/Alacant;04 Almería;05 Ávila;06 Badajoz;
    07 Baleares/Balears/Illes Balears/Islas Baleares;08 Barcelona;09 Burgos;10 Cáceres;11 Cádiz;
    12 Castellón/Castelló/Castellón de la Plana/Castelló de la Plana;13 Ciudad Real;14 Córdoba;15 La Coruña/A Coruña/Coruña;
    16 Cuenca;17 Gerona/Girona;18 Granada;19 Guadalajara;20 Guipúzcoa/Gipuzkoa;21 Huelva;22 Huesca/Uesca;23 Jaén;24 León;
    25 Lérida/Lleida;26 La Rioja/Rioja;27 Lugo;28 Madrid/Comunidad de Madrid;29 Málaga;30 Murcia/Región de Murcia;
    31 Navarra/Nafarroa/Comunidad Foral de Navarra;32 Orense/Ourense;33 Asturias/Principado de Asturias;34 Palencia;
    35 Las Palmas/Las Palmas de Gran Canaria;36 Pontevedra;37 Salamanca;38 Santa Cruz de Tenerife/Tenerife;39 Cantabria;
    40 Segovia;41 Sevilla;42 Soria;43 Tarragona;44 Teruel;45 Toledo;46 Valencia/València;47 Valladolid;48 Vizcaya/Bizkaia;
    49 Zamora;50 Zaragoza;51 Ceuta;52 Melilla
    """)

  /// The province that a Spanish postal code begins with.
  package static func province(ofPostalCode code: String) -> String? {
    let code = "ES-" + postalCode(code).prefix(2)
    return spain.names[code] == nil ? nil : code
  }

  /// The provinces by the letters of addresses and number plates, with the four of Sardinia that no longer exist.
  static let italy = RegionTable(
    "IT",
    """
    AG Agrigento;AL Alessandria;AN Ancona;AO Aosta/Valle d'Aosta/Vallée d'Aoste;AP Ascoli Piceno;AQ L'Aquila/Aquila;AR Arezzo;
    AT Asti;AV Avellino;BA Bari;BG Bergamo;BI Biella;BL Belluno;BN Benevento;BO Bologna;BR Brindisi;BS Brescia;
    BT Barletta-Andria-Trani;BZ Bolzano/Bozen;CA Cagliari;CB Campobasso;CE Caserta;CH Chieti;CI Carbonia-Iglesias;
    CL Caltanissetta;CN Cuneo;CO Como;CR Cremona;CS Cosenza;CT Catania;CZ Catanzaro;EN Enna;FC Forlì-Cesena;FE Ferrara;
    FG Foggia;FI Firenze;FM Fermo;FR Frosinone;GE Genova;GO Gorizia;GR Grosseto;IM Imperia;IS Isernia;KR Crotone;LC Lecco;
    LE Lecce;LI Livorno;LO Lodi;LT Latina;LU Lucca;MB Monza e Brianza/Monza e della Brianza/Monza-Brianza;MC Macerata;
    ME Messina;MI Milano;MN Mantova;MO Modena;MS Massa-Carrara;MT Matera;NA Napoli;NO Novara;NU Nuoro;OG Ogliastra;
    OR Oristano;OT Olbia-Tempio;PA Palermo;PC Piacenza;PD Padova;PE Pescara;PG Perugia;PI Pisa;PN Pordenone;PO Prato;PR Parma;
    PT Pistoia;PU Pesaro e Urbino/Pesaro-Urbino;PV Pavia;PZ Potenza;RA Ravenna;RC Reggio Calabria/Reggio di Calabria;
    RE Reggio Emilia/Reggio nell'Emilia;RG Ragusa;RI Rieti;RM Roma;RN Rimini;RO Rovigo;SA Salerno;SI Siena;SO Sondrio;
    SP La Spezia;SR Siracusa;SS Sassari;SU Sud Sardegna;SV Savona;TA Taranto;TE Teramo;TN Trento;TO Torino;TP Trapani;TR Terni;
    TS Trieste;TV Treviso;UD Udine;VA Varese;VB Verbano-Cusio-Ossola;VC Vercelli;VE Venezia;VI Vicenza;VR Verona;
    VS Medio Campidano;VT Viterbo;VV Vibo Valentia
    """,
    codesAreNames: true)
}
