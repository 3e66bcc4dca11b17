extension CodeTable {
  /// `http://terminology.hl7.org/CodeSystem/service-category`.
  static let serviceCategory = CodeTable(
    """
    1 Adoption
    2 Aged Care
    34 Allied Health
    3 Alternative/Complementary Therapies
    4 Child Care/Kindergarten
    5 Child Development
    6 Child Protection & Family Services
    7 Community Health Care
    8 Counselling
    36 Crisis Line (GPAH use only)
    9 Death Services
    10 Dental
    11 Disability Support
    12 Drug/Alcohol
    13 Education & Learning
    14 Emergency Department
    15 Employment
    16 Financial & Material Aid
    17 General Practice
    35 Hospital
    18 Housing/Homelessness
    19 Interpreting
    20 Justice
    21 Legal
    22 Mental Health
    38 NDIA
    23 Physical Activity & Recreation
    24 Regulation
    25 Respite/Carer Support
    26 Specialist Clinical Pathology
    27 Specialist Medical
    28 Specialist Obstetrics & Gynecology
    29 Specialist Pediatric
    30 Specialist Radiology/Imaging
    31 Specialist Surgical
    32 Support Group/s
    37 Test Message (HSD admin)
    33 Transport
    """)
}

extension CodeTable {
  /// `http://terminology.hl7.org/CodeSystem/appointment-cancellation-reason`.
  static let cancelationReason = CodeTable(
    """
    pat Patient
    pat-crs Patient: Canceled via automated reminder system
    pat-cpp Patient: Canceled via Patient Portal
    pat-dec Patient: Deceased
    pat-fb Patient: Feeling Better
    pat-lt Patient: Lack of Transportation
    pat-mt Patient: No longer covered by insurance or other payers
    pat-mv Patient: Moved Residence
    pat-preg Patient: Pregnant
    pat-swl Patient: Scheduled from Wait List
    pat-ucp Patient: Unhappy/Changed Provider
    prov Provider
    prov-pers Provider: Personal
    prov-dch Provider: Discharged
    prov-edu Provider: Edu/Meeting
    prov-hosp Provider: Hospitalized
    prov-labs Provider: Labs Out of Acceptable Range
    prov-mri Provider: MRI Screening Form Marked Do Not Proceed
    prov-onc Provider: Oncology Treatment Plan Changes
    maint Equipment Maintenance/Repair
    meds-inc Prep/Med Incomplete
    other Other
    oth-cms Other: CMS Therapy Cap Service Not Authorized
    oth-err Other: Error
    oth-fin Other: Financial
    oth-iv Other: Improper IV Access/Infiltrate IV
    oth-int Other: No Interpreter Available
    oth-mu Other: Prep/Med/Results Unavailable
    oth-room Other: Room/Resource Maintenance
    oth-oerr Other: Schedule Order Error
    oth-swie Other: Silent Walk In Error
    oth-weath Other: Weather
    """)
}

extension CodeTable {
  /// `http://terminology.hl7.org/CodeSystem/v2-0276`: why an Appointment is made.
  static let appointmentType = CodeTable(
    """
    ROUTINE Routine appointment
    WALKIN A previously unscheduled walk-in visit
    CHECKUP A routine check-up, such as an annual physical
    FOLLOWUP A follow up visit from a previous appointment
    EMERGENCY Emergency appointment
    """)
}

extension CodeTable {
  /// `http://terminology.hl7.org/CodeSystem/v2-0131`: whom to turn to.
  static let contactRole = CodeTable(
    """
    BP Billing contact person
    CP Contact person
    EP Emergency contact person
    PR Person preparing referral
    E Employer
    C Emergency Contact
    F Federal Agency
    I Insurance Company
    N Next-of-Kin
    S State Agency
    O Other
    U Unknown
    """)
}
