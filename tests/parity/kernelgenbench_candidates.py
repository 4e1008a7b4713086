#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes candidates for every operator of KernelGenBench from the operators' own kernels.

    kernelgenbench_candidates.py --suite CHECKOUT --out DIR [--raising 30]

No candidates are published. DIR/native/kernels/<space>__<operator>.py: for PyTorch's operators,
each interface calls the kernel that the dispatcher had before the candidate replaced it. For
cuBLAS, the function is the suite's baseline. Both are correct, so a wrong verdict is an error of
the harness. DIR/raising/kernels: for that many operators, chosen by the SHA-256 of their names,
each function raises. Operators of vLLM get none, because their references are a package. Needs
torch: its interfaces that the suite's prompts do not name are defined, too.
"""

from __future__ import annotations

import argparse
import hashlib
import pathlib
import re

import torch

PROMPTS = "agent_bench/prompts/KernelGenBench"
SOURCES = "src/kernelgenbench"

OF_TORCH = '''import torch

_KEY = "CUDA" if torch.cuda.is_available() else "CPU"
_KEYS = torch._C.DispatchKeySet(getattr(torch._C.DispatchKey, _KEY))


def _kernel(interface):
    try:
        return torch.library.get_kernel("aten::" + interface, _KEY)
    except RuntimeError:
        return None  # TorchScript's alone


def _tensors(operator, args):
    """The dispatcher hands a number over where a call gave one instead of a tensor. A number does not change the
    type of a tensor without dimensions, a tensor made of it would."""
    tensors = [each for each in args if isinstance(each, torch.Tensor)]
    is_type_kept = tensors and not any(each.dim() for each in tensors)
    wanted = [str(each.type) == "Tensor" for each in operator._schema.arguments]
    return [torch.tensor(each, dtype=torch.result_type(tensors[0], each) if is_type_kept else None)
            if is_tensor and isinstance(each, (bool, int, float, complex)) else each
            for each, is_tensor in zip(args, wanted)]

'''

# The baselines import a module of the checkout's package, which candidates cannot.
OF_CUBLAS = '''import importlib.util
import sys

_SOURCES = {sources!r}


def _module(name, path, folders=None):
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=folders)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


_runtime = _module("_blas_runtime", _SOURCES + "/runtime/__init__.py", [_SOURCES + "/runtime"])
_module("_blas", _SOURCES + "/dataset/baseline/cublas/_backend.py").get_backend = _runtime.get_backend

'''
IMPORTED = re.compile(
    r"try:\n\s+from \._backend import ([^\n]*|\([^)]*\))\nexcept ImportError:\n\s+from \S+ import "
    r"([^\n]*|\([^)]*\))\n"
)


def interfaces(prompt: str, operator: str) -> list[str]:
    part = prompt.split("### Interfaces to Implement", 1)[-1].split("###", 1)[0]
    named = re.findall(r"^- `([^`]+)`", part, re.MULTILINE)
    schemas = getattr(getattr(torch.ops.aten, operator, None), "_schemas", {})
    here = [f"{operator}.{each}" if each else operator for each in schemas]
    return list(dict.fromkeys(named + here))


def overload(interface: str) -> str:
    """Returns the overload under its name in torch.ops."""
    operator, _, name = interface.partition(".")
    return f"{operator}.{name or 'default'}"


def of_torch(prompt: str, operator: str) -> str:
    text = OF_TORCH
    for interface in interfaces(prompt, operator):
        name = interface.replace(".", "_")
        text += (f"\n_{name}_kernel = _kernel({interface!r})\n\n\n"
                 f"def {name}(*args, **kwargs):\n"
                 f"    args = _tensors(torch.ops.aten.{overload(interface)}, args)\n"
                 f"    return _{name}_kernel.call_boxed(_KEYS, *args, **kwargs)\n")  # fmt: skip
    return text


def of_cublas(suite: pathlib.Path, operator: str) -> str:
    source = (suite / SOURCES / "dataset/baseline/cublas" / f"{operator}.py").read_text()
    rest, count = IMPORTED.subn(r"from _blas import \1\n", source)
    if count == 0:
        rest = re.sub(r"from \._backend import", "from _blas import", source)
    return OF_CUBLAS.format(sources=str((suite / SOURCES).resolve())) + rest


def raising(prompt: str, space: str, operator: str) -> str:
    names = interfaces(prompt, operator) if space == "aten" else [operator]
    return "import torch\n" + "".join(
        f"\n\ndef {name.replace('.', '_')}(*args, **kwargs):\n"
        f'    raise NotImplementedError("nothing is computed")\n' for name in names
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--suite", type=pathlib.Path, required=True, help="a checkout")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--raising", type=int, default=30)
    arguments = parser.parse_args()
    prompts = sorted((arguments.suite / PROMPTS).glob("*__*.md"))
    written: dict[str, str] = {}
    for prompt in prompts:
        space, _, operator = prompt.stem.partition("__")
        if space == "aten":
            written[prompt.stem] = of_torch(prompt.read_text(), operator)
        elif space == "cublas":
            written[prompt.stem] = of_cublas(arguments.suite, operator)
    chosen = sorted(written, key=lambda name: hashlib.sha256(name.encode()).hexdigest())
    failing = {
        name: raising((arguments.suite / PROMPTS / f"{name}.md").read_text(), *name.split("__", 1))
        for name in chosen[: arguments.raising]
    }
    for method, sources in (("native", written), ("raising", failing)):
        folder = arguments.out / method / "kernels"
        folder.mkdir(parents=True, exist_ok=True)
        for name, source in sources.items():
            (folder / f"{name}.py").write_text(source, encoding="utf-8")
    print(f"{len(written)} native, {len(failing)} raising, of {len(prompts)} operators")


if __name__ == "__main__":
    main()
