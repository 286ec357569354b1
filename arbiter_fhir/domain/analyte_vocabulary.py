"""The laboratory tests that we know by name: canonical key, display name, LOINC codes and spellings.

One test a line: ``key | display | LOINC codes | spellings | marks``. Spellings are separated by ``;`` and compared
as word sets (see `analyte.name_words`), so order, case, commas and words such as *serum* do not matter. A LOINC code is
listed where it means this test, whatever the method; codes of another specimen or fraction have their own line.

Marks: ``unitless`` for results that carry no unit; ``percent`` and ``count`` for the two ways a white-cell
differential is reported under one name, told apart by the unit.

*Source*: LOINC codes from public LOINC documentation of common tests (LOINC is a registered trademark of Regenstrief
Institute, used under its licence); spellings from ordinary laboratory usage.
"""

from __future__ import annotations

__all__ = ["GROUPS", "TESTS"]

TESTS = """\
hba1c | hemoglobin A1c | 4548-4 17856-6 59261-8 | hemoglobin a1c; hgb a1c; hb a1c; hba1c; a1c; ha1c; hemoglobin \
alc; hgb alc; hba1 c; glycohemoglobin; glycohemoglobin a1c; glycated hemoglobin; glycosylated hemoglobin; \
hemoglobin a1c hba1c; hemoglobin glycated
glucose | glucose | 2345-7 2339-0 41653-7 14749-6 | glucose; blood sugar; blood glucose; gluc
glucose_fasting | fasting glucose | 1558-6 14771-0 | fasting glucose; fbs; fasting blood sugar; fasting plasma \
glucose; fpg; fasting blood glucose
urea_nitrogen | urea nitrogen (BUN) | 3094-0 6299-2 14937-7 | bun; urea nitrogen; blood urea nitrogen; urea \
nitrogen bun; blood urea nitrogen bun
creatinine | creatinine | 2160-0 38483-4 14682-9 | creatinine; creat; crea; scr
bun_creatinine_ratio | BUN/creatinine ratio | 3097-3 | bun creatinine ratio; bun creat ratio; urea nitrogen \
creatinine ratio; bun creatinine | unitless
egfr | estimated GFR | 33914-3 77147-7 | egfr; estimated gfr; gfr; gfr estimated; glomerular filtration rate; \
estimated glomerular filtration rate; egfrcr
egfr_ckd_epi | estimated GFR (CKD-EPI) | 62238-1 88294-4 | egfr ckd epi; ckd epi egfr; egfr ckd epi 2009
egfr_ckd_epi_2021 | estimated GFR (CKD-EPI 2021) | 98979-8 | egfr ckd epi 2021; egfr 2021 ckd epi
sodium | sodium | 2951-2 2947-0 | sodium; na
potassium | potassium | 2823-3 6298-4 | potassium; k
chloride | chloride | 2075-0 2069-3 | chloride; cl
carbon_dioxide | carbon dioxide | 2028-9 | carbon dioxide; co2; total co2; carbon dioxide total; tco2
bicarbonate | bicarbonate | 1963-8 | bicarbonate; hco3; bicarb
anion_gap | anion gap | 33037-3 1863-0 10466-1 | anion gap
calcium | calcium | 17861-6 2000-8 | calcium; ca; total calcium
calcium_ionized | ionized calcium | 1995-0 1994-3 17863-2 | ionized calcium; calcium ionised; free calcium; ica
magnesium | magnesium | 19123-9 2601-3 | magnesium; mg
phosphate | phosphate | 2777-1 | phosphate; phosphorus; inorganic phosphorus; phos
protein_total | total protein | 2885-2 | total protein; protein total
albumin | albumin | 1751-7 | albumin; alb
globulin | globulin | 2336-6 10834-0 | globulin; total globulin
albumin_globulin_ratio | albumin/globulin ratio | 1759-0 | a g ratio; ag ratio; albumin globulin ratio; albumin \
globulin | unitless
bilirubin_total | total bilirubin | 1975-2 14631-6 | total bilirubin; bilirubin; tbili; t bili; bili total
bilirubin_direct | direct bilirubin | 1968-7 | conjugated bilirubin; bilirubin dir; dbili; d bili; bili direct; \
direct bilirubin
bilirubin_indirect | indirect bilirubin | 1971-1 | indirect bilirubin; unconjugated bilirubin
alkaline_phosphatase | alkaline phosphatase | 6768-6 | alkaline phosphatase; alk phos; alkp; alp; alkaline phos
ast | AST | 1920-8 | ast; sgot; ast sgot; aspartate aminotransferase; aspartate transaminase; aspartate \
aminotransferase ast
alt | ALT | 1742-6 1744-2 1743-4 | alt; sgpt; alt sgpt; alanine aminotransferase; alanine transaminase; alanine \
aminotransferase alt
ggt | GGT | 2324-2 | ggt; gamma glutamyl transferase; gamma gt; ggtp
ldh | LDH | 2532-0 14804-9 | ldh; lactate dehydrogenase; lactic dehydrogenase; ld
amylase | amylase | 1798-8 | amylase
lipase | lipase | 3040-3 | lipase
uric_acid | uric acid | 3084-1 | uric acid; urate
creatine_kinase | creatine kinase | 2157-6 | creatine kinase; ck; cpk; ck total; creatine kinase total
troponin_i | troponin I | 10839-9 | troponin i
troponin_i_high_sensitivity | high-sensitivity troponin I | 89579-7 | high sensitivity troponin i; hs troponin \
i; troponin i hs
troponin_t | troponin T | 6598-7 | troponin t
troponin_t_high_sensitivity | high-sensitivity troponin T | 67151-1 | high sensitivity troponin t; hs troponin \
t; troponin t hs
bnp | BNP | 30934-4 | bnp; b type natriuretic peptide; brain natriuretic peptide
nt_pro_bnp | NT-proBNP | 33762-6 | nt probnp; nt pro bnp; probnp; pro bnp; ntprobnp
crp | C-reactive protein | 1988-5 | crp; c reactive protein; c reactive protein crp
crp_high_sensitivity | high-sensitivity C-reactive protein | 30522-7 | hs crp; crp high sensitivity; hscrp; c \
reactive protein high sensitivity; high sensitivity crp; cardiac crp
esr | erythrocyte sedimentation rate | 4537-7 30341-2 | esr; sed rate; sedimentation rate; erythrocyte \
sedimentation rate; sed rate westergren; westergren sed rate; sedimentation rate westergren
procalcitonin | procalcitonin | 33959-8 | procalcitonin; pct
lactate | lactate | 2524-7 32693-4 | lactate; lactic acid
ammonia | ammonia | 16362-6 | ammonia; nh3
cholesterol_total | total cholesterol | 2093-3 14647-2 | total cholesterol; cholesterol; cholesterol total; \
chol; tc
cholesterol_hdl | HDL cholesterol | 2085-9 14646-4 | hdl; hdl cholesterol; hdl c; hdl chol
cholesterol_ldl | LDL cholesterol | 13457-7 2089-1 22748-8 39469-2 | ldl; ldl cholesterol; ldl c; ldl chol; ldl \
cholesterol calc nih; ldl chol calc; ldl chol calc nih; ldl cholesterol friedewald
cholesterol_ldl_direct | LDL cholesterol (direct) | 18262-6 | direct ldl; direct ldl cholesterol; ldl \
cholesterol direct; direct ldl c; ldl chol direct
cholesterol_vldl | VLDL cholesterol | 13458-5 2091-7 | vldl; vldl cholesterol; vldl cholesterol cal; vldl chol
cholesterol_non_hdl | non-HDL cholesterol | 43396-1 | non hdl cholesterol; non hdl; non hdl c; nonhdl \
cholesterol
triglycerides | triglycerides | 2571-8 14927-8 | triglycerides; triglyceride; trig; trigs; tg
cholesterol_hdl_ratio | cholesterol/HDL ratio | 9830-1 | cholesterol hdl ratio; chol hdl ratio; total \
cholesterol hdl ratio; chol hdlc ratio | unitless
lipoprotein_a | lipoprotein(a) | 10835-7 43583-4 | lipoprotein a; lp a; lpa
apolipoprotein_b | apolipoprotein B | 1884-6 | apolipoprotein b; apo b; apob
white_cells | white blood cells | 6690-2 26464-8 804-5 | wbc; white blood cells; white blood cell count; white \
cells; leukocytes; wbc count; white blood count; white count; white blood cell
red_cells | red blood cells | 789-8 26453-1 | rbc; red blood cells; red blood cell count; red cells; \
erythrocytes; rbc count; red blood cell
hemoglobin | hemoglobin | 718-7 | hemoglobin; hgb; hb; haemoglobin
hematocrit | hematocrit | 4544-3 20570-8 | hematocrit; hct; haematocrit
mcv | MCV | 787-2 30428-7 | mcv; mean corpuscular volume
mch | MCH | 785-6 28539-5 | mch; mean corpuscular hemoglobin
mchc | MCHC | 786-4 28540-3 | mchc; mean corpuscular hemoglobin concentration
rdw | RDW | 788-0 30385-9 | rdw; rdw cv; red cell distribution width
rdw_sd | RDW-SD | 21000-5 | rdw sd
platelets | platelets | 777-3 26515-7 778-1 | platelets; plt; platelet count; plts; platelet; thrombocytes
mpv | MPV | 32623-1 28542-9 | mpv; mean platelet volume
neutrophils_percent | neutrophils (%) | 770-8 26511-6 | neutrophils; neut; neutrophils %; neutrophil; segs; \
polys; neutrophils relative; neutrophils percent | percent
neutrophils_absolute | neutrophils (absolute) | 751-8 26499-4 | neutrophils; neut; absolute neutrophils; anc; \
neutrophil; absolute neutrophil count; neutrophils abs; neut abs | count
lymphocytes_percent | lymphocytes (%) | 736-9 26478-8 | lymphocytes; lymphs; lymph; lymphocytes %; lymphocyte; \
lymphocytes percent | percent
lymphocytes_absolute | lymphocytes (absolute) | 731-0 26474-7 | lymphocytes; lymphs; lymph; absolute \
lymphocytes; lymphocyte; absolute lymphocyte count; lymphs absolute; lymphocytes abs; lymphs abs | count
monocytes_percent | monocytes (%) | 5905-5 26485-3 | monocytes; mono; monos; monocytes %; monocyte; monocytes \
percent | percent
monocytes_absolute | monocytes (absolute) | 742-7 26484-6 | monocytes; mono; monos; absolute monocytes; \
monocytes abs; monocytes absolute; monocyte; monos abs | count
eosinophils_percent | eosinophils (%) | 713-8 26450-7 | eosinophils; eos; eosinophils %; eosinophil; eosinophils \
percent | percent
eosinophils_absolute | eosinophils (absolute) | 711-2 26449-9 | eosinophils; eos; absolute eosinophils; \
eosinophils abs; eos absolute; eosinophil; eos abs | count
basophils_percent | basophils (%) | 706-2 30180-4 | basophils; baso; basos; basophils %; basophil; basophils \
percent | percent
basophils_absolute | basophils (absolute) | 704-7 26444-0 | basophils; baso; basos; absolute basophils; \
basophils abs; baso absolute; basophil; baso abs | count
immature_granulocytes_percent | immature granulocytes (%) | 71695-1 | immature granulocytes; immature grans | \
percent
immature_granulocytes_absolute | immature granulocytes (absolute) | 53115-2 | immature granulocytes; immature \
grans; immature grans abs | count
reticulocytes | reticulocytes | 17849-1 4679-7 | reticulocytes; reticulocyte count; retic; retic count
tsh | TSH | 3016-3 11580-8 | tsh; thyroid stimulating hormone; thyrotropin; tsh 3rd generation; tsh third \
generation
t4_free | free T4 | 3024-7 14920-3 | free t4; ft4; free thyroxine; t4 free direct; free t4 direct; thyroxine \
free
t4_total | total T4 | 3026-2 | total t4; thyroxine; t4; thyroxine t4
t3_free | free T3 | 3051-0 | free t3; ft3; triiodothyronine free
t3_total | total T3 | 3053-6 | total t3; t3; triiodothyronine
tpo_antibody | thyroid peroxidase antibody | 8099-4 | tpo antibody; tpo ab; thyroid peroxidase antibody; thyroid \
peroxidase ab; anti tpo
iron | iron | 2498-4 | iron; fe; iron total
iron_binding_capacity | iron binding capacity (TIBC) | 2500-7 | tibc; iron binding capacity; total iron binding \
capacity; iron bind cap tibc
iron_saturation | iron saturation | 2502-3 | iron saturation; transferrin saturation; iron sat; tsat; % \
saturation
transferrin | transferrin | 3034-6 | transferrin
ferritin | ferritin | 2276-4 | ferritin
vitamin_b12 | vitamin B12 | 2132-9 | vitamin b12; b12; cobalamin; vit b12
folate | folate | 2284-8 | folate; folic acid
vitamin_d | 25-hydroxyvitamin D | 1989-3 62292-8 | vitamin d; vitamin d 25 hydroxy; 25 hydroxyvitamin d; 25 oh \
vitamin d; vit d; vitamin d 25 oh; 25 oh d; vitamin d total; vitamin d 25 oh total
prothrombin_time | prothrombin time | 5902-2 | prothrombin time; pt; pro time; protime; prothrombin time pt
inr | INR | 6301-6 34714-6 | inr; pt inr; international normalized ratio | unitless
aptt | activated partial thromboplastin time | 3173-2 14979-9 | aptt; ptt; partial thromboplastin time; \
activated partial thromboplastin time
d_dimer | D-dimer | 48065-7 | d dimer; ddimer; d dimer feu
fibrinogen | fibrinogen | 3255-7 | fibrinogen
psa | PSA | 2857-1 | psa; prostate specific antigen; prostate specific ag; psa total; total psa
psa_free | free PSA | 10886-0 | free psa
cea | CEA | 2039-6 | cea; carcinoembryonic antigen
afp | alpha-fetoprotein | 1834-1 | afp; alpha fetoprotein
ca_125 | CA-125 | 10334-1 | ca 125; cancer antigen 125
hcg | hCG | 21198-7 | hcg; beta hcg; hcg beta; bhcg
testosterone | testosterone | 2986-8 | testosterone; total testosterone
estradiol | estradiol | 2243-4 | estradiol; e2
prolactin | prolactin | 2842-3 | prolactin
cortisol | cortisol | 2143-6 | cortisol
parathyroid_hormone | parathyroid hormone | 2731-8 | pth; parathyroid hormone; pth intact; intact pth; \
parathyroid hormone intact
fsh | FSH | 15067-2 | fsh; follicle stimulating hormone
lh | LH | 10501-5 | lh; luteinizing hormone
insulin | insulin | 20448-7 | insulin; fasting insulin
hiv_screen | HIV antigen/antibody screen | 56888-1 | hiv; hiv screen; hiv 1 2 ag ab; hiv ag ab; hiv 4th \
generation; hiv 1 2 antigen antibody; hiv screen 4th generation
hbsag | hepatitis B surface antigen | 5195-3 | hbsag; hepatitis b surface antigen; hepatitis b surface ag; hbs \
ag; hep b surface ag; hep b surface antigen
hbsab | hepatitis B surface antibody | 16935-9 22322-2 | hbsab; anti hbs; hepatitis b surface antibody; \
hepatitis b surface ab; hep b surface ab
hcv_antibody | hepatitis C antibody | 16128-1 13955-0 | hcv antibody; hepatitis c antibody; hcv ab; hep c ab; \
hepatitis c ab; anti hcv; hep c virus ab
rpr | RPR | 20507-0 | rpr; rapid plasma reagin; syphilis rpr
sars_cov_2 | SARS-CoV-2 RNA | 94500-6 | sars cov 2; covid; covid 19; sars cov 2 rna; covid 19 pcr; sars cov 2 \
naa
rheumatoid_factor | rheumatoid factor | 11572-5 | rheumatoid factor; rf; ra factor
ana | antinuclear antibodies | 8061-4 5048-4 | ana; antinuclear antibody; antinuclear antibodies; ana screen; \
ana titer; antinuclear antibodies ana
lithium | lithium | 14334-7 | lithium
digoxin | digoxin | 10535-3 | digoxin
vancomycin_trough | vancomycin trough | 4092-3 | vancomycin trough
phenytoin | phenytoin | 3968-5 | phenytoin; dilantin
tacrolimus | tacrolimus | 11253-2 | tacrolimus
estimated_average_glucose | estimated average glucose | 27353-2 | eag; estimated average glucose; mean plasma \
glucose; estim avg glu
c_peptide | C-peptide | 1986-9 | c peptide
fructosamine | fructosamine | 15069-8 | fructosamine
osmolality | osmolality | 2692-2 | osmolality
bands | band neutrophils | 764-1 | bands; band neutrophils; bands %
nucleated_red_cells | nucleated red cells | 58413-6 | nrbc; nucleated rbc; nucleated red blood cells
iron_binding_capacity_unsaturated | unsaturated iron binding capacity | 2501-5 | uibc; unsaturated iron binding \
capacity
homocysteine | homocysteine | 13965-9 | homocysteine
shbg | sex hormone binding globulin | 13967-5 | shbg; sex hormone binding globulin
progesterone | progesterone | 2839-9 | progesterone
dhea_sulfate | DHEA sulfate | 2191-5 | dhea s; dhea sulfate; dheas
ca_19_9 | CA 19-9 | 24108-3 | ca 19 9; cancer antigen 19 9
immunoglobulin_g | immunoglobulin G | 2465-3 | immunoglobulin g; igg
immunoglobulin_a | immunoglobulin A | 2458-8 | immunoglobulin a; iga
immunoglobulin_m | immunoglobulin M | 2472-9 | immunoglobulin m; igm
blood_lead | blood lead | 5671-3 | blood lead; lead blood; blood lead level
hbcab | hepatitis B core antibody | 16933-4 | hbcab; hepatitis b core antibody; hepatitis b core ab; hep b core \
ab; anti hbc
rpr_titer | RPR titer | 31147-2 | rpr titer; titer rpr
urine_bacteria | urine bacteria | 25145-4 | bacteria urine; ua bacteria; urine bacteria
urine_color | urine color | 5778-6 | urine color; ua color; color | unitless
urine_appearance | urine appearance | 5767-9 | urine appearance; ua appearance; appearance; clarity; urine \
clarity | unitless
urine_specific_gravity | urine specific gravity | 5811-5 2965-2 | specific gravity; urine specific gravity; sp \
gravity; ua specific gravity | unitless
urine_ph | urine pH | 5803-2 2756-5 | urine ph; ua ph; ph urine | unitless
urine_protein | urine protein | 20454-5 5804-0 | urine protein; ua protein; protein ua
urine_glucose | urine glucose | 5792-7 25428-4 | urine glucose; ua glucose
urine_ketones | urine ketones | 5797-6 2514-8 | urine ketones; ketones; ua ketones
urine_blood | urine blood | 5794-3 | urine blood; ua blood; occult blood urine; urine occult blood
urine_bilirubin | urine bilirubin | 5770-3 | urine bilirubin; ua bilirubin
urobilinogen | urobilinogen | 5818-0 20405-7 | urobilinogen; urine urobilinogen; ua urobilinogen
urine_nitrite | urine nitrite | 5802-4 | nitrite; urine nitrite; ua nitrite; nitrites; urine nitrites
leukocyte_esterase | leukocyte esterase | 5799-2 | leukocyte esterase; leuk esterase; wbc esterase; urine \
leukocyte esterase; ua leukocyte esterase
urine_white_cells | urine white blood cells | 5821-4 | urine wbc; ua wbc
urine_red_cells | urine red blood cells | 13945-1 | urine rbc; ua rbc
urine_albumin | urine albumin | 14957-5 1754-1 | urine albumin; microalbumin; urine microalbumin; microalbumin \
random urine
urine_albumin_creatinine_ratio | urine albumin/creatinine ratio | 9318-7 14959-1 | albumin creatinine ratio; \
acr; uacr; microalbumin creatinine ratio; urine albumin creatinine ratio; alb creat ratio; albumin creatinine \
ratio random urine; microalb creat ratio
urine_creatinine | urine creatinine | 2161-8 | urine creatinine; creatinine random urine
urine_protein_creatinine_ratio | urine protein/creatinine ratio | 2890-2 | protein creatinine ratio; urine \
protein creatinine ratio; upcr
"""

