"""Imports what workers need, once for all of them; nothing here starts a thread."""

import subprocess
import sys

import numpy
import scipy.optimize
import scipy.stats

import pitchpipe.cli.commands.align
import pitchpipe.cli.commands.audit
import pitchpipe.cli.commands.compare
import pitchpipe.cli.commands.fit
import pitchpipe.cli.commands.mbr
import pitchpipe.cli.commands.meta
import pitchpipe.cli.commands.oracle
import pitchpipe.cli.commands.order
import pitchpipe.cli.commands.report
import pitchpipe.cli.commands.rerank
import pitchpipe.cli.commands.score
import pitchpipe.cli.commands.stream
import pitchpipe.cli.commands.tune

#: The scripts of charts are made by an engine that wants more memory than a worker has; then they are kept.
_MADE = "from pitchpipe.reporting.loading import chart_scripts; chart_scripts()"
subprocess.run([sys.executable, "-c", _MADE], check=True)
pitchpipe.reporting.loading.chart_scripts()

__all__ = ["numpy", "pitchpipe", "scipy"]
