"""What the numbers were measured with."""

from __future__ import annotations

import os
import platform
from datetime import datetime, timezone
from pathlib import Path

import numpy as np

import pitchpipe as pp
from benchmarks import peers


def facts() -> dict[str, str]:
    """Machine, versions, time."""
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "load average at the start": load,
        "Python": platform.python_version(),
        "pitchpipe": pp.__version__,
        "numpy": np.__version__,
        **{name: peers.version(name) for name in peers.PEERS},
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown processor"
