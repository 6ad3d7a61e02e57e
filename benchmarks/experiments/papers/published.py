"""Numbers as the papers print them, by table."""

from __future__ import annotations

#: Chiang et al. 2008, Table 1: Spearman's ρ with people's ranks, and the mean over four kinds of judgments.
CHIANG_1 = {
    "METEOR": (74.5, 70.9),
    "BLEU": (67.2, 67.1),
    "WER": (34.5, 48.0),
    "BLEU-SBP": (73.5, 71.9),
    "4-GRR": (74.3, 71.6),
    # In the text of section 5, and only as a mean.
    "4-GRR, α = −0.9, β = 1": (None, 78.9),
}
#: Table 2: two versions of a system, with length ratios of 1.02 and 0.97.
CHIANG_2 = {
    "BLEU": ("29.6++", "29.3++"),
    "BLEU-SBP": ("28.0", "27.8"),
    "METEOR": ("53.1++", "52.2−−"),
    "GTM": ("45.5++", "44.8−−"),
}

#: Birch and Osborne 2011, Table 1, rows (a), (b) and (c) of Figure 1.
BIRCH_1 = {
    "BLEU": (100.0, 61.8, 81.3),
    "METEOR": (100.0, 86.9, 92.6),
    "TER": (100.0, 90.0, 90.0),
    "d_h": (100.0, 80.0, 0.0),
    "d_k": (100.0, 85.1, 25.5),
}
#: Table 2: d_k.
BIRCH_2 = {"de-en": 73.9, "es-en": 80.5, "fr-en": 80.4, "cs-en": 81.1}
#: Table 3: consistency by language pair, and the mean; the text does not say which column is which pair.
BIRCH_3 = {
    "METEOR": (58.6, 58.3, 58.3, 59.4, 52.6, 55.7, 61.2, 55.6, 57.5),
    "TER": (53.2, 50.1, 52.6, 47.5, 48.6, 49.6, 58.3, 45.8, 50.7),
    "BLEU1": (56.1, 57.0, 56.7, 52.5, 52.1, 54.2, 62.3, 53.3, 55.6),
    "BLEU4": (58.7, 55.5, 57.7, 57.2, 54.1, 56.7, 63.7, 53.1, 57.1),
    "LR-HB1": (59.7, 60.0, 58.6, 53.2, 54.6, 55.6, 63.7, 54.5, 57.5),
    "LR-HB4": (60.4, 57.3, 58.7, 57.2, 54.8, 57.3, 63.3, 53.8, 57.9),
    "LR-KB1": (60.4, 59.7, 58.0, 54.0, 54.1, 54.7, 63.4, 54.9, 57.5),
    "LR-KB4": (61.0, 57.2, 58.5, 58.6, 54.8, 56.8, 63.1, 55.0, 58.7),
}
#: Table 5: tuned to (rows) and tested with (columns), Chinese–English.
BIRCH_5 = {
    "BLEU": {"BLEU": 31.1, "LR-HB4": 32.1, "LR-KB4": 41.0, "TER": 60.7, "METEOR": 55.5},
    "LR-HB4": {"BLEU": 31.1, "LR-HB4": 32.2, "LR-KB4": 41.3, "TER": 60.6, "METEOR": 55.7},
    "LR-KB4": {"BLEU": 31.0, "LR-HB4": 32.2, "LR-KB4": 41.2, "TER": 61.0, "METEOR": 55.8},
}

#: Dahlmeier et al. 2011, Tables 1 and 2: into English, by pair (cs, fr, de, es) and over all five.
DAHLMEIER_1 = {
    "TESLA-M": (0.60, 0.61, 0.61, 0.59, 0.61),
    "TESLA-B": (0.63, 0.64, 0.63, 0.62, 0.63),
    "TESLA-F": (0.63, 0.65, 0.64, 0.62, 0.63),
    "MAXSIM": (0.60, 0.63, 0.63, 0.61, 0.62),
    "METEOR": (0.47, 0.51, 0.52, 0.49, 0.50),
}
DAHLMEIER_2 = {
    "TESLA-M": (1.00, 0.86, 0.85, 0.99, 0.87),
    "TESLA-B": (1.00, 0.92, 0.67, 0.95, 0.87),
    "TESLA-F": (1.00, 0.92, 0.68, 0.94, 0.90),
    "MAXSIM": (0.70, 0.91, 0.76, 0.98, 0.80),
    "METEOR": (0.70, 0.93, 0.56, 0.87, 0.72),
}
#: Tables 3 and 4: consistency and ρ out of English, by pair (fr, de, es) and over all.
DAHLMEIER_3 = {
    "TESLA-M": (0.64, 0.59, 0.59, 0.60),
    "TESLA-B": (0.65, 0.59, 0.60, 0.61),
    "TESLA-F": (0.68, 0.57, 0.60, 0.61),
}
DAHLMEIER_4 = {
    "TESLA-M": (0.93, 0.86, 0.79, 0.86),
    "TESLA-B": (0.91, 0.05, 0.63, 0.53),
    "TESLA-F": (0.85, 0.78, 0.67, 0.77),
}
#: Table 5, ur-en, held out: tuned to (rows) and tested with BLEU and TESLA-M.
DAHLMEIER_5 = {
    "BLEU": {"BLEU": 0.2715, "TESLA-M": 0.3756},
    "TESLA-M": {"BLEU": 0.2279, "TESLA-M": 0.4056},
}

