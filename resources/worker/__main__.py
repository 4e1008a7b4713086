# SPDX-License-Identifier: Apache-2.0
"""The fork server's entry: python -I <this folder> '<settings as JSON>'."""

import sys

from loupe_worker import server

sys.exit(server.main(sys.argv[1]))
