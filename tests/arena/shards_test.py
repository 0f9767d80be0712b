"""The recipes of tools/cluster/slurm on a cluster of this machine: parts of a match, merged, are the match,
whatever happens to jobs and nodes. AGON_BIN in the environment is the folder of executables."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

BIN = pathlib.Path(os.environ["AGON_BIN"])
SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "tools" / "cluster" / "slurm"
ROUNDS = 20
MATCH = [
    "-engine", f"cmd={BIN}/agon", "name=A", "nodes=2500", "-engine", f"cmd={BIN}/agon", "name=B",
    "nodes=1000", "-each", "option.Hash=1", "-rounds", str(ROUNDS), "-repeat",
    "-openings", "file=book.epd", "format=epd", "order=random", "-srand", "3"
]
TUNING = ["spsa", "-engine", f"cmd={BIN}/agon", "nodes=1500", "-param", "Contempt", "-srand", "5",
          "-iterations", "8", "-games-per-iteration", "2"]
TRAINING = ["--games", "12", "--nodes", "2000", "--seed", "7"]

# Processes of a namespace end with its first one, however that ends: here with the test, on a node
# with slurmd. A mount of /run keeps what sshd needs there.
UNSHARE = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"]


def missing(*programs):
    """The reason to skip a test that needs these programs, or None."""
    for program in programs:
        if not shutil.which(program):
            return f"no {program}"
    can = subprocess.run([*UNSHARE, "true"], capture_output=True).returncode == 0
    return "" if can and os.geteuid() == 0 else "needs root that can create namespaces"


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o755)  # munged requires a readable path
        (self.folder / "book.epd").write_text(
            self.run_here([BIN / "agon", "genfens", str(ROUNDS), "--seed", "11"]))
        self.daemons = []
        self.addCleanup(self.end)

    def end(self):
        for daemon in reversed(self.daemons):
            daemon.kill()
            daemon.wait()

    def start(self, *command):
        """Starts a daemon, which ends with the test."""
        with (self.folder / "daemons.log").open("a") as log:
            self.daemons.append(subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log))
        return self.daemons[-1]

    def run_here(self, command):
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout

    def wait_for(self, what, condition, seconds=100):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                logs = [path.read_text()[-3000:] for path in self.folder.glob("*.log")]
                self.fail("\n".join([f"waited in vain for {what}", *logs]))
            time.sleep(0.2)

    def games(self, journal):
        """The games of a journal so far, by number, without times."""
        path = self.folder / journal
        games = {}
        for line in path.read_text().split("\n")[1:-1] if path.exists() else []:
            game = json.loads(line)
            del game["begun"], game["ended"]
            for action in game["actions"]:
                action.pop("us", None)
            self.assertNotIn(game["game"], games)
            games[game["game"]] = game
        return games

    def check_merged(self, parts):
        self.run_here([BIN / "agon-match", *MATCH, "-journal", "file=whole.jsonl"])
        tables = [self.run_here([BIN / "agon-match", "merge", *journals])
                  for journals in (["whole.jsonl"], [*parts, "-o", "merged.jsonl"])]
        self.assertIn(f"Games: {2 * ROUNDS}\n", tables[0])
        self.assertEqual(*tables)
        self.assertEqual(self.games("merged.jsonl"), self.games("whole.jsonl"))


class Script(Folder):
    """Tests that need no cluster."""

    def test_a_job_that_is_ended_loses_no_game(self):
        # All its processes get the signal; the engine before the match.
        engine = self.folder / "engine"
        engine.write_text("""#!/bin/sh
while read -r word rest; do
    case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go) (sleep 0.1; kill -TERM $PPID) >/dev/null 2>&1 & kill -TERM $$ ;;
    esac
