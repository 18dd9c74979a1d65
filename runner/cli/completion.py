"""``runner completion``: the script by which a shell completes commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script that completes this command in a shell.

    \b
    bash: runner completion bash > ~/.local/share/bash-completion/completions/runner
    zsh:  runner completion zsh > "${fpath[1]}/_runner"
    fish: runner completion fish > ~/.config/fish/completions/runner.fish
    """
    completion_class = get_completion_class(shell)
    if completion_class is None:
        raise click.UsageError(f"no completion for {shell}")
    completion = completion_class(ctx.find_root().command, {}, "runner", "_RUNNER_COMPLETE")
    click.echo(completion.source())
