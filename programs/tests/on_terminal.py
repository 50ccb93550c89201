"""Runs a command in a pseudo-terminal and reads the screen back, as a person sees it.

    screens = on_terminal(columns, command, until=None, signal=None)

gives the screens that were seen, each a list of lines: that after every write, and last the one that
stays. With `until` (a function of a screen) the signal is sent to the command once it is true.
"""

import fcntl
import os
import pty
import select
import struct
import termios
import time

import pyte

ROWS = 60


def on_terminal(columns, command, until=None, signal=None, seconds=120):
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm"
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, columns, 0, 0))
    screen = pyte.HistoryScreen(columns, ROWS, history=10000)
    stream = pyte.ByteStream(screen)
    screens = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            written = os.read(terminal, 1 << 16)
        except OSError:  # the other side is closed
            break
        if not written:
            break
        # A drawing begins by going to the line's beginning: one screen each.
        for part in written.replace(b"\r\033[K", b"\0\r\033[K").split(b"\0"):
            stream.feed(part)
            screens.append([line.rstrip() for line in screen.display])
        if until is not None and until(screens[-1]):
            os.kill(child, signal)
            until = None
    else:
        os.kill(child, 9)
        raise AssertionError("the command has not ended: " + " ".join(command))
    assert until is None, "that was never on the screen: " + "\n".join(screens[-1])
    status = os.waitpid(child, 0)[1]
    os.close(terminal)
    return screens, os.waitstatus_to_exitcode(status)
