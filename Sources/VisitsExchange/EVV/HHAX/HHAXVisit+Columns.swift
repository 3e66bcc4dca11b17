extension HHAXVisit {
  /// The columns of HHAeXchange's EVV visit import, in their order: all of them, since a cell is known by its place.
  ///
  /// "Homecare EDI Import", EVV Visit Import (Homecare V5 flat file, 96 fields, cells A to CR;
  /// knowledge.hhaexchange.com/edi, EDI-Import-P), which names each field, its type, whether it is required and its cell.
  /// Cited as "HHAX V5" with the cell.
  static let columns = """
    Agency Tax ID|Office NPI|Payer ID|Medicaid Number|Member First Name|Member Last Name|Member ID|Caregiver Code|\
    Caregiver Registry ID|Caregiver License Number|Caregiver First Name|Caregiver Last Name|Caregiver Gender|\
    Caregiver Date of Birth|Caregiver SSN|Caregiver Email|Schedule ID|Visit ID|Procedure Code|Diagnosis Code|\
    Schedule Start Time|Schedule End Time|Visit Start Time|Visit End Time|EVV Start Time|EVV End Time|\
    Clock-In Service Location Address Line 1|Clock-In Service Location Address Line 2|Clock-In Service Location City|\
    Clock-In Service Location State|Clock-In Service Location Zip Code|Clock-In Service Location Type|\
    Clock-Out Service Location Address Line 1|Clock-Out Service Location Address Line 2|\
    Clock-Out Service Location City|Clock-Out Service Location State|Clock-Out Service Location Zip Code|\
    Clock-Out Service Location Type|Duties|Clock-In Phone Number|Clock-In Latitude|Clock-In Longitude|\
    Clock-In EVV Other Info|Clock-Out Phone Number|Clock-Out Latitude|Clock-Out Longitude|Clock-Out EVV Other Info|\
    Invoice Number|Visit Edit Reason Code|Visit Edit Action Taken|Visit Edit Made By|Notes|Is Deletion|\
    Invoice Line-Item ID|Total Billed Amount|Units Billed|Billed Rate|Submission Type|TRN Number|\
    Enable Secondary Billing|Other Subscriber ID|Primary Payer ID|Primary Payer Name|Relationship to Insured|\
    Primary Payer Policy or Group number|Primary Payer Program Name|Plan Type|Total Paid Amount|Total Paid Units|\
    Paid Date|Deductible|Coinsurance|Copay|Contracted Adjustments|Not Medically Necessary|Non-Covered Charges|\
    Max Benefit Exhausted|Missed Visit|Missed Visit Reason Code|Missed Visit Action Taken Code|Missed Visit Notes|\
    Travel Time Request Hours|Travel Time Comments|Cancel Travel Time Request|Timesheet Required|Timesheet Approved|\
    User Field 1|User Field 2|User Field 3|User Field 4|User Field 5|User Field 6|User Field 7|User Field 8|\
    User Field 9|User Field 10
    """.split(separator: "|").map(String.init)
}
