"""Compiles the kernels to PTX with NVRTC, which comes from the Python package index.

    python3 compile.py FOLDER > kernels.ptx

NVRTC is installed into FOLDER if it is not there yet; no GPU and no CUDA toolkit is needed. The exit status is 3 where it
cannot be installed, and 1 where the kernels cannot be compiled.

The version is fixed: another one would write other PTX. It is the oldest of CUDA 12, so that all drivers since then (525)
can read it. The target is the oldest GPU that this version compiles for without a warning (Turing).
"""

import ctypes
import pathlib
import subprocess
import sys

PACKAGE = "nvidia-cuda-nvrtc-cu12==12.0.140"
OPTIONS = ["--gpu-architecture=compute_75", "--std=c++14"]
KERNELS = pathlib.Path(__file__).parent


def nvrtc(folder):
    """The library, installed if need be."""
    library = folder / "nvidia" / "cuda_nvrtc" / "lib" / "libnvrtc.so.12"
    if not library.exists():
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), PACKAGE]
        done = subprocess.run(install, stdout=sys.stderr)
        if done.returncode != 0 or not library.exists():
            sys.exit(3)
    return ctypes.CDLL(str(library))


def text(size, get, program):
    """A text that NVRTC has for a program."""
    length = ctypes.c_size_t()
    size(program, ctypes.byref(length))
    buffer = ctypes.create_string_buffer(length.value)
    get(program, buffer)
    return buffer.value.decode()


def main():
    if len(sys.argv) != 2:
        sys.exit("python3 compile.py FOLDER > kernels.ptx")
    library = nvrtc(pathlib.Path(sys.argv[1]))
    headers = sorted(KERNELS.glob("*.cuh"))
    texts = (ctypes.c_char_p * len(headers))(*[header.read_bytes() for header in headers])
    names = (ctypes.c_char_p * len(headers))(*[header.name.encode() for header in headers])
    program = ctypes.c_void_p()
    source = (KERNELS / "kernels.cu").read_bytes()
    library.nvrtcCreateProgram(ctypes.byref(program), source, b"kernels.cu", len(headers), texts, names)
    options = (ctypes.c_char_p * len(OPTIONS))(*[option.encode() for option in OPTIONS])
    failed = library.nvrtcCompileProgram(program, len(OPTIONS), options)
    sys.stderr.write(text(library.nvrtcGetProgramLogSize, library.nvrtcGetProgramLog, program))
    if failed:
        sys.exit(1)
    sys.stdout.write(text(library.nvrtcGetPTXSize, library.nvrtcGetPTX, program))


if __name__ == "__main__":
    main()