done
""")
        engine.chmod(0o755)
        done = subprocess.run([BIN / "agon-match", "-engine", "cmd=./engine", "name=A", "-engine",
                               f"cmd={BIN}/agon", "name=B", "-each", "tc=60", "-trust", "-journal",
                               "file=journal"],
                              cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 130, done.stderr)
        self.assertEqual(self.games("journal"), {}, done.stdout)

    def test_a_merge_holds_no_actions(self):
        self.run_here([BIN / "agon-match", *MATCH[:MATCH.index("-rounds")], "-rounds", "1",
                       *MATCH[MATCH.index("-repeat"):], "-journal", "file=few.jsonl"])
        settings, *games = (self.folder / "few.jsonl").read_text().splitlines()
        with (self.folder / "many.jsonl").open("w") as many:
            print(settings, file=many)
            for number in range(2000):
                print(json.dumps({**json.loads(games[number % 2]), "game": number + 1, "round": number // 2 + 1,
                                  "encounter": number // 2}), file=many)

        def kilobytes(journal):
            merge = subprocess.Popen([BIN / "agon-match", "merge", journal, "-o", "merged.jsonl"],
                                     cwd=self.folder, stdout=subprocess.DEVNULL)
            _, merge.returncode, usage = os.wait4(merge.pid, 0)
            self.assertEqual(merge.returncode, 0)
            (self.folder / "merged.jsonl").unlink()
            return usage.ru_maxrss

        # With their actions, games took more memory than their lines have bytes.
        size = (self.folder / "many.jsonl").stat().st_size // 1024
        self.assertLess(kilobytes("many.jsonl") - kilobytes("few.jsonl"), size // 4)

    def test_an_incomplete_array_is_refused(self):
        def slurm(task, arguments):
            return subprocess.run([SCRIPTS / "match", *arguments], capture_output=True, text=True, env={
                **os.environ, "SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": "2",
                "SLURM_ARRAY_TASK_MIN": "1"})
        self.assertIn("gaps", slurm(9, ["games", *MATCH]).stderr)
        self.assertIn("usage", slurm(1, MATCH).stderr)
        done = subprocess.run([SCRIPTS / "match", "games", *MATCH], capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("sbatch --array", done.stderr)

    def test_each_part_takes_the_processors_of_its_job_unless_told_otherwise(self):
        def part(script, arguments):
            return subprocess.run([SCRIPTS / script, "parts", *arguments], capture_output=True, text=True, env={
                **os.environ, "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_ARRAY_TASK_MIN": "1",
                "SLURM_CPUS_PER_TASK": "4", "AGON_MATCH": "echo", "AGON_TRAIN": "echo"}).stdout
        self.assertEqual(part("match", ["-rounds", "1"]),
                         "-concurrency 4 -rounds 1 --shard 1/2 -journal file=parts/shard-1.jsonl\n")
        self.assertEqual(part("match", ["spsa", "-concurrency", "2"]),
                         "spsa -concurrency 2 --shard 1/2 -journal file=parts/shard-1.jsonl\n")
        self.assertEqual(part("train", ["--games", "1"]),
                         "play --threads 4 --games 1 --shard 1/2 -o parts/part-1.games --resume\n")
        self.assertEqual(part("train", ["--threads=2"]),
                         "play --threads=2 --shard 1/2 -o parts/part-1.games --resume\n")


class Slurm(Folder):
    """A controller and two nodes, each in its own namespace."""

    def setUp(self):
        if reason := missing("munged", "slurmctld", "slurmd", "sbatch"):
            self.skipTest(reason)
        super().setUp()
        ports = []
        for _ in range(3):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                ports.append(free.getsockname()[1])
        host = socket.gethostname().split(".")[0]
        node = f"NodeHostname={host} NodeAddr=127.0.0.1 CPUs=2"
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        config = self.folder / "slurm.conf"
        config.write_text(f"""
ClusterName=agon
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmctldPort={ports[0]}
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/%n.pid
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool-%n
AuthInfo=socket={self.folder}/munge.socket
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
NodeName=node1 {node} Port={ports[1]}
NodeName=node2 {node} Port={ports[2]}
PartitionName=main Nodes=node[1-2] Default=YES
""")
        os.environ["SLURM_CONF"] = str(config)
        os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
        self.start("munged", "--foreground", f"--key-file={key}", *(
            f"--{name}-file={self.folder}/munged.{name}" for name in ("pid", "seed", "log")),
            f"--socket={self.folder}/munge.socket")
        self.wait_for("munged", (self.folder / "munge.socket").exists)
        self.start("slurmctld", "-D", "-f", config)
        self.nodes = {name: self.start_node(name) for name in ("node1", "node2")}
        self.wait_for("nodes", self.idle)

    def start_node(self, name):
        return self.start(*UNSHARE, "slurmd", "-D", "-N", name)

    def slurm(self, *command):
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        return done.stdout.strip() or done.stderr.strip()

    def idle(self):
        return self.slurm("sinfo", "-ho", "%D %t") == "2 idle"

    def submit(self, script, parts, *arguments):
        job = self.run_here(["sbatch", "--parsable", f"--array=1-{parts}", "--output=job-%a.log",
                             SCRIPTS / script, *arguments]).strip()
        self.assertRegex(job, r"^\d+$")
        return job

    def state(self, job):
        """The state of each part that has not ended; None if a busy controller does not answer."""
        done = subprocess.run(["squeue", "-hrj", job, "-o", "%K %T %N"], capture_output=True, text=True)
        lines = map(str.split, done.stdout.splitlines())
        return {int(words[0]): words[1:] for words in lines} if done.returncode == 0 else None

    def requeue(self, job, part):
        self.run_here(["scontrol", "requeue", f"{job}_{part}"])

    def finish(self, job):
        """Starts requeued parts at once: Slurm would wait for two minutes."""
        def ended():
            parts = self.state(job)
            for part, (state, *_) in (parts or {}).items():
                if state == "PENDING":
                    self.slurm("scontrol", "update", f"JobId={job}_{part}", "StartTime=now")
            return parts == {}
        self.wait_for("the jobs", ended)

    def test_a_match(self):
        parts = [f"games/shard-{part}.jsonl" for part in (1, 2, 3, 4)]
        job = self.submit("match", 4, "games", *MATCH)
        self.wait_for("games", lambda: all(self.games(part) for part in parts))
        self.requeue(job, 2)
        self.run_here(["scancel", f"{job}_3"])
        node = self.state(job)[4][1]
        self.nodes[node].kill()  # and with it, everything that runs there
        self.nodes[node].wait()
        self.run_here(["scontrol", "update", f"NodeName={node}", "State=DOWN", "Reason=crash"])
        at_break = [len(self.games(part)) for part in parts]
        self.assertLess(max(at_break), ROUNDS // 2)
        self.finish(job)
        self.assertEqual([len(self.games(part)) == ROUNDS // 2 for part in parts],
                         [True, True, False, True])
        self.start_node(node)
        self.wait_for("the node", self.idle)
        # The same line again finishes what was cancelled; the other parts end at once.
        before = [(self.folder / part).read_bytes() for part in parts]
        self.finish(self.submit("match", 4, "games", *MATCH))
        self.assertEqual([(self.folder / part).read_bytes() == text for part, text in zip(parts, before)],
                         [True, True, False, True])
        self.check_merged(parts)

    def test_a_tuning(self):
        job = self.submit("match", 2, "tunings", *TUNING)
        journal = self.folder / "tunings/shard-1.jsonl"
        self.wait_for("an iteration", lambda: journal.exists() and journal.read_text().count("\n") > 1)
        self.requeue(job, 1)
        self.assertLess(journal.read_text().count("\n"), 9)
        self.finish(job)
        for part in (1, 2):
            self.run_here([BIN / "agon-match", *TUNING, "--shard", f"{part}/2",
                           "-journal", f"file=tune-{part}.jsonl"])
        merged = [self.run_here([BIN / "agon-match", "merge", f"{name}-1.jsonl", f"{name}-2.jsonl"])
                  for name in ("tunings/shard", "tune")]
        self.assertIn("Contempt", merged[0])
        self.assertEqual(*merged)

    def test_games_for_training(self):
        def blocks(*files):
            """The format of tools/lab/train/README.md: the payload's size at 6, the payload from 12 on."""
            found = []
            for file in files:
                text = (self.folder / file).read_bytes()
                while text:
                    size = 12 + int.from_bytes(text[6:8], "little")
                    found.append(text[:size])
                    text = text[size:]
            return sorted(found)

        job = self.submit("train", 2, "games", *TRAINING)
        part = self.folder / "games/part-2.games"
        self.wait_for("a game", lambda: part.exists() and part.stat().st_size > 0)
        self.requeue(job, 2)
        self.assertLess(len(blocks(part)), 6)
        self.finish(job)
        self.run_here([BIN / "agon-train", "play", *TRAINING, "-o", "whole.games"])
        self.assertEqual(blocks("games/part-1.games", part), blocks("whole.games"))


