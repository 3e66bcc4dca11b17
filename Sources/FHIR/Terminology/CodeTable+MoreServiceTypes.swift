extension CodeTable {
  /// `http://terminology.hl7.org/CodeSystem/service-type`, its second half.
  static let moreServiceTypes = CodeTable(
    """
    301 Contraception Inform
    302 Coordinating Bodies
    303 Correctional Service
    304 Council Environmenta
    305 Counselling
    306 Criminal
    307 Crises
    308 Crisis Assessment An
    309 Crisis Assistance
    310 Crisis Refuge
    311 Day Program
    312 Deaf
    313 Dental Hygiene
    314 Dentistry
    315 Dentures
    316 Depression
    317 Detoxification
    318 Diabetes
    319 Diaphragm Fitting
    320 Dieticians
    321 Disabled Parking
    322 District Nursing
    323 Divorce
    324 Doctors
    325 Drink-Drive
    326 Dual Diagnosis Servi
    327 Early Choice
    328 Eating Disorder
    330 Emergency Relief
    331 Employment And Train
    332 Environment
    333 Equipment
    334 Exercise
    335 Facility
    336 Family Choice
    337 Family Law
    338 Family Options
    339 Family Services
    340 FFYA
    341 Financial Aid
    342 Fitness
    343 Flexible Care Packag
    344 Food
    345 Food Vouchers
    346 Forensic Mental Heal
    347 Futures
    348 Futures For Young Ad
    349 General Practitioner
    350 Grants
    351 Grief
    352 Grief Counselling
    353 HACC
    354 Heart Disease
    355 Help
    356 High Blood Pressure
    357 Home Help
    358 Home Nursing
    359 Homefirst
    360 Hospice Care
    361 Hospital Services
    362 Hospital To Home
    364 Hostel
    365 Hostel Accommodation
    366 Household Items
    367 Hypertension
    368 Illness
    369 Independent Living
    370 Information
    371 Injury
    372 Intake
    373 Intensive Mobile You
    374 Intervention
    375 Job Searching
    376 Justice
    377 Leisure
    378 Loans
    379 Low Income Earners
    380 Lung
    381 Making A Difference
    382 Medical Services
    383 Medical Specialists
    384 Medication Administr
    385 Menstrual Informatio
    386 Methadone
    387 Mobile Support And T
    388 Motor Neurone
    389 Multiple Sclerosis
    390 Neighbourhood House
    391 Nursing Home
    392 Nursing Mothers
    393 Obesity
    394 Occupational Health
    395 Optometrist
    396 Oral Hygiene
    397 Outpatients
    398 Outreach Service
    399 PADP
    400 Pain
    401 Pap Smear
    402 Parenting
    403 Peak Organizations
    404 Personal Care
    405 Pharmacies
    406 Phobias
    407 Physical
    408 Physical Activity
    409 Postnatal
    410 Pregnancy
    411 Pregnancy Tests
    412 Preschool
    413 Prescriptions
    414 Primary Mental Healt
    415 Property Maintenance
    416 Prostate
    417 Psychiatric
    418 Psychiatric Disabili
    419 Psychiatric Disabili
    420 Psychiatric Disabili
    421 Psychiatric Disabili
    422 Psychiatric Disabili
    423 Psychiatric Support
    424 Recreation
    425 Referral
    426 Refuge
    427 Rent Assistance
    428 Residential Faciliti
    429 Residential Respite
    430 Respiratory
    431 Response
    432 Rooming Houses
    433 Safe Sex
    434 Secure Extended Care
    435 Self Help
    436 Separation
    437 Services
    438 Sex Education
    439 Sexual Abuse
    440 Sexual Issues
    441 Sexually Transmitted
    442 SIDS
    443 Social Support
    444 Socialisation
    445 Special Needs
    446 Speech Therapist
    447 Splinting
    448 Sport
    449 Statewide And Specia
    450 STD
    451 STI
    452 Stillbirth
    453 Stomal Care
    454 Stroke
    455 Substance Abuse
    456 Support
    457 Syringes
    458 Teeth
    459 Tenancy Advice
    460 Terminal Illness
    461 Therapy
    462 Transcription
    463 Translating Services
    464 Translator
    465 Transport
    466 Vertebrae
    467 Violence
    468 Vocational Guidance
    469 Weight
    470 Welfare Assistance
    471 Welfare Counselling
    472 Wheelchairs
    473 Wound Management
    474 Young People At Risk
    475 Further Desc. - Community Health Care
    476 Library
    477 Community Hours
    478 Further Desc. - Specialist Medical
    479 Hepatology
    480 Gastroenterology
    481 Gynaecology
    482 Obstetrics
    483 Further Desc. - Specialist Surgical
    484 Placement Protection
    485 Family Violence
    486 Integrated Family Services
    488 Diabetes Educator
    489 Kinship Care
    490 General Mental Health Services
    491 Exercise Physiology
    492 Medical Research
    493 Youth
    494 Youth Services
    495 Youth Health
    496 Child and Family Ser
    497 Home Visits
    498 Mobile Services
    500 Before and/or After
    501 Cancer Services
    502 Integrated Cancer Se
    503 Multidisciplinary Se
    504 Multidisciplinary Ca
    505 Meetings
    506 Blood pressure monit
    507 Dose administration
    508 Medical Equipment Hi
    509 Parenting/Family Support/Education
    510 Deputising Service
    513 Cancer Support Groups
    514 Community Cancer Services
    530 Disability Care Transport
    531 Aged Care Transport
    532 Diabetes Education s
    533 Cardiac Rehabilitati
    534 Young Adult Diabetes
    535 Pulmonary Rehabilita
    536 Art therapy
    537 Medication Reviews
    538 Telephone Counselling
    539 Telephone Help Line
    540 Online Service
    541 Crisis - Mental Health
    542 Youth Crisis
    543 Sexual Assault
    544 GPAH Other
    545 Paediatric Dermatology
    546 Veterans Services
    547 Veterans
    548 Food Relief/Food/Meals
    550 Dementia Care
    551 Alzheimer
    552 Drug and/or Alcohol Support Groups
    553 1-on-1 Support /Mentoring /Coaching
    554 Chronic Disease Management
    555 Liaison Services
    556 Walk-in Centre /Non-Emergency
    557 Inpatients
    558 Spiritual Counselling
    559 Women's Health
    560 Men's Health
    561 Health Education/Awareness Program
    562 Test Message
    563 Remedial Massage
    564 Adolescent Mental Health Services
    565 Youth Drop In/Assistance/Support
    566 Aboriginal Health Worker
    567 Women's Health Clinic
    568 Men's Health Clinic
    569 Migrant Health Clinic
    570 Refugee Health Clinic
    571 Aboriginal Health Clinic
    572 Nurse Practitioner Lead Clinic/s
    573 Nurse Lead Clinic/s
    574 Culturally Tailored Support Groups
    575 Culturally Tailored Health Promotion
    576 Rehabilitation
    577 Education Information/Referral
    580 Social Work
    581 Haematology
    582 Maternity Shared Car
    583 Rehabilitation Servi
    584 Cranio-sacral Therapy
    585 Prosthetics & Orthotics
    589 Home Medicine Review
    590 GPAH - Medical
    591 Music Therapy
    593 Falls Prevention
    599 Accommodation/Tenancy
    600 Assess-Skill, Ability, Needs
    601 Assist Access/Maintain Employ
    602 Assist Prod-Pers Care/Safety
    603 Assist-Integrate School/Ed
    604 Assist-Life Stage, Transition
    605 Assist-Personal Activities
    606 Assist-Travel/Transport
    607 Assistive Equip-General Tasks
    608 Assistive Equip-Recreation
    609 Assistive Prod-Household Task
    610 Behavior Support
    611 Comms & Info Equipment
    612 Community Nursing Care
    613 Daily Tasks/Shared Living
    614 Development-Life Skills
    615 Early Childhood Supports
    616 Equipment Special Assess Setup
    617 Hearing Equipment
    618 Home Modification
    619 Household Tasks
    620 Interpret/Translate
    621 Other Innovative Supports
    622 Participate Community
    623 Personal Mobility Equipment
    624 Physical Wellbeing
    625 Plan Management
    626 Therapeutic Supports
    627 Training-Travel Independence
    628 Vehicle modifications
    629 Vision Equipment
    """)
}
