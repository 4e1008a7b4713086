# SPDX-License-Identifier: Apache-2.0
"""Runs references and candidates written in Python for KernelLoupe."""
