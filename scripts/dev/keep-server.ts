import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

/** The server ends itself in less; who has not by then is stuck. */
const STUCK_MS = 8_500
/** Nobody waits for a version that is replaced: its guardian ends the database in order then. */
const REPLACED_MS = 2_000
const ASK_EVERY_MS = 25
/** One save writes several files, and an editor one file twice. */
const SETTLE_MS = 60

export interface KeptServer {
  /** Starts it again, for this reason; several reasons of one moment are one start. */
  restart(why: string): void
  /** Resolves when a server answers, or none will before something is changed. */
  whenSettled(): Promise<void>
  /** Ends it in order and for good. */
  stop(): Promise<void>
}

export interface ServerRun {
  program: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** Answers with 2xx when the server is ready. */
  readyUrl: string
  /** A line of its log. */
  line(text: string): void
  /** It answers. @param why null on the first start */
  ready(took_ms: number, why: string | null): void
  /** It ended by itself and waits for a change. */
  failed(): void
}

/** Keeps one server process: never two at a time, because they would share a port and a data folder. */
export function keepServer(run: ServerRun): KeptServer {
  let child: ChildProcess | null = null
  let gone: Promise<void> = Promise.resolve()
  let isStopping = false
  let reasons: string[] = []
  let timer: NodeJS.Timeout | undefined
  let turn = 0
  let settled = Promise.withResolvers<void>()
  /** Starts follow each other. */
  let line: Promise<void> = Promise.resolve()

  function launch(): ChildProcess {
    const started = spawn(run.program, run.args, {
      cwd: run.cwd,
      env: run.env,
      // The channel closes when this process ends, however it does, and the server ends in order then.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      // A terminal's Ctrl-C is for us, who end it in our own order.
      detached: true,
    })
    if (started.stdout) createInterface({ input: started.stdout }).on('line', text => run.line(text))
    gone = new Promise(done => {
      started.once('exit', () => done())
      started.once('error', () => done())
    })
    return started
  }

  async function end(stuck_ms: number): Promise<void> {
    if (!child) return
    child.kill('SIGTERM')
    const ending = child
    const stuck = setTimeout(() => ending.kill('SIGKILL'), stuck_ms)
    await gone
    clearTimeout(stuck)
    child = null
  }

  async function answers(): Promise<boolean> {
    const answer = await fetch(run.readyUrl, { signal: AbortSignal.timeout(1_000) }).catch(() => null)
    await answer?.body?.cancel()
    return answer?.ok === true
  }

  async function start(own: number, why: string | null, since: number): Promise<void> {
    const isOld = () => own !== turn || isStopping
    await end(REPLACED_MS)
    if (isOld()) return
    const mine = launch()
    child = mine
    let isGone = false
    void gone.then(() => {
      isGone = true
      if (child !== mine || isOld()) return
      child = null
      run.failed()
      settled.resolve()
    })
    while (!isGone && !isOld()) {
      if (await answers()) {
        if (isGone || isOld()) return
        run.ready(performance.now() - since, why)
        return settled.resolve()
      }
      await sleep(ASK_EVERY_MS)
    }
  }

  function begin(why: string | null, since: number): void {
    const own = ++turn
    line = line.then(() => (own === turn ? start(own, why, since) : undefined))
  }

  begin(null, performance.now())
  return {
    restart(why) {
      if (isStopping) return
      if (reasons.length === 0) {
        const before = settled
        settled = Promise.withResolvers()
        // Whoever waited for the start that is given up waits for this one.
        void settled.promise.then(before.resolve)
      }
      if (!reasons.includes(why)) reasons.push(why)
      const since = performance.now()
      clearTimeout(timer)
      timer = setTimeout(() => {
        const all = reasons.join(', ')
        reasons = []
        begin(all, since)
      }, SETTLE_MS)
    },
    whenSettled: () => settled.promise,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await line
      await end(STUCK_MS)
      settled.resolve()
    },
  }
}
