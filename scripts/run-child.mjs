// Runs one of our programs as the only work of a script, so that both end together, whoever of them is ended and however.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pinnedEnvironment, pinnedNode, ROOT } from './setup.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Our programs end themselves in less; who has not by then is stuck. */
const STUCK_MS = 9_000
const LOOK_MS = 500

/**
 * Starts the pinned Node with these arguments and gives its exit code. A signal is handed on once and then waited for: a
 * terminal sends its Ctrl-C to both of us, and who is asked to end twice is still only asked to end. The channel to the
 * child closes with this process, also when it is killed; the child takes that as a wish to end.
 */
export function runChild(args) {
  const child = spawn(pinnedNode(), args, {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: pinnedEnvironment(),
  })
  let isEnding = false
  const end = signal => {
    if (isEnding) return
    isEnding = true
    child.kill(signal)
    setTimeout(() => child.kill('SIGKILL'), STUCK_MS).unref()
  }
  for (const signal of SIGNALS) process.on(signal, () => end(signal))
  // We are such a child ourselves, of a script that starts several.
  process.once('disconnect', () => end('SIGTERM'))
  process.channel?.unref()
  const orphaned = watchNpm()
  const watch = setInterval(() => orphaned() && end('SIGTERM'), LOOK_MS)
  // What is no wish of ours to hear any more must not end us: a terminal that has been closed takes no text.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return new Promise(done =>
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      done(code ?? (signal ? 1 : 0))
    }),
  )
}

/**
 * npm starts a shell, which starts us, and npm's end by a signal ends the shell at most. Nobody waits for us then, and
 * nobody would find us: we end as well. Started without npm one may outlive one's parent, as after `nohup`.
 */
function watchNpm() {
  if (!process.env.npm_lifecycle_event) return () => false
  const parent = process.ppid
  const grandparent = isShell(parent) ? parentOf(parent) : null
  return () => process.ppid !== parent || (grandparent !== null && parentOf(parent) !== grandparent)
}

/** Where the system does not say (it has no /proc), the shell in between execs its only command. */
function parentOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1).trim().split(' ')[1])
  } catch {
    return null
  }
}

function isShell(pid) {
  try {
    return /^(ba|da|a|z|k|mk)?sh$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
  } catch {
    return false
  }
}
