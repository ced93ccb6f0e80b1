import { fork } from 'node:child_process'
import { join } from 'node:path'
import type {
  ConnectResult,
  LoadClientOptions,
  LoadResult,
  SessionLoad,
  SteadyLoad,
  StormLoad,
  StormResult,
} from '@wattyard/app-simulator'
import type { LoadAsk } from './load-worker.ts'
import { endProcess, ROOT } from './product.ts'

/** The load client in a process of its own, so that it shares neither heap nor event loop with what is measured. */
export interface Load {
  connect(window_ms: number): Promise<ConnectResult>
  sessions(load: Omit<SessionLoad, 'tag'>): Promise<LoadResult>
  steady(load: Omit<SteadyLoad, 'tag'>): Promise<LoadResult>
  storm(load: StormLoad): Promise<StormResult>
  stop(): Promise<void>
}

export async function startLoad(options: LoadClientOptions, tags: readonly string[]): Promise<Load> {
  const child = fork(join(import.meta.dirname, 'load-worker.ts'), {
    cwd: ROOT,
    serialization: 'advanced',
    execArgv: [],
  })
  const ask = <T>(message: LoadAsk): Promise<T> =>
    new Promise((done, fail) => {
      const ended = () => fail(new Error('the load client ended'))
      child.once('exit', ended)
      child.once('message', (answer: { result?: T; error?: string }) => {
        child.off('exit', ended)
        if (answer.error !== undefined) fail(new Error(answer.error))
        else done(answer.result as T) // the worker answers what was asked
      })
      child.send(message)
    })
  await ask({ do: 'create', options, tags })
  return {
    connect: window_ms => ask({ do: 'connect', window_ms }),
    sessions: load => ask({ do: 'sessions', load }),
    steady: load => ask({ do: 'steady', load }),
    storm: load => ask({ do: 'storm', load }),
    stop: () => endProcess(child),
  }
}