class Ssh(Folder):
    """GNU parallel over ssh, to this machine by another address."""

    def setUp(self):
        if reason := missing("sshd", "ssh", "ssh-keygen", "parallel"):
            self.skipTest(reason)
        super().setUp()
        os.makedirs("/run/sshd", exist_ok=True)
        for name in ("host", "user"):
            self.run_here(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", name])
        with socket.socket() as free:
            free.bind(("127.0.0.2", 0))
            port = free.getsockname()[1]
        (self.folder / "sshd_config").write_text(f"""
ListenAddress 127.0.0.2:{port}
HostKey {self.folder}/host
AuthorizedKeysFile {self.folder}/user.pub
PidFile none
StrictModes no
PermitRootLogin yes
UsePAM no
""")
        (self.folder / "ssh_config").write_text(f"""
Host node
    HostName 127.0.0.2
    Port {port}
    IdentityFile {self.folder}/user
    IdentitiesOnly yes
    StrictHostKeyChecking no
    UserKnownHostsFile /dev/null
    LogLevel ERROR
""")
        self.start(shutil.which("sshd"), "-D", "-e", "-f", self.folder / "sshd_config")
        ssh = ["ssh", "-F", self.folder / "ssh_config", "node", "true"]
        self.wait_for("sshd", lambda: subprocess.run(ssh, capture_output=True).returncode == 0, 20)

    def test_a_match(self):
        parts = [f"shard-{part}.jsonl" for part in (1, 2, 3, 4)]
        command = ["parallel", "--sshlogin", f"2/ssh -F {self.folder}/ssh_config node", "--workdir",
                   self.folder, "-q", BIN / "agon-match", *MATCH, "--shard", "{}/4", "-journal",
                   "file=shard-{}.jsonl", ":::", "1", "2", "3", "4"]
        broken = self.start(*command)
        self.wait_for("games", lambda: self.games(parts[1]))
        broken.kill()
        broken.wait()
        self.assertEqual(self.games(parts[3]), {})
        # A part whose first process has not ended yet is refused.
        self.wait_for("all parts", lambda: subprocess.run(
            command, cwd=self.folder, capture_output=True).returncode == 0)
        self.check_merged(parts)


if __name__ == "__main__":
    if {"Slurm", "Ssh"} & set(sys.argv) and os.getpid() != 1 and not missing():
        inside = f'mount -t tmpfs none /run && exec "{sys.executable}" "$@"'
        os.execvp("unshare", [*UNSHARE, "sh", "-c", inside, "sh", *sys.argv])
    unittest.main()
