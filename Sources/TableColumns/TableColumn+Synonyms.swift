extension TableColumn {
  /// What English, German and French tables write over this column, and what other programs do; of events of a whole day
  /// what calendar programs write in twelve languages. Capitals, accents, spaces and punctuation do not count.
  ///
  /// A bare "No." or "Nr." is none of the ids: over most tables it counts rows, and the next table's row 1 would change
  /// this one's.
  package var synonyms: [String] {
    switch self {
    case .id:
      [
        "visit number", "visit no", "visit other id", "alayacare visit id", "3rd party schedule id", "visit ref",
        "external id", "appointment id", "appointment number",
        "shift id", "booking id", "schedule id", "uid", "Besuchs-ID", "Besuchs-Nr", "Besuchsnummer",
        "Einsatz-ID", "Einsatz-Nr", "Einsatznummer", "Termin-ID", "Terminnummer", "identifiant", "id visite",
        "n° visite", "numéro de visite", "numéro d'intervention",
      ]
    case .client:
      [
        "client name", "patient", "patient name", "customer", "customer name", "service user", "resident",
        "participant", "consumer", "member name", "recipient name", "Klient", "Klientin", "Klientenname", "Kunde",
        "Kundin", "Kundenname", "Patientin",
        "Patientenname", "Bewohner", "Bewohnerin", "Pflegekunde", "bénéficiaire", "usager", "nom du client",
        "nom du patient", "nom du bénéficiaire", "personne aidée", "patiente", "cliente",
      ]
    case .clientFirstName:
      [
        "patient first name", "customer first name", "member first name", "client given name", "patient given name",
        "Vorname Klient",
        "Vorname Kunde", "Vorname Patient", "Klient Vorname", "Kunde Vorname", "Patient Vorname", "prénom client",
        "prénom du client", "prénom patient", "prénom du patient", "prénom bénéficiaire", "prénom du bénéficiaire",
      ]
    case .clientLastName:
      [
        "patient last name", "customer last name", "member last name", "client surname", "patient surname",
        "client family name",
        "patient family name", "Nachname Klient", "Nachname Kunde", "Nachname Patient", "Klient Nachname",
        "Kunde Nachname", "Patient Nachname", "nom client", "nom patient", "nom bénéficiaire",
      ]
    case .worker:
      [
        "worker name", "caregiver", "caregiver name", "carer", "carer name", "care worker", "employee",
        "employee name", "workers", "staff", "staff name", "staff member", "aide", "nurse", "assigned to",
        "practitioner", "Mitarbeiter", "Mitarbeiterin", "Mitarbeitername", "Pflegekraft", "Pflegeperson", "Pfleger",
        "Pflegerin", "Betreuer", "Betreuerin", "Betreuungskraft", "intervenant", "intervenante", "salarié", "salariée",
        "employé", "employée", "soignant", "soignante", "auxiliaire", "aidant", "nom de l'intervenant",
      ]
    case .workerFirstName:
      [
        "caregiver first name", "carer first name", "employee first name", "staff first name", "Vorname Mitarbeiter",
        "Mitarbeiter Vorname", "Vorname Pflegekraft", "Pflegekraft Vorname", "prénom intervenant",
        "prénom de l'intervenant", "prénom salarié", "prénom du salarié",
      ]
    case .workerLastName:
      [
        "caregiver last name", "carer last name", "employee last name", "staff last name", "worker surname",
        "caregiver surname", "employee surname", "Nachname Mitarbeiter", "Mitarbeiter Nachname",
        "Nachname Pflegekraft", "Pflegekraft Nachname", "nom intervenant", "nom salarié",
      ]
    case .date:
      [
        "visit date", "service date", "date of service", "date of visit", "start date", "scheduled date",
        "scheduled start date", "schedule date", "planned date", "appointment date", "shift date", "Datum",
        "Besuchsdatum",
        "Einsatzdatum", "Startdatum", "Beginn Datum", "date de visite", "date de la visite", "date d'intervention",
        "date de l'intervention", "date de début", "date début",
      ]
    case .day: ["Tag", "jour"]
    case .start:
      [
        "begin", "begins", "starts", "from", "start time", "begin time", "from time", "time from", "start at",
        "scheduled start", "scheduled start time", "schedule start", "schedule start time", "planned start",
        "planned start time", "shift start",
        "appointment start", "start date time", "date time", "date and time", "Beginn", "Start", "von", "Anfang",
        "Startzeit", "Beginnzeit", "Uhrzeit von", "Zeit von", "Einsatzbeginn", "Besuchsbeginn", "geplanter Beginn",
        "Soll-Beginn", "début", "heure de début", "heure début", "début prévu", "début de l'intervention",
      ]
    case .end:
      [
        "ends", "to", "until", "till", "finish", "end time", "finish time", "to time", "time to", "end at",
        "scheduled end", "scheduled end time", "schedule end", "schedule end time", "planned end", "planned end time",
        "shift end", "appointment end",
        "end date time", "Ende", "bis", "Endzeit", "Endezeit", "Uhrzeit bis", "Zeit bis", "Einsatzende", "Besuchsende",
        "geplantes Ende", "Soll-Ende", "fin", "heure de fin", "heure fin", "fin prévue", "fin de l'intervention",
      ]
    case .endDate: ["scheduled end date", "planned end date", "Enddatum", "Ende Datum", "date de fin", "date fin"]
    case .minutes:
      [
        "minute", "mins", "duration", "duration minutes", "duration min", "planned duration", "scheduled duration",
        "planned minutes", "scheduled minutes", "length", "Minuten", "Dauer", "Dauer Minuten", "Dauer min", "durée",
        "durée minutes", "durée en minutes", "durée prévue",
      ]
    case .hours:
      [
        "hour", "hrs", "duration h", "duration hours", "planned hours", "scheduled hours", "Stunden", "Dauer h",
        "Dauer Std", "Dauer Stunden",
        "Dauer in Stunden", "heures", "durée h", "durée en heures", "durée heures",
      ]
    case .timeZone: ["tz", "visit time zone", "IANA time zone", "Zeitzone", "fuseau horaire"]
    case .address:
      [
        "visit address", "client address", "patient address", "service address", "visit location", "Adresse",
        "Anschrift", "Einsatzort", "Kundenadresse", "lieu d'intervention", "adresse du client",
        "adresse d'intervention",
      ]
    case .service:
      [
        "services", "service type", "service name", "visit type", "type of visit", "type of service",
        "appointment type", "service code name", "Leistung", "Leistungen", "Leistungsart", "Besuchsart", "Einsatzart",
        "prestation",
        "type de visite", "type d'intervention", "type de prestation",
      ]
    case .serviceCode: ["procedure code", "billing service code", "HCPCS code", "HCPCS"]
    case .note:
      [
        "notes", "comment", "comments", "remark", "remarks", "visit note", "visit notes", "service instructions",
        "Bemerkung", "Bemerkungen",
        "Notiz", "Notizen", "Kommentar", "Hinweis", "Anmerkung", "remarque", "remarques", "commentaire",
        "commentaires",
      ]
    case .status:
      ["visit status", "appointment status", "schedule status", "Besuchsstatus", "Einsatzstatus", "statut", "état"]
    case .cancelled:
      [
        "canceled", "is cancelled", "is canceled", "is deletion", "visit cancelled indicator", "cancelled indicator",
        "visit canceled indicator", "canceled indicator", "storniert", "abgesagt", "annulé", "annulée",
      ]
    case .allDay:
      [
        "all day event", "ganztägig", "ganztägiges Ereignis", "toute la journée", "journée entière", "todo el día",
        "evento de todo el día", "dia inteiro", "evento de dia inteiro", "o dia inteiro", "tutto il giorno",
        "giornata intera", "evento giornata intera", "hele dag", "duurt hele dag", "gebeurtenis hele dag",
        "sepanjang hari", "acara sepanjang hari", "tüm gün", "tüm gün etkinliği", "tüm gün süren olay", "cả ngày",
        "sự kiện cả ngày", "całodzienne", "cały dzień", "wydarzenie całodzienne", "zdarzenie całodzienne",
        "Целый день", "Весь день", "Событие на весь день",
      ]
    // Of people's columns alone: see ``headings(in:)``.
    default: []
    }
  }
}
