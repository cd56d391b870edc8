"""Writes the Python side of ``engine/remote/transcription.proto`` anew, beside it.

Run by hand after a change of the protocol, in the project's own environment; the result is committed, so that nobody
needs the compiler to run Vivavoce:

    .venv/bin/python -m installers.worker.generate

Messages come with their types from protoc itself, but for those of mappings that may stand for a message. For services
it knows none, so ``grpc_types`` writes them: for stubs and servicers, of threaded gRPC and of the one for asyncio.
"""

import importlib.resources
import sys
from pathlib import Path
from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorSet, MethodDescriptorProto, ServiceDescriptorProto
from grpc_tools import protoc

ROOT = Path(__file__).resolve().parents[2]
PROTO = "engine/remote/transcription.proto"
MODULE = PROTO.removesuffix(".proto").replace("/", ".") + "_pb2"

GENERATED = tuple(
    PROTO.removesuffix(".proto") + end for end in ("_pb2.py", "_pb2.pyi", "_pb2_grpc.py", "_pb2_grpc.pyi")
)
"""What is written, as paths from the root of the sources."""

HEAD = '''"""Types of the services in ``{proto}``. Written by ``installers/worker/generate.py``."""

from collections.abc import AsyncIterator, Awaitable, Iterator
from typing import Any, Self, TypeVar, overload

import grpc
import grpc.aio

from {package} import {module}

T = TypeVar("T")

class _Both(AsyncIterator[T], Iterator[T]):
    """What a servicer gets: a subclass says which of the two it is."""

class _Context(grpc.ServicerContext, grpc.aio.ServicerContext[Any, Any]):  # type: ignore[misc]
    """See above."""
'''


def generate(place: Path) -> None:
    """Write ``GENERATED`` below ``place``.

    Raises:
        RuntimeError: the compiler found a mistake, and told it on standard error.
    """
    described = place / "described.bin"
    own = importlib.resources.files("grpc_tools") / "_proto"
    compiler: Any = protoc  # its makers leave it without types
    code: int = compiler.main(
        [
            "protoc",
            f"--proto_path={ROOT}",
            f"--proto_path={own}",
            f"--python_out={place}",
            f"--pyi_out={place}",
            f"--grpc_python_out={place}",
            f"--descriptor_set_out={described}",
            PROTO,
        ]
    )
    if code != 0:
        raise RuntimeError(f"protoc ended with {code}")
    types = place / GENERATED[1]
    types.write_text(types.read_text("utf-8").replace(", _Mapping]", ", _Mapping[str, object]]"), "utf-8")
    found = FileDescriptorSet.FromString(described.read_bytes())
    described.unlink()
    (place / GENERATED[-1]).write_text(grpc_types(list(found.file[0].service)), "utf-8")


def grpc_types(services: list[ServiceDescriptorProto]) -> str:
    """The types of stubs and servicers, as the text of a ``.pyi``."""
    package, _, module = MODULE.rpartition(".")
    parts = [HEAD.format(proto=PROTO, package=package, module=module)]
    for service in services:
        parts.append(
            f"class {service.name}Stub:\n"
            "    @overload\n    def __new__(cls, channel: grpc.Channel) -> Self: ...\n"
            f"    @overload\n    def __new__(cls, channel: grpc.aio.Channel) -> {service.name}AsyncStub: ...\n"
            + _callables(service, "grpc")
        )
        parts.append(
            f'class {service.name}AsyncStub:\n    """What the stub is on a channel for asyncio; a type alone."""\n'
            + _callables(service, "grpc.aio")
        )
        lines = [_method(each) for each in service.method]
        parts.append("\n".join([f"class {service.name}Servicer:", *lines]))
        parts.append(
            f"def add_{service.name}Servicer_to_server(\n"
            f"    servicer: {service.name}Servicer, server: grpc.Server | grpc.aio.Server\n) -> None: ..."
        )
    return "\n".join(part if part.endswith("\n") else f"{part}\n" for part in parts)


def _callables(service: ServiceDescriptorProto, place: str) -> str:
    lines: list[str] = []
    for method in service.method:
        ways = "".join(
            "Stream" if is_many else "Unary" for is_many in (method.client_streaming, method.server_streaming)
        )
        lines.append(f"    {method.name}: {place}.{ways}MultiCallable[{', '.join(_messages(method))}]")
    return "\n".join(lines)


def _method(method: MethodDescriptorProto) -> str:
    asked, given = _messages(method)
    name, kind = ("request_iterator", f"_Both[{asked}]") if method.client_streaming else ("request", asked)
    answer = (
        f"Iterator[{given}] | AsyncIterator[{given}]" if method.server_streaming else f"{given} | Awaitable[{given}]"
    )
    return f"    def {method.name}(\n        self, {name}: {kind}, context: _Context\n    ) -> {answer}: ..."


def _messages(method: MethodDescriptorProto) -> tuple[str, str]:
    asked, given = (kind.rpartition(".")[2] for kind in (method.input_type, method.output_type))
    module = MODULE.rpartition(".")[2]
    return f"{module}.{asked}", f"{module}.{given}"


if __name__ == "__main__":
    generate(ROOT)
    sys.stdout.write("".join(f"{each}\n" for each in GENERATED))