#: Chen et al. 2012, Table 1: systems and ranked pairs, into and out of English (2009 and 2010).
CHEN_1 = {
    "WMT08, into English": (43, 7804),
    "WMT09, into English": (45, 15087),
    "WMT09, out of English": (40, 14563),
    "WMT10, into English": (53, 15964),
    "WMT10, out of English": (32, 18508),
}
#: Table 2: ρ of systems and τ of segments, into and out of English.
CHEN_2 = {
    "BLEU": (0.792, 0.215, 0.777, 0.240),
    "METEOR": (0.834, 0.231, 0.835, 0.225),
    "PORT": (0.801, 0.236, 0.804, 0.242),
}
#: Table 3: equal outputs of the systems tuned to BLEU and to PORT, and 1 − TER of them.
CHEN_3 = {
    "zh-en small": (17.7, 74.2),
    "zh-en large": (13.5, 70.9),
    "fr-en": (56.6, 91.6),
    "de-en": (23.7, 87.1),
    "en-de": (26.1, 86.6),
}
#: Tables 4 and 8: BLEU, METEOR, 1 − TER and PORT of systems tuned to BLEU, PORT and Qmean.
CHEN_8 = {
    "zh-en small": {
        "BLEU": (26.8, 55.2, 38.0, 49.7),
        "PORT": (27.2, 55.7, 38.0, 50.0),
        "Qmean": (26.8, 55.3, 38.2, 49.8),
    },
    "zh-en large": {
        "BLEU": (29.9, 58.4, 41.2, 53.0),
        "PORT": (30.3, 59.0, 42.0, 53.2),
        "Qmean": (30.2, 58.5, 41.8, 53.1),
    },
    "fr-en": {
        "BLEU": (38.8, 69.8, 54.2, 57.1),
        "PORT": (38.8, 69.6, 54.6, 57.1),
        "Qmean": (38.8, 69.8, 54.6, 57.1),
    },
    "de-en": {
        "BLEU": (20.1, 55.6, 38.4, 39.6),
        "PORT": (20.3, 56.0, 38.4, 39.7),
        "Qmean": (20.3, 56.3, 38.1, 39.7),
    },
    "en-de": {
        "BLEU": (13.6, 43.3, 30.1, 31.7),
        "PORT": (13.6, 43.3, 30.7, 31.7),
        "Qmean": (13.6, 43.4, 30.3, 31.7),
    },
}
#: Table 6: minutes to score the 100-best lists of the development set.
CHEN_6 = {"zh-en small": (3, 5), "zh-en large": (3, 5), "fr-en": (2, 4), "de-en": (2, 5), "en-de": (2, 4)}
#: Table 9: BLEU, METEOR and 1 − TER by the ordering measure in PORT, zh-en.
CHEN_9 = {
    "BLEU": (25.1, 53.7, 36.4),
    "PORT": (25.3, 54.4, 37.0),
    "PORT(ρ)": (25.1, 54.2, 36.3),
    "PORT(τ)": (25.1, 54.0, 36.0),
}
#: Table 10, CTB with people's alignments: ρ, τ and v.
CHEN_10 = {"BLEU": (0.973, 0.860, 0.847), "PORT": (0.975, 0.866, 0.853)}
#: Table 11: matching and all n-grams of the first and fourth order, and the brevity penalty.
CHEN_11 = {
    "zh-en small": {"BLEU": (32055, 44677, 4603, 39716, 0.967), "Qmean": (31996, 43555, 4617, 38595, 0.962)},
    "zh-en large": {"BLEU": (34583, 45370, 5954, 40410, 0.972), "Qmean": (34369, 44229, 5987, 39271, 0.959)},
    "fr-en": {"BLEU": (28141, 40525, 8654, 34224, 0.983), "Qmean": (28167, 40798, 8695, 34495, 0.990)},
    "de-en": {"BLEU": (42380, 75428, 5151, 66425, 1.000), "Qmean": (42173, 72403, 5203, 63401, 0.968)},
    "en-de": {"BLEU": (30326, 62367, 2261, 54812, 1.000), "Qmean": (30343, 62092, 2298, 54537, 0.997)},
}