#: ``key | display | spellings in questions | members``: names that stand for several tests.
GROUPS = """\
group:kidney_function | kidney function | kidney function; renal function; kidney; kidneys; renal panel; renal \
function panel; kidney tests; renal | creatinine egfr egfr_ckd_epi egfr_ckd_epi_2021 urea_nitrogen
group:liver_function | liver function | liver function; liver; lfts; lft; liver enzymes; liver panel; hepatic \
function panel; hepatic panel; liver tests | alt ast alkaline_phosphatase bilirubin_total albumin ggt
group:lipids | lipids | lipids; lipid panel; lipid profile; lipid; cholesterol panel; cholesterol levels; \
cholesterol numbers | cholesterol_total cholesterol_ldl cholesterol_ldl_direct cholesterol_hdl triglycerides \
cholesterol_non_hdl
group:electrolytes | electrolytes | electrolytes; lytes; electrolyte panel | sodium potassium chloride \
carbon_dioxide bicarbonate
group:blood_count | blood count | cbc; complete blood count; blood count; full blood count; blood counts; cbc \
with differential | white_cells red_cells hemoglobin hematocrit platelets mcv
group:thyroid | thyroid function | thyroid; thyroid function; thyroid panel; thyroid tests; tfts | tsh t4_free \
t3_free t4_total t3_total
group:iron_studies | iron studies | iron studies; iron panel | iron iron_binding_capacity iron_saturation \
ferritin transferrin
group:glycemia | blood sugar control | sugar; sugars; glycemic control; diabetes labs; diabetes tests; blood \
sugars; sugar control; diabetes control | hba1c glucose glucose_fasting
group:metabolic_panel | metabolic panel | bmp; cmp; basic metabolic panel; comprehensive metabolic panel; \
metabolic panel; chem 7; chem 10 | sodium potassium chloride carbon_dioxide bicarbonate urea_nitrogen creatinine \
glucose glucose_fasting calcium egfr egfr_ckd_epi egfr_ckd_epi_2021
group:anemia | anemia tests | anemia labs; anemia tests; anemia workup | hemoglobin hematocrit mcv ferritin iron \
vitamin_b12 folate
group:coagulation | coagulation | coagulation; coags; coag; coagulation panel; clotting | prothrombin_time inr \
aptt
group:urinalysis | urinalysis | urinalysis; ua; urine tests | urine_color urine_appearance \
urine_specific_gravity urine_ph urine_protein urine_glucose urine_ketones urine_blood urine_bilirubin \
urobilinogen urine_nitrite leukocyte_esterase
group:inflammation | inflammation markers | inflammation; inflammatory markers; inflammation markers | crp \
crp_high_sensitivity esr
group:white_differential | white-cell differential | differential; diff; white cell differential | \
neutrophils_percent neutrophils_absolute lymphocytes_percent lymphocytes_absolute monocytes_percent \
monocytes_absolute eosinophils_percent eosinophils_absolute basophils_percent basophils_absolute
group:neutrophils | neutrophils | neutrophils; neutrophil count; neutrophil | neutrophils_percent \
neutrophils_absolute
group:lymphocytes | lymphocytes | lymphocytes; lymphocyte count; lymphocyte | lymphocytes_percent \
lymphocytes_absolute
group:monocytes | monocytes | monocytes; monocyte count; monocyte | monocytes_percent monocytes_absolute
group:eosinophils | eosinophils | eosinophils; eosinophil count; eos; eosinophil | eosinophils_percent \
eosinophils_absolute
group:basophils | basophils | basophils; basophil count; basophil | basophils_percent basophils_absolute
group:troponin | troponin | troponin; troponins | troponin_i troponin_t troponin_i_high_sensitivity \
troponin_t_high_sensitivity
group:bilirubin | bilirubin | bilirubin; bili | bilirubin_total bilirubin_direct bilirubin_indirect
group:calcium | calcium | calcium | calcium calcium_ionized
group:cholesterol | cholesterol | cholesterol; chol | cholesterol_total cholesterol_ldl cholesterol_ldl_direct \
cholesterol_hdl cholesterol_non_hdl
group:crp | C-reactive protein | crp; c reactive protein | crp crp_high_sensitivity
group:natriuretic_peptides | natriuretic peptides | bnp; natriuretic peptide | bnp nt_pro_bnp
group:glucose | glucose | glucose; blood sugar; blood glucose | glucose glucose_fasting
group:egfr | estimated GFR | egfr; gfr; estimated gfr; glomerular filtration rate | egfr egfr_ckd_epi \
egfr_ckd_epi_2021
group:ldl | LDL cholesterol | ldl; ldl cholesterol; ldl c; ldl chol | cholesterol_ldl cholesterol_ldl_direct
group:carbon_dioxide | carbon dioxide (bicarbonate) | carbon dioxide; co2; bicarbonate; hco3; bicarb | \
carbon_dioxide bicarbonate
"""
