extension CodeTable {
  /// `http://terminology.hl7.org/CodeSystem/service-type`, its first half.
  static let serviceType = CodeTable(
    """
    1 Adoption/Permanent Care Info/Support
    2 Aged Care Assessment
    3 Aged Care Information/Referral
    4 Aged Residential Care
    5 Case Management for Older Persons
    6 Delivered Meals (Meals On Wheels)
    7 Friendly Visiting
    8 Home Care/Housekeeping Assistance
    9 Home Maintenance and Repair
    10 Personal Alarms/Alerts
    11 Personal Care for Older Persons
    12 Planned Activity Groups
    13 Acupuncture
    14 Alexander Technique Therapy
    15 Aromatherapy
    16 Biorhythm Services
    17 Bowen Therapy
    18 Chinese Herbal Medicine
    19 Feldenkrais
    20 Homoeopathy
    21 Hydrotherapy
    22 Hypnotherapy
    23 Kinesiology
    24 Magnetic Therapy
    25 Massage Therapy
    26 Meditation
    27 Myotherapy
    28 Naturopathy
    29 Reflexology
    30 Reiki
    31 Relaxation Therapy
    32 Shiatsu
    33 Western Herbal Medicine
    34 Family Day care
    35 Holiday Programs
    36 Kindergarten Inclusion Support
    37 Kindergarten/Preschool
    38 Long Day Child Care
    39 Occasional Child Care
    40 Outside School Hours Care
    41 Children's Play Programs
    42 Parenting/Family Support/Education
    43 Playgroup
    44 School Nursing
    45 Toy Library
    46 Child Protection/Child Abuse Report
    47 Foster Care
    48 Residential/Out-of-Home Care
    49 Support - Young People Leaving Care
    50 Audiology
    51 Blood Donation
    52 Chiropractic
    53 Dietetics
    54 Family Planning
    55 Health Advocacy/Liaison Service
    56 Health Information/Referral
    57 Immunization
    58 Maternal & Child Health
    59 Nursing
    60 Nutrition
    61 Occupational Therapy
    62 Optometry
    63 Osteopathy
    64 Pharmacy
    65 Physiotherapy
    66 Podiatry
    67 Sexual Health
    68 Speech Pathology/Therapy
    69 Bereavement Counselling
    70 Crisis Counselling
    71 Family Counselling/Therapy
    72 Family Violence Counselling
    73 Financial Counselling
    74 Generalist Counselling
    75 Genetic Counselling
    76 Health Counselling
    77 Mediation
    78 Problem Gambling Counselling
    79 Relationship Counselling
    80 Sexual Assault Counselling
    81 Trauma Counselling
    82 Victims of Crime Counselling
    83 Cemetery Operation
    84 Cremation
    85 Death Service Information
    86 Funeral Services
    87 Endodontic
    88 General Dental
    89 Oral Medicine
    90 Oral Surgery
    91 Orthodontic
    92 Paediatric Dentistry
    93 Periodontic
    94 Prosthodontic
    95 Acquired Brain Injury Info/Referral
    96 Disability Advocacy
    97 Disability Aids & Equipment
    98 Disability Case Management
    99 Disability Day Programs/Activities
    100 Disability Information/Referral
    101 Disability Support Packages
    102 Disability Supported Accommodation
    103 Early Childhood Intervention
    104 Hearing Aids & Equipment
    105 Drug and/or Alcohol Counselling
    106 Drug/Alcohol Information/Referral
    107 Needle & Syringe Exchange
    108 Non-resid. Alcohol/Drug Treatment
    109 Pharmacotherapy
    110 Quit Program
    111 Residential Alcohol/Drug Treatment
    112 Adult/Community Education
    113 Higher Education
    114 Primary Education
    115 Secondary Education
    116 Training & Vocational Education
    117 Emergency Medical
    118 Employment Placement and/or Support
    119 Vocational Rehabilitation
    120 Work Safety/Accident Prevention
    121 Financial Assistance
    122 Financial Information/Advice
    123 Material Aid
    124 General Practice
    125 Accommodation Placement/Support
    126 Crisis/Emergency Accommodation
    127 Homelessness Support
    128 Housing Information/Referral
    129 Public Rental Housing
    130 Interpreting/Multilingual Service
    131 Juvenile Justice
    132 Legal Advocacy
    133 Legal Information/Advice/Referral
    134 Mental Health Advocacy
    135 Mental Health Assess/Triage/Crisis Response
    136 Mental Health Case Management
    137 Mental Health Information/Referral
    138 Mental Health Inpatient Services
    139 Mental Health Non-residential Rehab
    140 Mental Health Residential Rehab/CCU
    141 Psychiatry (Requires Referral)
    142 Psychology
    143 Martial Arts
    144 Personal Fitness Training
    145 Physical Activity Group
    146 Physical Activity Programs
    147 Physical Fitness Testing
    148 Pilates
    149 Self-Defence
    150 Sporting Club
    151 Yoga
    152 Food Safety
    153 Health Regulatory /Inspection /Cert.
    154 Work Health/Safety Inspection/Cert.
    155 Carer Support
    156 Respite Care
    157 Anatomical Pathology
    158 Pathology - Clinical Chemistry
    159 Pathology - General
    160 Pathology - Genetics
    161 Pathology - Haematology
    162 Pathology - Immunology
    163 Pathology - Microbiology
    164 Anaesthesiology - Pain Medicine
    165 Cardiology
    166 Clinical Genetics
    167 Clinical Pharmacology
    168 Dermatology
    169 Endocrinology
    170 Gastroenterology & Hepatology
    171 Geriatric Medicine
    172 Immunology & Allergy
    173 Infectious Diseases
    174 Intensive Care Medicine
    175 Medical Oncology
    176 Nephrology
    177 Neurology
    178 Occupational Medicine
    179 Palliative Medicine
    180 Public Health Medicine
    181 Rehabilitation Medicine
    182 Rheumatology
    183 Sleep Medicine
    184 Thoracic Medicine
    185 Gynaecological Oncology
    186 Obstetrics & Gynaecology
    187 Reproductive Endocrinology/Infertility
    188 Urogynaecology
    189 Neonatology & Perinatology
    190 Paediatric Cardiology
    191 Paediatric Clinical Genetics
    192 Paediatric Clinical Pharmacology
    193 Paediatric Endocrinology
    194 Paed. Gastroenterology/Hepatology
    195 Paediatric Haematology
    196 Paediatric Immunology & Allergy
    197 Paediatric Infectious Diseases
    198 Paediatric Intensive Care Medicine
    199 Paediatric Medical Oncology
    200 Paediatric Medicine
    201 Paediatric Nephrology
    202 Paediatric Neurology
    203 Paediatric Nuclear Medicine
    204 Paediatric Rehabilitation Medicine
    205 Paediatric Rheumatology
    206 Paediatric Sleep Medicine
    207 Paediatric Surgery
    208 Paediatric Thoracic Medicine
    209 Diag. Radiology /Xray /CT /Fluoroscopy
    210 Diagnostic Ultrasound
    211 Magnetic Resonance Imaging (MRI)
    212 Nuclear Medicine
    213 Obstetric/Gynaecological Ultrasound
    214 Radiation Oncology
    215 Cardiothoracic Surgery
    216 Neurosurgery
    217 Ophthalmology
    218 Orthopaedic Surgery
    219 Otolaryngology/Head & Neck Surgery
    220 Plastic & Reconstructive Surgery
    221 Surgery - General
    222 Urology
    223 Vascular Surgery
    224 Support Groups
    225 Air ambulance
    226 Ambulance
    227 Blood Transport
    228 Community Bus
    229 Flying Doctor Service
    230 Patient Transport
    231 A&E
    232 A&EP
    233 Abuse
    234 ACAS
    235 Access
    236 Accident
    237 Acute Inpatient Serv
    238 Adult Day Programs
    239 Adult Mental Health Services
    240 Advice
    241 Advocacy
    242 Aged Persons Mental
    243 Aged Persons Mental
    244 Aged Persons Mental
    245 Aids
    246 Al-Anon
    247 Alcohol
    248 Al-Teen
    249 Antenatal
    250 Anxiety
    251 Arthritis
    252 Assessment
    253 Assistance
    254 Asthma
    255 ATSS
    256 Attendant Care
    257 Babies
    258 Bathroom Modificatio
    259 Behavior
    260 Behavior Interventi
    261 Bereavement
    262 Bipolar
    263 Birth
    264 Birth Control
    265 Birthing Options
    266 BIST
    267 Blood
    268 Bone
    269 Bowel
    270 Brain
    271 Breast Feeding
    272 Breast Screen
    273 Brokerage
    274 Cancer
    275 Cancer Support
    276 Cardiovascular Disea
    277 Care Packages
    278 Carer
    279 Case Management
    280 Casualty
    281 Centrelink
    282 Chemists
    283 Child And Adolescent
    284 Child Care
    285 Child Services
    286 Children
    287 Children's Services
    288 Cholesterol
    289 Clothing
    290 Community Based Acco
    291 Community Care Unit
    292 Community Child And
    293 Community Health
    294 Community Residentia
    295 Community Transport
    296 Companion Visiting
    297 Companionship
    298 Consumer Advice
    299 Consumer Issues
    300 Continuing Care Serv
    """)
}