#: Han et al. 2013, Table 1: HPR:LP:NPP of words, and α:β of words.
HAN_1 = {
    "cs-en": ("7:2:1", "1:9"),
    "de-en": ("3:2:1", "9:1"),
    "es-en": ("7:2:1", "1:9"),
    "fr-en": ("3:2:1", "9:1"),
    "en-cs": ("7:2:1", "9:1"),
    "en-de": ("1:3:7", "9:1"),
    "en-es": ("3:2:1", "9:1"),
    "en-fr": ("3:2:1", "9:1"),
}
#: Table 2: WMT11, cs-en to fr-en, en-cs to en-fr, and the mean.
HAN_2 = {
    "hLEPOR": (0.93, 0.86, 0.88, 0.92, 0.83, 0.82, 0.85, 0.83, 0.87),
    "nLEPOR": (0.95, 0.61, 0.96, 0.88, 0.68, 0.35, 0.89, 0.83, 0.77),
    "METEOR": (0.91, 0.71, 0.88, 0.93, 0.65, 0.30, 0.74, 0.85, 0.75),
    "BLEU": (0.88, 0.48, 0.90, 0.85, 0.65, 0.44, 0.87, 0.86, 0.74),
    "TER": (0.83, 0.33, 0.89, 0.77, 0.50, 0.12, 0.81, 0.84, 0.64),
}
#: Tables 3 and 4, out of English, and 6 and 7, into English: WMT13; French, German, Spanish, Czech.
HAN_SYSTEMS = {
    3: {
        "hLEPOR": (0.91, 0.94, 0.91, 0.76),
        "nLEPOR": (0.92, 0.92, 0.90, 0.82),
        "NIST, international": (0.91, 0.83, 0.84, 0.79),
        "METEOR": (0.91, 0.88, 0.88, 0.82),
        "BLEU, international": (0.89, 0.84, 0.88, 0.81),
        "BLEU": (0.90, 0.82, 0.87, 0.80),
        "CDER": (0.91, 0.82, 0.88, 0.74),
        "NIST": (0.91, 0.79, 0.83, 0.78),
        "PER": (0.88, 0.65, 0.88, 0.76),
        "TER": (0.91, 0.73, 0.78, 0.70),
        "WER": (0.92, 0.69, 0.77, 0.70),
    },
    4: {
        "hLEPOR": (0.90, 0.90, 0.84, 0.75),
        "NIST, international": (0.93, 0.85, 0.80, 0.90),
        "CDER": (0.92, 0.87, 0.86, 0.89),
        "nLEPOR": (0.92, 0.90, 0.85, 0.82),
        "NIST": (0.91, 0.83, 0.78, 0.92),
        "METEOR": (0.92, 0.88, 0.78, 0.94),
        "BLEU, international": (0.92, 0.83, 0.76, 0.90),
        "BLEU": (0.89, 0.79, 0.76, 0.90),
        "TER": (0.91, 0.85, 0.75, 0.86),
        "WER": (0.91, 0.83, 0.71, 0.86),
        "PER": (0.87, 0.69, 0.77, 0.80),
    },
    6: {
        "METEOR": (0.98, 0.96, 0.97, 0.99),
        "CDER": (0.96, 0.91, 0.95, 0.90),
        "hLEPOR": (0.96, 0.96, 0.90, 0.81),
        "nLEPOR": (0.96, 0.94, 0.94, 0.80),
        "BLEU, international": (0.95, 0.92, 0.94, 0.90),
        "NIST, international": (0.94, 0.91, 0.93, 0.84),
        "BLEU": (0.95, 0.90, 0.94, 0.88),
        "NIST": (0.94, 0.90, 0.93, 0.84),
        "TER": (0.93, 0.87, 0.91, 0.77),
        "WER": (0.93, 0.84, 0.89, 0.76),
        "PER": (0.84, 0.88, 0.87, 0.74),
    },
    7: {
        "METEOR": (0.98, 0.96, 0.98, 0.96),
        "BLEU, international": (0.99, 0.90, 0.90, 0.94),
        "BLEU": (0.99, 0.89, 0.89, 0.94),
        "CDER": (0.99, 0.88, 0.89, 0.93),
        "nLEPOR": (0.95, 0.95, 0.83, 0.85),
        "hLEPOR": (0.95, 0.93, 0.75, 0.80),
        "NIST": (0.95, 0.88, 0.77, 0.89),
        "NIST, international": (0.95, 0.88, 0.76, 0.88),
        "TER": (0.95, 0.83, 0.83, 0.80),
        "WER": (0.95, 0.67, 0.80, 0.75),
        "PER": (0.85, 0.86, 0.36, 0.70),
    },
}
#: Tables 5 and 8: τ of segments, out of and into English.
HAN_SEGMENTS = {
    5: {
        "METEOR": (0.15, 0.05, 0.18, 0.06),
        "BLEU": (0.13, 0.05, 0.17, 0.05),
        "hLEPOR": (0.13, 0.06, 0.18, 0.02),
        "nLEPOR": (0.12, 0.05, 0.16, 0.05),
    },
    8: {
        "METEOR": (0.18, 0.29, 0.24, 0.27),
        "nLEPOR": (0.15, 0.24, 0.20, 0.18),
        "BLEU": (0.15, 0.22, 0.20, 0.20),
        "hLEPOR": (0.15, 0.22, 0.16, 0.19),
    },
}
