"""Every reader with mutated files."""

from tests.fuzz.readers.alignments import ALIGNMENTS
from tests.fuzz.readers.campaigns import CAMPAIGNS
from tests.fuzz.readers.candidates import CANDIDATES
from tests.fuzz.readers.judgments import JUDGMENTS
from tests.fuzz.readers.languages import LANGUAGES
from tests.fuzz.readers.own import OWN
from tests.fuzz.readers.sets import TEST_SETS

#: In an order that stays: what a seed tries depends on it.
READERS = (*TEST_SETS, *JUDGMENTS, *CANDIDATES, *ALIGNMENTS, *LANGUAGES, *OWN, *CAMPAIGNS)
