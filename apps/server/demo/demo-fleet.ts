import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { PileKind } from '@wattyard/app-simulator'
import { writeOwnFile } from '@wattyard/identity/server'
import type { Logger } from 'pino'
import { ROOT } from '../open-database.ts'

export interface FleetMember {
  identity: string
  stationKey: string
  kind: PileKind
  power_w: number
  connectors: number
  connectorsPerEvse: number
  version: 'ocpp1.6' | 'ocpp2.0.1'
  register_wh: number
  /** No driver comes to it. */
  idle: boolean
}

export interface DemoFleet {
  stop(): Promise<void>
}

const RESTART_MS = 5_000
/** Cars come this much faster than in life, so that a newcomer sees sessions begin and end. */
const SPEED = '6'

/**
 * The demo's piles, in a process of their own: they reach the product through its sockets like any
 * other client and know nothing of its inside. Their keys lie in a file that only the owner reads.
 */
export function startDemoFleet(options: {
  url: string
  folder: string
  piles: readonly FleetMember[]
  tags: readonly string[]
  log: Logger
}): DemoFleet {
  const file = join(options.folder, 'demo-fleet.json')
  writeOwnFile(file, JSON.stringify({ piles: options.piles, tags: options.tags }))
  let child: ChildProcess | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const start = () => {
    child = spawn(
      process.execPath,
      [
        'apps/simulator/main.ts',
        '--url',
        options.url,
        '--piles',
        file,
        '--speed',
        SPEED,
        '--interval',
        // Somebody who looks for the first time sees power, not only plugs.
        '5',
        '--visits',
        '20',
        '--seed',
        '7',
      ],
      {
        cwd: ROOT,
        // The channel closes when this process ends, however it does, and the piles go with it.
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        // A terminal's Ctrl-C is for the product, which ends its piles in its own order.
        detached: true,
      },
    )
    child.stderr?.on('data', (text: Buffer) => options.log.warn({ fleet: text.toString().slice(0, 500) }, 'demo fleet'))
    child.once('exit', code => {
      if (stopped) return
      options.log.warn({ code }, 'the demo fleet ended; starting it again')
      timer = setTimeout(start, RESTART_MS)
    })
  }
  start()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      // Ended by a signal it has no exit code.
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise<void>(done => child?.once('exit', () => done()))
      child.kill('SIGTERM')
      await gone
    },
  }
}
