# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that choose by platform, or that were exported for other platforms.

The package lowers programs as JAX's CPU does, so a program for `cpu` also runs on hloom. This
module replaces three lowering rules by rules that use the program for `cpu` where JAX would raise
an error, because a program has no code for the platform `hloom`. The rules of other platforms stay
the same.
"""

import dataclasses
import functools

from jax._src.export import _export
from jax._src.interpreters import mlir
from jax._src.lax.control_flow import conditionals

from . import lapack


def register(platform):
    """Replaces the rules of `platform_dependent` and of calls of exported programs."""

    def is_lowered(ctx):
        return platform in (getattr(ctx, "platforms", None) or ctx.module_context.platforms)

    def with_platform(branches):
        """Returns the platforms of each branch; the branch of `cpu` also has this platform."""
        if any(names is None or platform in names for names in branches):
            return branches
        return tuple((*names, platform) if "cpu" in names else names for names in branches)

    def choose(rule, ctx, *arguments, platforms, **options):
        platforms = with_platform(platforms) if is_lowered(ctx) else platforms
        return rule(ctx, *arguments, platforms=platforms, **options)

    def branch(rule, ctx, *arguments, **options):
        if options.get("branches_platforms") is not None and is_lowered(ctx):
            options["branches_platforms"] = with_platform(options["branches_platforms"])
        return rule(ctx, *arguments, **options)

    def call(rule, ctx, *arguments, exported, **options):
        if is_lowered(ctx):
            lapack.initialize()
            if tuple(ctx.module_context.platforms) == (platform,):
                exported = _for_platform(exported, platform)
        return rule(ctx, *arguments, exported=exported, **options)

    _replace(conditionals.platform_index_p, choose)
    _replace(conditionals.cond_p, branch)
    _replace(_export.call_exported_p, call)


def _for_platform(exported, platform):
    """Returns an exported program whose code for `cpu` is also that for this platform."""
    if platform in exported.platforms:
        return exported
    names = tuple(platform if name == "cpu" else name for name in exported.platforms)
    return dataclasses.replace(exported, platforms=names)


def _replace(primitive, rule):
    """Replaces the rule of a primitive for all platforms. `rule` receives the old rule first."""
    entry = mlir._lowerings[primitive]
    mlir.register_lowering(primitive, functools.partial(rule, entry.rule), inline=entry.inline)
